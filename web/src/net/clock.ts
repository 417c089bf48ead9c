/* The table's clock as this device knows it.
 *
 * A frame tells the time of the table when it was made; a ping tells how long messages travel. While the
 * table runs, its time is ours plus an offset; while it stands, it is what the last frame said. An offset
 * is never taken back by a slow frame: a frame can only arrive late, so the largest offset seen is the
 * truest, until the table stops or a ping knows better. Where people have more time, one millisecond of the table
 * takes several of ours.
 *
 *     clock.frame(83120, true);      a frame just arrived
 *     clock.now()                    83120 and counting
 */
export class TableClock {
  #offset = 0;
  #known = false;
  #running = false;
  #slow = 1;
  #stood = 0;
  #travel = 0;
  readonly #local: () => number;

  constructor(local: () => number = () => performance.now()) {
    this.#local = local;
  }

  /* A frame that was made at `at` has just come in. */
  frame(at: number, running: boolean, slow = 1): void {
    const offset = at + (this.#travel - this.#local()) / slow;
    if (!this.#known || !this.#running || slow !== this.#slow || offset > this.#offset) this.#offset = offset;
    this.#known = true;
    this.#running = running;
    this.#slow = slow;
    this.#stood = at;
  }

  /* The answer to a ping that was sent at `sent` on our own clock. */
  pong(at: number, sent: number): void {
    const local = this.#local();
    const travel = Math.max(0, (local - sent) / 2);
    this.#travel = this.#travel ? Math.min(this.#travel * 1.1, travel) : travel;
    if (!this.#running) {
      this.#stood = at;
      return;
    }
    /* Within the travel time both are right; do not let a shown second jump for nothing. */
    const offset = at + (travel - local) / this.#slow;
    if (Math.abs(offset - this.#offset) > travel / this.#slow) this.#offset = offset;
  }

  /* The server may have started anew: what was known of its clock is void. */
  forget(): void {
    this.#known = false;
  }

  now(): number {
    return this.#running ? this.#local() / this.#slow + this.#offset : this.#stood;
  }

  get slow(): number {
    return this.#slow;
  }

  get running(): boolean {
    return this.#running;
  }
}

/* Seconds left as shown: 20.0 … 19.01 are "20", 0.4 is "1", nothing is "0". */
export function seconds_left(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000));
}
