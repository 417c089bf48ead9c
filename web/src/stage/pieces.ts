/* Pieces that move on the stage: what changes its owner flies from the one to the other.
 *
 *     <li use:anchor={'seat.3'}>                                  a place that things fly from
 *     <div in:fly={{ from: 'seat.3', turn: 0.5 }}>                comes from there
 *
 * Places are looked up when something starts to fly, never while it flies: only transforms and opacity move, so the
 * browser's compositor does the work. With reduced motion everything fades in within 150 ms. */
import type { TransitionConfig } from 'svelte/transition';
import { reduced_motion } from '../lib/settings.svelte.ts';

const places = new Map<string, Element>();

export function anchor(node: Element, name: string) {
  places.set(name, node);
  return {
    update(next: string) {
      if (places.get(name) === node) places.delete(name);
      places.set((name = next), node);
    },
    destroy() {
      if (places.get(name) === node) places.delete(name);
    },
  };
}

export function place_of(name: string): DOMRect | undefined {
  return places.get(name)?.getBoundingClientRect();
}

/* A thud: fast, then a little too far, then home. */
export function overshoot(t: number): number {
  const back = 1.4;
  const u = t - 1;
  return 1 + (back + 1) * u * u * u + back * u * u;
}

export function glide(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - Math.pow(-2 * t + 2, 3) / 2;
}

export const FADE = 150;

export interface Flight {
  /* An anchor; from nowhere it grows out of its own middle. */
  from?: string | undefined;
  duration?: number;
  delay?: number;
  easing?: (t: number) => number;
  /* Turns on its way, in full turns. */
  turn?: number;
  /* How far the way bends upwards, as a share of its length. */
  bend?: number;
  /* Size at the start; of a flight from an anchor it is that of the anchor, at most its own. */
  grow?: number;
}

export function fly(node: Element, { from, duration = 600, delay = 0, easing = glide, turn = 0, bend = 0.12, grow }: Flight = {}): TransitionConfig {
  if (reduced_motion()) return { duration: FADE, css: (t) => `opacity: ${t}` };
  const start = from === undefined ? undefined : place_of(from);
  if (!start) {
    const first = grow ?? 0.6;
    return { duration: Math.min(duration, 320), delay, easing, css: (t) => `opacity: ${Math.min(1, t * 2)}; transform: scale(${first + (1 - first) * t})` };
  }
  const end = node.getBoundingClientRect();
  const x = start.left + start.width / 2 - (end.left + end.width / 2);
  const y = start.top + start.height / 2 - (end.top + end.height / 2);
  const high = Math.hypot(x, y) * bend;
  const small = grow ?? Math.min(1, Math.max(0.15, start.width / Math.max(1, end.width)));
  return {
    duration,
    delay,
    easing,
    css: (t) => {
      const u = 1 - t;
      const lift = Math.sin(Math.max(0, Math.min(1, t)) * Math.PI) * high;
      return `opacity: ${Math.min(1, t * 4)}; transform: translate(${x * u}px, ${y * u - lift}px) rotate(${turn * 360 * u}deg) scale(${small + (1 - small) * t})`;
    },
  };
}

/* Something new beside the others: grows with a thud. */
export function pop(_node: Element, { duration = 340, delay = 0, start = 0.4 }: { duration?: number; delay?: number; start?: number } = {}): TransitionConfig {
  if (reduced_motion()) return { duration: FADE, css: (t) => `opacity: ${t}` };
  return { duration, delay, css: (t) => `opacity: ${Math.min(1, t * 3)}; transform: scale(${start + (1 - start) * overshoot(t)})` };
}

export function fade(_node: Element, { duration = 260, delay = 0 }: { duration?: number; delay?: number } = {}): TransitionConfig {
  const calm = reduced_motion();
  return { duration: calm ? Math.min(FADE, duration) : duration, delay: calm ? 0 : delay, css: (t) => `opacity: ${t}` };
}
