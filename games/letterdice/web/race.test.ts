import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lanes } from './race.ts';
import type { Claim } from './view.ts';

const word = (claim: number, at: number, state: Claim['state'] = 'open'): Claim => ({
  claim, at, state, seat: claim % 6, word: `W${claim}`, theme: 1, name: false, points: 1, tokens: 1,
});

test('LD-10: the line lies behind the words that score, and who comes after it is told how late', () => {
  const { lanes: all, line } = lanes([word(0, 1000), word(1, 1500), word(2, 1800)], 2, 6);
  assert.equal(line, 2);
  assert.deepEqual(all.map((lane) => lane.late), [undefined, undefined, 300]);
});

test('LD-11: a struck word does not reach the line', () => {
  const { lanes: all, line } = lanes([word(0, 1000), word(1, 1500, 'struck'), word(2, 1800)], 2, 6);
  assert.equal(line, 3);
  assert.deepEqual(all.map((lane) => lane.late), [undefined, undefined, undefined]);
});

test('where there is little room, struck words and then the oldest make place', () => {
  const { lanes: all, line } = lanes([word(0, 0), word(1, 1, 'struck'), word(2, 2), word(3, 3)], undefined, 2);
  assert.deepEqual(all.map((lane) => lane.claim.claim), [2, 3]);
  assert.equal(line, undefined);
});
