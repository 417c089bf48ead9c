/* What the table screen reads off the words of a round: which are shown, and who crossed the line after it was drawn. */
import type { Claim } from './view.ts';

export interface Lane {
  claim: Claim;
  /* How much later than the last word that scored, in milliseconds. */
  late?: number;
}

const counts = (claim: Claim) => claim.state === 'open' || claim.state === 'stands';

/* The words in order of arrival, at most `room` of them: what was struck goes first, then the oldest. `scoring` words
 * reach the line (LD-10); without it there is no line. `line`: how many lanes lie before it. */
export function lanes(claims: readonly Claim[], scoring: number | undefined, room: number): { lanes: Lane[]; line: number | undefined } {
  let scored = 0;
  let last: Claim | undefined;
  const all = claims.map((claim): Lane => {
    if (!counts(claim)) return { claim };
    if (scoring === undefined || ++scored <= scoring) {
      last = claim;
      return { claim };
    }
    return { claim, late: claim.at - (last?.at ?? claim.at) };
  });
  let over = all.length - room;
  const kept = all.filter(({ claim }) => counts(claim) || over-- <= 0);
  const shown = kept.slice(Math.max(0, kept.length - room));
  const first_late = shown.findIndex(({ late }) => late !== undefined);
  return { lanes: shown, line: scoring === undefined ? undefined : first_late < 0 ? shown.length : first_late };
}
