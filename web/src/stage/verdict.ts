/* What came out of a vote, in one sentence: as the slip of the vote says it (kit/VoteSheet.svelte). */
import type { Game, Verdict } from '../kit/types.ts';
import { t, t_first } from '../lib/text.svelte.ts';

export function verdict_text(game: Game<object>, { vote, passed, rider_passed }: Verdict): string {
  const end = passed ? 'passed' : 'failed';
  const keys = [`vote.${game.id}.${vote.subject}.${end}`, `vote.${vote.subject}.${end}`, `vote.${vote.kind}.${end}`];
  const text = t_first(keys, { about: game.name(vote.about) });
  return rider_passed ? `${text} ${t('vote.rider_passed')}` : text;
}
