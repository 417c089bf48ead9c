/* A code that lets the players of this device go to another one: asked for, and asked for again before it ends or when
 * the table is reached anew (a server that was started since does not know it). */
import { invitation } from '../lib/invitation.ts';
import type { Room } from '../net/room.svelte.ts';

const EARLY = 20_000;
const AGAIN = 3_000;

export class Ticket {
  code = $state('');
  /* Why there is none: a key. */
  trouble = $state('');
  readonly #room: Room;

  constructor(room: Room) {
    this.#room = room;
  }

  /* Where the other device goes: what follows the # is never sent to a server. */
  get link(): string {
    return this.code ? `${invitation(this.#room)}#${this.code}` : '';
  }

  /* To be called from an effect: `player` 0 means everybody on this device. */
  follow(player: number): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const ask = async () => {
      const answer = await this.#room.question('ticket', { player });
      if (ended) return;
      this.code = answer?.ticket ?? '';
      this.trouble = answer?.key ?? '';
      timer = setTimeout(() => void ask(), answer?.for ? Math.max(AGAIN, answer.for - EARLY) : AGAIN);
    };
    if (this.#room.online) void ask();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }
}
