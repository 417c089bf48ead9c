/* Where tokens are drawn: where the view says, unless a hand is moving one right now.
 *
 * A hand is newer than the view until the token is laid there. Each change is taken once, in the order it
 * came; a hand of an earlier round is never looked at again. Thirteen hands move two hundred times a second: what
 * is drawn follows once a frame, with the newest of each. */
import { SvelteMap } from 'svelte/reactivity';

import type { Spot, Coordinates } from './view.ts';

export class Spots {
  readonly at = new SvelteMap<number, Spot>();
  #laid = new Map<number, string>();
  #hands = new Map<number, number[]>();
  #moving = new Map<number, Spot>();
  #frame = 0;
  #round = 0;

  /* Call while a component is set up. */
  constructor(game: Coordinates) {
    $effect(() => {
      const { tokens, table } = game.view;
      if (!tokens || !table) return;
      if (table.round !== this.#round) {
        this.#round = table.round;
        this.#laid.clear();
        this.#moving.clear();
        this.at.clear();
        this.#hands = new Map(game.hands);
      }
      for (const { seat, x, y } of tokens) {
        const key = `${x} ${y}`;
        if (this.#laid.get(seat) === key) continue;
        this.#laid.set(seat, key);
        this.#moving.delete(seat);
        this.at.set(seat, { x, y });
      }
    });
    $effect(() => {
      for (const [seat, numbers] of game.hands) {
        if (this.#hands.get(seat) === numbers) continue;
        this.#hands.set(seat, numbers);
        const [x, y] = numbers;
        if (seat !== game.seat && game.phase.name === 'place' && x !== undefined && y !== undefined) this.#follow(seat, { x, y });
      }
    });
    $effect(() => () => cancelAnimationFrame(this.#frame));
  }

  #follow(seat: number, spot: Spot): void {
    this.#moving.set(seat, spot);
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      for (const [one, where] of this.#moving) this.at.set(one, where);
      this.#moving.clear();
    });
  }
}
