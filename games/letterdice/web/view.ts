/* The sections of Letter Dice (games/letterdice/view.c), and what screens read off them. */
import type { CoreSections, Game } from '@kit';
import type { Protocol } from './protocol.ts';

export type Colour = 'white' | 'yellow' | 'red' | 'blue' | 'green';

export interface Claim {
  claim: number;
  seat: number;
  word: string;
  theme: number;
  name: boolean;
  points: number;
  tokens: number;
  state: 'open' | 'stands' | 'struck' | 'mistaken';
  at: number;
  until?: number;
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
    themes: { text: string; state: 'open' | 'closed' | 'off' }[];
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
  };
  claims: Claim[];
  me?: { thrower: boolean; out?: boolean; passed?: boolean };
}

export type LetterDice = Game<View, Protocol>;

/* A letter of a word, and the dice that show it. */
export interface Mark {
  text: string;
  dice: Colour[];
  /* The first time this letter occurs: here the dice count. */
  first: boolean;
}

/* As the server compares (T-4): no accents, capitals, ligatures apart. */
export function bare(text: string): string {
  return text.toUpperCase().replace(/Œ/g, 'OE').replace(/Æ/g, 'AE').replace(/ẞ|ß/g, 'SS').normalize('NFD').replace(/\p{M}/gu, '');
}

export function marks(word: string, dice: View['table']['dice']): Mark[] {
  const seen = new Set<string>();
  return [...word.toUpperCase()].map((text) => {
    const letters = [...bare(text)];
    const found = (dice ?? []).filter((die) => letters.includes(die.letter));
    const first = found.some((die) => !seen.has(die.letter));
    for (const die of found) seen.add(die.letter);
    return { text, dice: found.map((die) => die.colour), first };
  });
}

/* LD-7: one token for each die whose letter occurs. */
export function points(word: string, dice: View['table']['dice']): number {
  const letters = bare(word);
  return (dice ?? []).filter((die) => letters.includes(die.letter)).length;
}
