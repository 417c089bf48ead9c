/* The time a word lies there, whole: for a bar that shrinks. How long it is, and when it begins anew, is for the table
   to say; here it is read off the clock. Within one window the time left only becomes less, also while a vote holds
   it; where there is more of it than before, another one has begun. */
import type { PhaseSection } from '@kit';

/* Clocks of phones and the way of a message are not as exact as the table's. */
const ABOUT = 1000;

export class TimeWindow {
  #phase: PhaseSection | undefined;
  #whole = 0;

  /* Milliseconds of the window that runs at `now`; asked whenever the phase changes. */
  whole(phase: PhaseSection, now: number): number {
    const left = left_of(phase, now);
    const before = this.#phase ? left_of(this.#phase, now) : -ABOUT;
    const begun = phase.since !== this.#phase?.since && phase.until !== undefined;
    if (left > before + ABOUT) this.#whole = begun ? phase.until! - phase.since : left;
    this.#phase = phase;
    return this.#whole;
  }
}

function left_of(phase: PhaseSection, now: number): number {
  return phase.held ?? Math.max(0, (phase.until ?? now) - now);
}
