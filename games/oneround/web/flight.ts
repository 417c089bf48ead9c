/* The card with the clue flies from the middle into its gap. One pair per mounted screen. */
import { reduced_motion } from '@kit';
import { crossfade, scale } from 'svelte/transition';

export interface Flights {
  send: ReturnType<typeof crossfade>[0];
  receive: ReturnType<typeof crossfade>[1];
}

export function flights(): Flights {
  const [send, receive] = crossfade({
    duration: () => (reduced_motion() ? 0 : 900),
    easing: (t) => 1 - Math.pow(1 - t, 3),
    fallback: (node) => scale(node, { duration: reduced_motion() ? 0 : 220, start: 0.6 }),
  });
  return { send, receive };
}
