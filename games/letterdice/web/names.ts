/* Names of several parts, and the run of them that is lit while somebody types (LD-6). */
import { begins } from './letters.ts';
import type { Names } from './view.ts';

/* The words of a name, and a run of them by their places. */
export type Run = [from: number, to: number];

export function parts_of(word: string): string[] {
  return word.trim().split(/\s+/).filter(Boolean);
}

export function run_text(parts: readonly string[], run: Run): string {
  return parts.slice(run[0], run[1] + 1).join(' ');
}

/* What the table will count where nothing is marked (../names.c), shown before it is said: the last part; of a place or
 * title all of it, unless only its last part begins right. */
export function offered(parts: readonly string[], kind: Names, initial: string | undefined): Run {
  const last = parts.length - 1;
  if (kind !== 'whole' || (initial && !begins(parts.join(' '), initial) && begins(parts[last] ?? '', initial))) return [last, last];
  return [0, last];
}

/* A tap on a part: one beside the run joins it, one at its edge leaves it, any other stands alone. */
export function tapped(run: Run, at: number): Run {
  const [from, to] = run;
  if (at === from - 1) return [at, to];
  if (at === to + 1) return [from, at];
  if (from < to && at === from) return [from + 1, to];
  if (from < to && at === to) return [from, to - 1];
  return [at, at];
}
