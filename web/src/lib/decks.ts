/* The plain text of a deck (docs/decks.md): its head apart from its entries, and back. */
import type { Language } from '../generated/protocol.ts';
import { LANGUAGES } from './language.ts';

export interface DeckText {
  name: string;
  language?: Language;
  /* Which game and kind it was saved from. */
  game?: string;
  kind?: string;
  /* Everything else, as it was. */
  body: string;
}

export function read_deck(text: string): DeckText {
  const deck: DeckText = { name: '', body: '' };
  const rest: string[] = [];
  for (const line of text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n').split('\n')) {
    const [, key, value] = /^\s*@(name|language|deck)\s+(.*?)\s*$/.exec(line) ?? [];
    if (key === 'name') deck.name = value!;
    else if (key === 'language' && LANGUAGES.includes(value as Language)) deck.language = value as Language;
    else if (key === 'deck') [deck.game, deck.kind] = value!.split('/');
    else rest.push(line);
  }
  deck.body = rest.join('\n').replace(/^\n+|\s+$/g, '');
  return deck;
}

/* Lines before the first of the body. */
export const HEAD_LINES = 3;

export function write_deck(deck: { name: string; language: Language; body: string }): string {
  return `@name ${deck.name.replace(/\s+/g, ' ').trim()}\n@language ${deck.language}\n\n${deck.body}`;
}

/* As a file: it also says what it is for. */
export function deck_file(text: string, game: string, kind: string): string {
  return `@deck ${game}/${kind}\n${text.replace(/\n?$/, '\n')}`;
}

/* Entries of a text, without their fields. */
export function entries_of(body: string): string[] {
  return body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !/^[@#]/.test(line))
    .map((line) => line.split('|')[0]!.trim());
}

export function some_of<T>(items: T[], n: number, chance: () => number = Math.random): T[] {
  const left = [...items];
  const out: T[] = [];
  while (left.length && out.length < n) out.push(...left.splice(Math.floor(chance() * left.length), 1));
  return out;
}
