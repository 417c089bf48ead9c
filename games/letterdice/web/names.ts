/* Names of several parts, and the run of them that is lit while somebody types (LD-6). */
import type { Preview } from './protocol.ts';

/* The words of a name, and a run of them by their places. */
export type Run = [from: number, to: number];

/* What the table has said of a word. */
export interface Told {
  word: string;
  preview: Preview;
}

export function parts_of(word: string): string[] {
  return word.trim().split(/\s+/).filter(Boolean);
}

export function run_text(parts: readonly string[], run: Run): string {
  return parts.slice(run[0], run[1] + 1).join(' ');
}

/* The parts that the table says would count (LD-6), once it has answered for a word of as many parts. */
export function told_run(told: Told | undefined, parts: readonly string[]): Run | undefined {
  return told && parts_of(told.word).length === parts.length ? [told.preview.from, told.preview.to] : undefined;
}

/* A tap on a part: one beside the run joins it, one at its edge leaves it, any other stands alone. */
export function tapped(run: Run | undefined, at: number): Run {
  const [from, to] = run ?? [at, at];
  if (at === from - 1) return [at, to];
  if (at === to + 1) return [from, at];
  if (from < to && at === from) return [from + 1, to];
  if (from < to && at === to) return [from, to - 1];
  return [at, at];
}
