/* A phone tells a token as the table screen does, and as slowly: what people thought, a breath, then the truth. Points, sounds and
 * sentences that would give it away wait for it. */
import { reduced_motion } from '@kit';
import type { GameFact } from './protocol.ts';
import { BREATH, points_of, THOUGHT, thoughts, WHOSE } from './thoughts.ts';
import type { Coordinates } from './view.ts';

/* How long the truth can be seen before the next token, in milliseconds. */
const SEEN = 900;

export class Truth {
  /* Whose token is not told yet, what came with it, and how quickly it is told: 1, or less where the table gives it little time. */
  #untold = $state.raw<number>();
  #held = $state.raw<GameFact[]>([]);
  pace = $state.raw(1);
  #game: Coordinates;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: (() => void)[] = [];

  /* Call while a component is set up. */
  constructor(game: Coordinates) {
    this.#game = game;
    game.onArrival((facts) => {
      const fact = facts.find((one) => one.is === 'token_revealed');
      if (!fact) return;
      this.#end();
      const token = game.view.tokens.find((one) => one.seat === fact.seat);
      if (!token || reduced_motion() || document.hidden) return;
      const whole = WHOSE + THOUGHT * thoughts(token).length + BREATH;
      const { until } = game.phase;
      this.pace = until ? Math.max(0, Math.min(1, (until - game.now() - SEEN) / whole)) : 1;
      this.#held = facts;
      this.#untold = fact.seat;
      this.#timer = setTimeout(() => this.#end(), whole * this.pace);
    });
    game.onSkip(() => this.#end());
    $effect(() => () => this.#end());
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#untold = undefined;
    this.#held = [];
    for (const go_on of this.#waiting.splice(0)) go_on();
  }

  of(seat: number | undefined): boolean {
    return seat === undefined || this.#untold !== seat;
  }

  /* When everything is told: at once, mostly. */
  told(): Promise<void> {
    return this.#untold === undefined ? Promise.resolve() : new Promise((go_on) => this.#waiting.push(go_on));
  }

  /* Points of somebody that are not told yet. */
  held(seat: number): number {
    return points_of(this.#game, seat, this.#held);
  }
}
