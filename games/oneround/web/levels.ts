/* The levels of a language as the lobby shows them, from the same deck the server plays (decks/challenges.*.txt): a
 * line "words | key: value | …"; a chapter holds until the next one. Line n of the deck is level n. */
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

const decks = import.meta.glob<string>('../decks/challenges.*.txt', { query: '?raw', import: 'default' });

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

export async function chapters(language: string): Promise<Chapter[]> {
  const load = decks[`../decks/challenges.${language}.txt`];
  return load ? parse(await load()) : [];
}
