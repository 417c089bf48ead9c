import { expect, test } from 'vitest';
import { thoughts } from './thoughts.ts';

test('AX-7: those who thought the same stand together, and the right word comes last', () => {
  const token = {
    seat: 0, x: 0, y: 0, number: 3, team_guess: 2,
    guesses: [{ seat: 1, number: 3, right: true }, { seat: 2, number: 2, right: false }, { seat: 4, number: 2, right: false }, { seat: 5, number: 1, right: false }],
  };
  expect(thoughts(token)).toEqual([
    { number: 1, seats: [5], team: false },
    { number: 2, seats: [2, 4], team: true },
    { number: 3, seats: [1], team: false },
  ]);
});
