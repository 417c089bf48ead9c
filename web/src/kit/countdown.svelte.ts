/* Time left on the table's clock, as reactive numbers. One animation frame for all of them. */
import { seconds_left } from '../net/clock.ts';
import type { CountdownValue } from './types.ts';

class Beat {
  tick = $state(0);
  #users = 0;
  #frame = 0;
  #last = 0;

  /* Ten times a second is enough for sand and saves a phone's battery. */
  #step = (time: number): void => {
    if (time - this.#last >= 100) {
      this.#last = time;
      this.tick++;
    }
    this.#frame = requestAnimationFrame(this.#step);
  };

  use(): () => void {
    if (this.#users++ === 0) this.#frame = requestAnimationFrame(this.#step);
    return () => {
      if (--this.#users === 0) cancelAnimationFrame(this.#frame);
    };
  }
}

export const beat = new Beat();

export interface ClockSource {
  now(): number;
  running(): boolean;
  /* So many of our milliseconds one of the table takes. */
  slow(): number;
}

/* A table whose clocks are off: from so slow on, nothing runs out and none is shown. */
export const CLOCK_OFF = 1000;

/* Call while a component is set up. */
export function countdown(
  clock: ClockSource,
  until: () => number | undefined,
  whole: () => number | undefined,
): CountdownValue {
  $effect(() => (until() === undefined ? undefined : beat.use()));
  const left = $derived.by(() => {
    const end = until();
    if (end === undefined) return 0;
    void beat.tick;
    return Math.max(0, end - clock.now());
  });
  return {
    get left() {
      return left;
    },
    get seconds() {
      return seconds_left(left * clock.slow(), 0);
    },
    get share() {
      const span = whole();
      return span ? Math.min(1, left / span) : 0;
    },
    get running() {
      return left > 0 && clock.running();
    },
  };
}
