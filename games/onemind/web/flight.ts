/* Cards and gems fly where they go. */
import { flights, type Flights } from '@kit';

function ease(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - Math.pow(-2 * t + 2, 3) / 2;
}

export function card_flights(): Flights {
  return flights({ duration: 560, easing: ease });
}

/* The key of a player's card in a round. */
export function card_key(round: number, seat: number): string {
  return `card.${round}.${seat}`;
}
