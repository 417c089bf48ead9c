/* Letter Dice: what counts of a name while it is typed, as the server will judge it (LD-6, LD-7). */
import { expect, test } from 'vitest';
import { begins, marks, points } from './letters.ts';
import { offered, parts_of, run_text, tapped, type Run } from './names.ts';
import type { Colour } from './view.ts';

const COLOURS: Colour[] = ['white', 'yellow', 'red', 'blue', 'green'];
const dice = (letters: string) => [...letters].map((letter, at) => ({ colour: COLOURS[at] as Colour, letter }));
const counted = (word: string, kind?: 'people' | 'whole', initial?: string) => {
  const parts = parts_of(word);
  return run_text(parts, offered(parts, kind, initial));
};

test('LD-6: the last part is offered, of places and titles the whole name', () => {
  expect(counted('George Bernard Shaw', 'people')).toBe('Shaw');
  expect(counted('Bambi')).toBe('Bambi');
  expect(counted('New York', 'whole', 'N')).toBe('New York');
  expect(counted('Le Havre', 'whole', 'H')).toBe('Havre');
  expect(counted('Le Havre', 'whole', 'M')).toBe('Le Havre');
  expect(counted('New York', 'whole')).toBe('New York');
});

test('LD-6: taps mark a run of parts', () => {
  const after = (run: Run, ...taps: number[]) => taps.reduce<Run>(tapped, run);
  expect(after([2, 2], 1)).toEqual([1, 2]);
  expect(after([1, 1], 0, 1)).toEqual([0, 0]);
  expect(after([2, 2], 0)).toEqual([0, 0]);
  expect(after([0, 2], 1)).toEqual([1, 1]);
  expect(after([0, 0], 0)).toEqual([0, 0]);
});

test('LD-6, LD-7: only the letters of the part that counts are marked', () => {
  const hits = (word: string, part?: string) => marks(word, dice('SHDEW'), part).filter((mark) => mark.dice.length).map((mark) => mark.text).join('');
  expect(hits('BETTE DAVIS', 'DAVIS')).toBe('DS');
  expect(hits('BETTE DAVIS')).toBe('EEDS');
  expect(hits('SHAW', 'SHAW')).toBe('SHW');
  expect(marks('ANNA ANN', dice('ANNNN'), 'ANN').filter((mark) => !mark.idle)).toHaveLength(3);
  expect(points('Été', dice('EETPS'))).toBe(3);
  expect(begins('Œdipe', 'O') && begins('’t Hooft', 'T') && !begins('Davis', 'B')).toBe(true);
});
