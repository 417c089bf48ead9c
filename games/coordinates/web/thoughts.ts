/* What people thought a token was, by word: those who agree stand together. */
import type { TokenView } from './protocol.ts';

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
