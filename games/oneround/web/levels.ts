/* The levels of a language and pack as the lobby shows them, from the same deck the server plays
 * (decks/challenges*.txt): a line "words | key: value | …"; a chapter holds until the next one. Line n of the deck is
 * level n. */
import type { Twist } from './twists.ts';

export interface Level extends Twist {
  number: number;
  words: string[];
  lives?: number;
  cards?: number;
  timer?: number;
}

export interface Chapter {
  name: string;
  levels: Level[];
}

const decks = import.meta.glob<string>('../decks/challenges*.txt', { query: '?raw', import: 'default' });

export function parse(deck: string): Chapter[] {
  const chapters: Chapter[] = [];
  let number = 0;
  for (const raw of deck.split('\n')) {
    const line = raw.trim();
    if (!line || line.startsWith('#') || line.startsWith('@')) continue;
    const [words = '', ...parts] = line.split('|').map((part) => part.trim());
    const keys = Object.fromEntries(parts.map((part) => part.split(/:\s*/, 2) as [string, string]));
    if (keys['chapter'] || !chapters.length) chapters.push({ name: keys['chapter'] ?? '', levels: [] });
    const count = (key: string) => (keys[key] === undefined ? undefined : Number(keys[key]));
    chapters.at(-1)!.levels.push({
      number: ++number,
      words: words.split(/,\s*/),
      only: keys['only'] as Twist['only'],
      without: keys['without'],
      initial: keys['initial'],
      longest: count('longest'),
      theme: keys['theme'],
      lives: count('lives'),
      cards: count('cards'),
      timer: count('timer'),
    });
  }
  return chapters;
}

export async function chapters(language: string, pack: string): Promise<Chapter[]> {
  const name = pack === 'everyday' ? 'challenges' : `challenges-${pack.replaceAll('_', '-')}`;
  const load = decks[`../decks/${name}.${language}.txt`];
  return load ? parse(await load()) : [];
}

/* Stars are kept by a number that counts on from pack to pack (OR-22): what comes before the first of this one. */
const EVERYDAY = 96;
const PACKED = 12;
const packs = ['children', 'office', 'after_dark', 'classroom', 'classroom_b1', 'wild'];

export function levels_before(pack: string): number {
  const at = packs.indexOf(pack);
  return at < 0 ? 0 : EVERYDAY + at * PACKED;
}
