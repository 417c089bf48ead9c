/* What a screen of a room does about people who change their phone: tells who did, and notices windows that forget. Comes
 * after the first screen. */
import { notices } from '../lib/notices.svelte.ts';
import { load_game_texts, t } from '../lib/text.svelte.ts';
import { keep, kept } from '../net/keep.ts';
import type { Room } from '../net/room.svelte.ts';
import { lodging_here, type Lodging } from './inside.ts';

export class Moving {
  /* Where this page lives, if it should not stay there. */
  here = $state.raw<Lodging | undefined>();
  readonly #room: Room;
  #guests: Map<number, number> | undefined;

  constructor(room: Room) {
    this.#room = room;
    if (room.screen || kept('stays') === 'yes') return;
    const here = lodging_here();
    if (here) void load_game_texts('more').then(() => (this.here = here)).catch(() => undefined);
  }

  /* To be called from an effect: whose device is another one than before. */
  follow(): void {
    const { people, online } = this.#room;
    if (!online) return;
    const now = new Map(people.flatMap((one) => (one.guest === undefined ? [] : [[one.player, one.guest] as const])));
    for (const one of people) {
      const before = this.#guests?.get(one.player);
      if (before !== undefined && one.guest !== undefined && one.guest !== before) void this.#tell(one.name);
    }
    this.#guests = now;
  }

  async #tell(name: string): Promise<void> {
    await load_game_texts('more').catch(() => undefined);
    notices.tell(t('people.carried', { name }));
  }

  stay(): void {
    this.here = undefined;
    keep('stays', 'yes');
  }
}
