import { expect, test } from 'vitest';
import type { GameFact } from './protocol.ts';
import { fallen, points_of, thoughts, who } from './thoughts.ts';
import type { Coordinates } from './view.ts';

/* As much of a game as these questions need. */
const game_of = (teams?: { active: boolean; seats: number[] }[]) =>
  ({ view: { teams }, t: (key: string) => key, names: (seats: number[]) => seats.join() }) as unknown as Coordinates;

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

test('AX-7: who laid a token has a point for everybody who saw it, and each of these has one', () => {
  const facts: GameFact[] = [{ is: 'word_guessed', seat: 0, by: [1, 3] }, { is: 'word_guessed', seat: 3, by: [0] }];
  expect([0, 1, 2, 3].map((seat) => points_of(game_of(), seat, facts))).toEqual([3, 1, 0, 2]);
});

test('AX-11, AX-12: teams have a point for each of their own who saw it, and two for what the others laid', () => {
  const teams = [{ active: true, seats: [0, 2] }, { active: false, seats: [1, 3] }];
  const facts: GameFact[] = [{ is: 'word_guessed', seat: 0, by: [2] }, { is: 'team_guessed', team: 'b', seat: 0 }];
  expect([0, 1, 2, 3].map((seat) => points_of(game_of(teams), seat, facts))).toEqual([1, 2, 1, 2]);
});

test('a thought is told with all who had it, people and the other team', () => {
  const game = game_of([{ active: true, seats: [0, 2] }, { active: false, seats: [1, 3] }]);
  expect(who(game, { number: 1, seats: [2], team: true })).toEqual({ names: '2 + team.1', n: 2 });
  expect(who(game, { number: 1, seats: [], team: true })).toEqual({ names: 'team.1', n: 1 });
});

test('the laugh is what most were wrong about together, and there is none where everybody thought something else', () => {
  const token = (...numbers: number[]) => ({ seat: 0, x: 0, y: 0, number: 3, guesses: numbers.map((number, seat) => ({ seat: seat + 1, number, right: number === 3 })) });
  expect(fallen(token(1, 2, 2, 2, 1, 3))).toEqual({ number: 2, seats: [2, 3, 4], team: false });
  expect(fallen(token(3, 3, 3, 1))).toBeUndefined();
  expect(fallen(token(1, 1, 2, 4, 5, 6))).toBeUndefined();
});
