/* What people thought a token was, by word: those who agree stand together. And what that is worth. */
import type { GameFact, TokenView } from './protocol.ts';
import type { Coordinates } from './view.ts';

/* How long it is told, in milliseconds: whose token it is, each thought, and the breath before the truth. */
export const WHOSE = 700;
export const THOUGHT = 620;
export const BREATH = 800;

export interface Thought {
  number: number;
  seats: number[];
  /* Guessed in the open by the other team. */
  team: boolean;
}

/* The most common thought comes last but for the right one: it is told at the end of the row, when the room waits. */
export function thoughts(token: TokenView): Thought[] {
  const found: Thought[] = [];
  const of = (number: number) => {
    let one = found.find((thought) => thought.number === number);
    if (!one) found.push((one = { number, seats: [], team: false }));
    return one;
  };
  for (const guess of token.guesses ?? []) of(guess.number).seats.push(guess.seat);
  if (token.team_guess) of(token.team_guess).team = true;
  const weight = (one: Thought) => (one.number === token.number ? 100 : 0) + one.seats.length + (one.team ? 1 : 0);
  return found.sort((a, b) => weight(a) - weight(b) || a.number - b.number);
}

/* What most of those fell for who were wrong together: the laugh of this token, if there is one. Where many thoughts differ there is none. */
const MANY = 4;
export function fallen(token: TokenView): Thought | undefined {
  const all = thoughts(token);
  if (all.length > MANY) return undefined;
  return all.filter((one) => one.number !== token.number && one.seats.length > 1).at(-1);
}

/* Who thought so, as a sentence wants it: all names, and how many they are. */
export function who(game: Coordinates, thought: Thought): { names: string; n: number } {
  const team = thought.team ? [game.t(`team.${game.view.teams?.findIndex((one) => !one.active)}`)] : [];
  const people = thought.seats.length ? [game.names(thought.seats)] : [];
  return { names: [...people, ...team].join(' + '), n: thought.seats.length + team.length };
}

/* What these facts have brought a seat, or its team (AX-7, AX-11, AX-12). */
export function points_of(game: Coordinates, seat: number, facts: readonly GameFact[]): number {
  const team = (one: number) => game.view.teams!.findIndex(({ seats }) => seats.includes(one));
  const worth = (fact: GameFact): number => {
    if (fact.is === 'team_guessed') return (fact.team === 'a' ? 0 : 1) === team(seat) ? 2 : 0;
    if (fact.is !== 'word_guessed') return 0;
    if (game.view.teams) return team(fact.seat) === team(seat) ? fact.by.length : 0;
    return (fact.seat === seat ? fact.by.length : 0) + (fact.by.includes(seat) ? 1 : 0);
  };
  return facts.reduce((sum, fact) => sum + worth(fact), 0);
}
