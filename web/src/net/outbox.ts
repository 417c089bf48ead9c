/* What this guest asked for and has not been answered yet.
 *
 * Each request has a number; the server applies each number once. After a broken connection everything
 * above the last applied number is sent again, with its number. Tabs of one browser are one guest and
 * share the counter (`Counter`); should two of them draw the same number all the same, the server answers
 * the slower one "again" although it was never sent before: then it gets a fresh number.
 *
 *     const answer = outbox.add({ do: 'sit', with: { name: 'Ann' } });    a promise
 *     outbox.ack(18);                                                       it resolves
 */
import type { ClientMessage, Do, Play, Reason } from '../generated/protocol.ts';

type Unnumbered<Message> = Message extends { n: number } ? Omit<Message, 'n'> : never;
export type Request = Unnumbered<Do | Play>;
/* Arguments as they are handed over; they can be left out where nothing is needed. */
export type Given<T, More extends unknown[] = []> = Record<string, never> extends T ? [args?: T, ...more: More] : [args: T, ...more: More];

export type Outcome = { ok: true } | { ok: false; refusal: Reason };

export interface Counter {
  /* A number that no tab of this guest has used. */
  draw(): number;
  /* Numbers up to this one are used. */
  learn(n: number): void;
}

interface Pending {
  request: Request;
  sends: number;
  done: (outcome: Outcome) => void;
}

export class Outbox {
  readonly #pending = new Map<number, Pending>();
  readonly #counter: Counter;
  readonly #send: (message: ClientMessage) => boolean;

  /* `send` gives a message to an open connection and tells whether there was one. */
  constructor(counter: Counter, send: (message: ClientMessage) => boolean) {
    this.#counter = counter;
    this.#send = send;
  }

  get size(): number {
    return this.#pending.size;
  }

  add(request: Request): Promise<Outcome> {
    return new Promise((done) => this.#put({ request, sends: 0, done }));
  }

  #put(pending: Pending): void {
    const n = this.#counter.draw();
    this.#pending.set(n, pending);
    this.#post(n, pending);
  }

  #post(n: number, pending: Pending): void {
    if (this.#send({ n, ...pending.request })) pending.sends++;
  }

  /* A connection was welcomed; `n` is the last number that was applied. Those sent before and applied are
   * done; the rest goes out, in order. What was applied while nobody could tell us was not refused. */
  welcomed(n: number): void {
    this.#counter.learn(n);
    for (const [number, pending] of [...this.#pending].sort(([a], [b]) => a - b)) {
      if (number > n) {
        this.#post(number, pending);
      } else {
        this.#pending.delete(number);
        if (pending.sends) pending.done({ ok: true });
        else this.#put(pending);
      }
    }
  }

  ack(n: number, again = false): void {
    const pending = this.#pending.get(n);
    if (!pending) return;
    this.#pending.delete(n);
    if (again && pending.sends === 1) this.#put(pending);
    else pending.done({ ok: true });
  }

  refused(n: number, refusal: Reason): void {
    const pending = this.#pending.get(n);
    if (!pending) return;
    this.#pending.delete(n);
    pending.done({ ok: false, refusal });
  }

  /* The room is gone for us: nothing will be answered any more. */
  abandon(refusal: Reason): void {
    for (const pending of this.#pending.values()) pending.done({ ok: false, refusal });
    this.#pending.clear();
  }
}
