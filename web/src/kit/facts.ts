/* A queue of facts for one listener: in order, one at a time, and never in the way of state.
 *
 * When more than `rush` wait, or the page is hidden, the listener is told to hurry: motion that nobody
 * sees or that is hopelessly late helps nobody. */
import type { Fact, FactWay } from './types.ts';

const RUSH = 24;

export type FactListener = (fact: Fact, way: FactWay) => void | Promise<void>;

export class FactQueue {
  #waiting: Fact[] = [];
  #busy = false;
  #ended = false;
  #skipped = false;
  #listener: FactListener;
  #hidden: () => boolean;
  #sleepers = new Set<() => void>();

  #rush: number;

  constructor(listener: FactListener, hidden: () => boolean = () => globalThis.document?.hidden ?? false, rush = RUSH) {
    this.#listener = listener;
    this.#hidden = hidden;
    this.#rush = rush;
  }

  get #hurry(): boolean {
    return this.#ended || this.#skipped || this.#waiting.length > this.#rush || this.#hidden();
  }

  add(facts: Fact[]): void {
    this.#waiting.push(...facts);
    if (this.#hurry) for (const wake of [...this.#sleepers]) wake();
    if (!this.#busy) void this.#run();
  }

  end(): void {
    this.#ended = true;
    this.#waiting = [];
    for (const wake of [...this.#sleepers]) wake();
  }

  /* Whatever waits is told without a pause; what comes later takes its time again. */
  skip(): void {
    this.#skipped = this.#busy;
    for (const wake of [...this.#sleepers]) wake();
  }

  #pause(ms: number): Promise<void> {
    if (this.#hurry) return Promise.resolve();
    return new Promise((done) => {
      const wake = () => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        done();
      };
      const timer = setTimeout(wake, ms);
      this.#sleepers.add(wake);
    });
  }

  async #run(): Promise<void> {
    this.#busy = true;
    const queue = this;
    const way: FactWay = {
      get hurry() {
        return queue.#hurry;
      },
      get waiting() {
        return queue.#waiting.length;
      },
      pause: (ms) => this.#pause(ms),
    };
    for (let fact = this.#waiting.shift(); fact; fact = this.#waiting.shift()) {
      try {
        await this.#listener(fact, way);
      } catch (error) {
        /* A broken animation is no reason to stop the party. */
        console.error(error);
      }
    }
    this.#busy = false;
    this.#skipped = false;
  }
}
