/* The rhythm of a stage: facts become beats, one after the other, and what is not told yet is not shown.
 *
 *     const beats = beats_of(game, {
 *       word_read: async (fact, beat) => {
 *         await beat.wait('slide', 500);         anticipation: the card lies face down
 *         beat.tell();                           from here on untold() is false, and the card turns
 *         await beat.wait('turn', 350);
 *       },
 *     });
 *     const up = $derived(!beats.untold('word_read', (fact) => fact.seat === reader));
 *
 * The view is always the whole truth, and at once; a stage shows it minus what untold() holds back. So whoever reloads
 * sees the end, and a fact without a beat is told as it comes. Beats are short, shorter still when more is waiting, and
 * none at all with reduced motion, on a hidden page, or after skip(). */
import { onDestroy } from 'svelte';
import { FactQueue } from '../kit/facts.ts';
import type { Fact } from '../kit/types.ts';
import { reduced_motion } from '../lib/settings.svelte.ts';

export interface Beat {
  /* Waits; meanwhile the stage says `name` as its beat (data-beat). */
  wait(name: string, ms: number): Promise<void>;
  /* The fact counts as told from now on; otherwise when its script ends. Or others: all that wait of a kind. */
  tell(is?: string): void;
  /* It is not told when its script ends, but by a later one. */
  later(): void;
  /* Nobody waits: show the end, not the way. */
  readonly hurry: boolean;
}

export type Script<F extends { is: string }> = {
  [Name in F['is']]?: (fact: Extract<F, { is: Name }>, beat: Beat) => void | Promise<void>;
};

/* So many facts at once are no drama any more: a phone that slept, a game that is caught up with. */
const RUSH = 80;
/* Where other moments wait, everything goes faster. */
const BRISK = 0.45;

/* What a game has to offer for this; a Game does. */
export interface Source<F> {
  onArrival(listener: (facts: F[]) => void): void;
}

export class Beats<F extends { is: string }> {
  /* The beat that plays now; empty when everything is told. */
  now = $state('');
  #untold: readonly F[] = $state.raw([]);
  readonly #script: Script<F>;
  readonly #queue: FactQueue;
  /* Moments that have arrived and are not told to their end. */
  #moments: { left: number }[] = [];
  readonly #calm: () => boolean;

  constructor(game: Source<F>, script: Script<F>, how: { calm?: () => boolean; hidden?: () => boolean } = {}) {
    this.#script = script;
    this.#calm = how.calm ?? reduced_motion;
    this.#queue = new FactQueue((fact, way) => this.#play(fact as unknown as F, way), how.hidden, RUSH);
    game.onArrival((facts) => this.arrive(facts));
  }

  arrive(facts: readonly F[]): void {
    const mine = facts.filter((fact) => fact.is in this.#script);
    if (!mine.length) return;
    this.#untold = [...this.#untold, ...mine];
    this.#moments.push({ left: mine.length });
    this.#queue.add(mine as unknown as Fact[]);
  }

  /* Facts of this kind that the stage has not told yet. */
  held<Name extends F['is']>(is: Name): Extract<F, { is: Name }>[] {
    return this.#untold.filter((fact): fact is Extract<F, { is: Name }> => fact.is === is);
  }

  /* Is there one? */
  untold<Name extends F['is']>(is: Name, test: (fact: Extract<F, { is: Name }>) => boolean = () => true): boolean {
    return this.held(is).some(test);
  }

  get busy(): boolean {
    return this.#untold.length > 0 || this.now !== '';
  }

  /* Tells the rest at once. */
  skip(): void {
    this.#queue.skip();
  }

  end(): void {
    this.#queue.end();
    this.#untold = [];
  }

  #tell(fact: F): void {
    this.#untold = this.#untold.filter((one) => one !== fact);
  }

  async #play(fact: F, way: { hurry: boolean; pause(ms: number): Promise<void> }): Promise<void> {
    if (!this.#untold.includes(fact)) return this.#count();
    const beats = this;
    let later = false;
    const beat: Beat = {
      get hurry() {
        return way.hurry || beats.#calm();
      },
      tell: (is) => {
        if (is === undefined) this.#tell(fact);
        else this.#untold = this.#untold.filter((one) => one.is !== is);
      },
      later: () => (later = true),
      wait: async (name, ms) => {
        this.now = name;
        if (!beat.hurry) await way.pause(this.#moments.length > 1 ? ms * BRISK : ms);
      },
    };
    try {
      await this.#script[fact.is as F['is']]?.(fact as never, beat);
    } finally {
      if (!later) this.#tell(fact);
      this.#count();
    }
  }

  #count(): void {
    const moment = this.#moments[0];
    if (moment && --moment.left === 0) this.#moments.shift();
    if (this.#moments.length) return;
    this.now = '';
    this.#untold = [];
  }
}

/* Call while a component is set up. */
export function beats_of<F extends { is: string }>(game: Source<F>, script: Script<F>): Beats<F> {
  const beats = new Beats<F>(game, script);
  onDestroy(() => beats.end());
  return beats;
}
