import { expect, test } from 'vitest';
import { lanes } from './race.ts';
import type { Claim } from './view.ts';

const word = (claim: number, at: number, state: Claim['state'] = 'open'): Claim => ({
  claim, at, state, seat: claim % 6, word: `W${claim}`, theme: 1, name: false, points: 1, tokens: 1,
});

test('LD-10: the line lies behind the words that score, and who comes after it is told how late', () => {
  const { lanes: all, line } = lanes([word(0, 1000), word(1, 1500), word(2, 1800)], 2, 6);
  expect(line).toBe(2);
  expect(all.map((lane) => lane.late)).toEqual([undefined, undefined, 300]);
});

test('LD-11: a struck word does not reach the line', () => {
  const { lanes: all, line } = lanes([word(0, 1000), word(1, 1500, 'struck'), word(2, 1800)], 2, 6);
  expect(line).toBe(3);
  expect(all.map((lane) => lane.late)).toEqual([undefined, undefined, undefined]);
});

test('where there is little room, struck words and then the oldest make place', () => {
  const { lanes: all, line } = lanes([word(0, 0), word(1, 1, 'struck'), word(2, 2), word(3, 3)], undefined, 2);
  expect(all.map((lane) => lane.claim.claim)).toEqual([2, 3]);
  expect(line).toBe(undefined);
});
