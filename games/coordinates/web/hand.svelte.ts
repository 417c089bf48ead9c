/* My token under my hand: drawn at once, shown to the others as it moves, laid when the hand lets go.
 *
 * Only the last place is played, and only when the hand rests: moving is not a move. */

import type { Spot, Coordinates } from './view.ts';

const REST = 350;

export class Hand {
  /* Where my hand has it; nothing: where the view has it. */
  spot = $state.raw<Spot>();
  #game: Coordinates;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsent: Spot | undefined;

  constructor(game: Coordinates) {
    this.#game = game;
    /* A new round, or somebody else at this phone: the hand is empty. */
    const moment = $derived(`${game.view.table?.round} ${game.seat}`);
    $effect(() => {
      void moment;
      this.#unsent = undefined;
      this.spot = undefined;
    });
    $effect(() => () => void this.lay());
  }

  get mine(): Spot | undefined {
    return this.spot ?? this.#game.view.tokens?.find((token) => token.seat === this.#game.seat);
  }

  move(spot: Spot, final: boolean): void {
    this.spot = spot;
    this.#unsent = spot;
    this.#game.live('place', { x: spot.x, y: spot.y });
    clearTimeout(this.#timer);
    if (final) this.#timer = setTimeout(() => void this.lay(), REST);
  }

  /* Says where it lies now, if that is not said yet. */
  async lay(): Promise<boolean> {
    clearTimeout(this.#timer);
    const spot = this.#unsent;
    if (!spot) return true;
    this.#unsent = undefined;
    const outcome = await this.#game.play('place', { x: spot.x, y: spot.y });
    if (this.spot === spot) this.spot = undefined;
    if (outcome.ok) this.#game.announce(`${this.#game.t('my_token')}: ${this.#game.t('spot', { x: spot.x, y: spot.y })}`);
    return outcome.ok;
  }
}
