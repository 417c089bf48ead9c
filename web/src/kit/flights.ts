/* Where a card or a gem went: what leaves one place of the screen and appears in another flies there. One pair per
 * mounted screen, so that two screens on one page do not catch each other's cards.
 *
 *     const flight = flights({ duration: 900, easing });
 *     <li in:flight.receive={{ key }} out:flight.send={{ key }}>
 *
 * What comes from nowhere fades in, growing from `grow`. Svelte's own fade and scale ask the page how it looks, and
 * would have it laid out in the middle of being built. */
import { crossfade, type EasingFunction, type TransitionConfig } from 'svelte/transition';
import { reduced_motion } from '../lib/settings.svelte.ts';

export interface Flights {
  send: ReturnType<typeof crossfade>[0];
  receive: ReturnType<typeof crossfade>[1];
}

function appear(grow: number): TransitionConfig {
  if (reduced_motion()) return { duration: 0 };
  return { duration: 200, css: (t, u) => `opacity: ${t}; transform: scale(${1 - (1 - grow) * u})` };
}

export function flights({ duration, easing, grow = 1 }: { duration: number; easing: EasingFunction; grow?: number }): Flights {
  const [send, receive] = crossfade({ duration: () => (reduced_motion() ? 0 : duration), easing, fallback: () => appear(grow) });
  return { send, receive };
}
