/* The sections of Letter Dice (games/letterdice/view.c), and what screens read off them. */
import type { CoreSections, Game } from '@kit';
import type { Protocol } from './protocol.ts';

export type Colour = 'white' | 'yellow' | 'red' | 'blue' | 'green';

export interface Claim {
  claim: number;
  seat: number;
  word: string;
  /* LD-6: what counts of a name, where it is not all of it. */
  part?: string;
  theme: number;
  name: boolean;
  points: number;
  tokens: number;
  state: 'open' | 'stands' | 'struck' | 'mistaken';
  at: number;
  contested?: boolean;
  fits?: 'none' | 'no' | 'yes';
  fault?: string;
  with?: string;
}

export interface View extends CoreSections {
  table: {
    variant: 'classic' | 'limited' | 'open';
    round: number;
    thrower: number;
    middle: number;
    reserve: number;
    card: number;
    themes: { text: string; state: 'open' | 'closed' | 'off'; names?: 'people' | 'whole' }[];
    theme?: number;
    dice?: { colour: Colour; letter: string }[];
    colour?: Colour | 'black';
    initial?: string;
  };
  round?: {
    playing: number[];
    out: number[];
    passed: number[];
    scoring?: number;
    places_left?: number;
    closed?: string;
    agreed?: number[];
    /* When all its words stand, unless somebody objects. */
    until?: number;
  };
  claims: Claim[];
  me?: { thrower: boolean; out?: boolean; passed?: boolean };
}

export type LetterDice = Game<View, Protocol>;

type Dice = View['table']['dice'];

/* A letter of a word, and the dice that show it. */
export interface Mark {
  text: string;
  dice: Colour[];
  /* The first time this letter occurs: here the dice count. */
  first: boolean;
  /* Of a name, but not of the part that counts. */
  idle: boolean;
}

/* As the server compares (T-4): no accents, capitals, ligatures apart. */
export function bare(text: string): string {
  return text.toUpperCase().replace(/Œ/g, 'OE').replace(/Æ/g, 'AE').replace(/ẞ|ß/g, 'SS').normalize('NFD').replace(/\p{M}/gu, '');
}

/* Where whole words of a name begin that are `part`; 0 where they are not in it. */
function part_at(word: string, part: string): number {
  for (let at = word.indexOf(part); at >= 0; at = word.indexOf(part, at + 1)) {
    const end = word[at + part.length];
    if ((at === 0 || word[at - 1] === ' ') && (end === undefined || end === ' ')) return at;
  }
  return 0;
}

export function marks(word: string, dice: Dice, part = word): Mark[] {
  const seen = new Set<string>();
  const begin = part_at(word, part);
  let at = 0;
  return [...word].map((letter) => {
    const idle = at < begin || at >= begin + part.length;
    at += letter.length;
    const text = letter.toUpperCase();
    const letters = [...bare(text)];
    const found = idle ? [] : (dice ?? []).filter((die) => letters.includes(die.letter));
    const first = found.some((die) => !seen.has(die.letter));
    for (const die of found) seen.add(die.letter);
    return { text, dice: found.map((die) => die.colour), first, idle };
  });
}

/* LD-7: one token for each die whose letter occurs. */
export function points(word: string, dice: Dice): number {
  const letters = bare(word);
  return (dice ?? []).filter((die) => letters.includes(die.letter)).length;
}

export function begins(word: string, initial: string | undefined): boolean {
  return initial === undefined || bare(word).replace(/[^\p{L}\p{N}]/gu, '').startsWith(initial);
}

/* ---- LD-6: what counts of a name ---- */

/* The words of a name, and a run of them by their places. */
export type Run = [from: number, to: number];

export function parts_of(word: string): string[] {
  return word.trim().split(/\s+/).filter(Boolean);
}

export function run_text(parts: readonly string[], run: Run): string {
  return parts.slice(run[0], run[1] + 1).join(' ');
}

/* What the table offers (games/letterdice/names.c): the last part; of a place or title all of it, unless only its last
 * part begins right. */
export function offered(parts: readonly string[], kind: 'people' | 'whole' | undefined, initial: string | undefined): Run {
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
