/* How long to wait before the next attempt: doubling pauses with jitter, so that a table of phones does
 * not come back in one instant. */

export interface Backoff {
  /* Milliseconds until the next attempt; every call is one more failure. */
  next(): number;
  reset(): void;
}

export function backoff(first = 250, most = 15_000, random: () => number = Math.random): Backoff {
  let failures = 0;
  return {
    next() {
      const span = Math.min(most, first * 2 ** failures);
      failures = Math.min(failures + 1, 16);
      return Math.round(span * (0.5 + random() / 2));
    },
    reset() {
      failures = 0;
    },
  };
}

/* Reasons after which nothing follows but the end, with its code. A browser may tell of the end ten seconds later. */
export const LAST_WORDS: Record<string, number> = { removed: 4008, turned_away: 4008, elsewhere: 4009, closed: 4010, draining: 4011, moved: 4012 };

/* What a closing code asks of the client (docs/protocol.md). */
export type Verdict = { again: 'soon' | 'later' } | { again: 'never'; key: string };

export function verdict(code: number): Verdict {
  switch (code) {
    case 1013:
    case 1008:
      return { again: 'later' };
    case 4000:
      return { again: 'never', key: 'hello' };
    case 4004:
      return { again: 'never', key: 'no_room' };
    case 4008:
      return { again: 'never', key: 'removed' };
    case 4009:
      return { again: 'never', key: 'elsewhere' };
    case 4010:
      return { again: 'never', key: 'closed' };
    case 4011:
      return { again: 'never', key: 'draining' };
    case 4012:
      return { again: 'never', key: 'moved' };
    case 4029:
      return { again: 'never', key: 'too_many_tries' };
    default:
      return { again: 'soon' };
  }
}
