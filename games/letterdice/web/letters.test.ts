/* Letter Dice: what is lit of a name while it is typed (LD-6, LD-7). */
import { expect, test } from 'vitest';
import { marks } from './letters.ts';
import { parts_of, tapped, told_run, type Run } from './names.ts';
import type { Colour } from './view.ts';

const COLOURS: Colour[] = ['white', 'yellow', 'red', 'blue', 'green'];
const dice = (letters: string) => [...letters].map((letter, at) => ({ colour: COLOURS[at] as Colour, letter }));

test('LD-6: what the table says would count is lit until another part is begun', () => {
  const told = { word: 'Bernard Shaw', preview: { from: 1, to: 1, points: 2 } };
  expect(told_run(told, parts_of('Bernard Shaws'))).toEqual([1, 1]);
  expect(told_run(told, parts_of('Bernard Shaw s'))).toBeUndefined();
  expect(told_run(undefined, parts_of('Shaw'))).toBeUndefined();
});

test('LD-6: taps mark a run of parts', () => {
  const after = (run: Run, ...taps: number[]) => taps.reduce<Run>(tapped, run);
  expect(after([2, 2], 1)).toEqual([1, 2]);
  expect(after([1, 1], 0, 1)).toEqual([0, 0]);
  expect(after([2, 2], 0)).toEqual([0, 0]);
  expect(after([0, 2], 1)).toEqual([1, 1]);
  expect(after([0, 0], 0)).toEqual([0, 0]);
  expect(tapped(undefined, 1)).toEqual([1, 1]);
});

test('LD-6, LD-7: only the letters of the part that counts are marked', () => {
  const hits = (word: string, part?: string) => marks(word, dice('SHDEW'), part).filter((mark) => mark.dice.length).map((mark) => mark.text).join('');
  expect(hits('BETTE DAVIS', 'DAVIS')).toBe('DS');
  expect(hits('BETTE DAVIS')).toBe('EEDS');
  expect(hits('SHAW', 'SHAW')).toBe('SHW');
  expect(marks('ANNA ANN', dice('ANNNN'), 'ANN').filter((mark) => !mark.idle)).toHaveLength(3);
  expect(hits('œuvre')).toBe('ŒE');
});
