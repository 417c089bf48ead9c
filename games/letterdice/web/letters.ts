/* Letters of a word and of the dice, marked at once while somebody types. What counts and what it is worth is the
   server's to say (Preview). */
import type { Colour, Dice } from './view.ts';

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
  return text.toUpperCase().replace(/Œ/g, 'OE').replace(/Æ/g, 'AE').replace(/ẞ|ß/g, 'SS').normalize('NFD').replace(/[\u0300-\u036f]/g, '');
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
