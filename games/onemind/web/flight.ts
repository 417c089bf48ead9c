/* Where a card or a gem went: what leaves one place of the screen and appears in another flies there. One
 * Flights per mounted screen, so that two screens on one page do not catch each other's cards. */
import { reduced_motion } from '@kit';
import { crossfade, fade } from 'svelte/transition';

export interface Flights {
  send: ReturnType<typeof crossfade>[0];
  receive: ReturnType<typeof crossfade>[1];
}

function ease(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - Math.pow(-2 * t + 2, 3) / 2;
}

export function flights(): Flights {
  const [send, receive] = crossfade({
    duration: () => (reduced_motion() ? 0 : 560),
    easing: ease,
    fallback: (node) => fade(node, { duration: reduced_motion() ? 0 : 180 }),
  });
  return { send, receive };
}

/* The key of a player's card in a round. */
export function card_key(round: number, seat: number): string {
  return `card.${round}.${seat}`;
}
