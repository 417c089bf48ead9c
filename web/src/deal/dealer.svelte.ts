/* This device's share in the chance of a game: it pledges a part once the server has sealed its secret, shows it once all
 * pledges are known, and looks whether it is in. The part of a seal is kept: after a break, a reload or a restart of the
 * server it is the same. One for each room, made when there is something to do. */
import { findings, pledge_of, to_hex, type Findings, type Witness } from './check.ts';
import { keep, kept } from '../net/keep.ts';
import { notices } from '../lib/notices.svelte.ts';
import { load_game_texts, t } from '../lib/text.svelte.ts';
import type { DealNext } from '../generated/protocol.ts';
import type { Room } from '../net/room.svelte.ts';

const REMEMBERED = 4;

export class Dealer {
  found = $state.raw<Findings | undefined>();
  readonly #room: Room;
  #said = '';
  #looked = '';

  constructor(room: Room) {
    this.#room = room;
    room.on_deal = () => this.heed();
  }

  #witnesses(): Witness[] {
    try {
      return JSON.parse(kept('deals') ?? '[]') as Witness[];
    } catch {
      return [];
    }
  }

  #witness(seal: string): Witness | undefined {
    return this.#witnesses().find((one) => one.seal === seal);
  }

  #remember(witness: Witness): void {
    keep('deals', JSON.stringify([witness, ...this.#witnesses().filter((one) => one.seal !== witness.seal)].slice(0, REMEMBERED)));
  }

  /* Something of the deal has changed, or the connection is a new one. */
  heed(): void {
    const { next, game } = this.#room.sections.deal ?? {};
    if (next && this.#room.mine.length && !this.#room.screen) this.#take_part(next);
    if (game) void this.#look();
  }

  #take_part(next: DealNext): void {
    let witness = this.#witness(next.seal);
    if (!witness) this.#remember((witness = { seal: next.seal, part: to_hex(crypto.getRandomValues(new Uint8Array(32))) }));
    const pledge = pledge_of(next.seal, witness.part);
    const step = next.pledges ? 'part' : 'pledge';
    const what = [next.seal, step, this.#room.visits].join(' ');
    if (this.#said === what) return;
    this.#said = what;
    if (step === 'pledge') {
      this.#room.offer('pledge', next.seal, pledge);
      return;
    }
    const counts = next.pledges!.some((one) => one.guest === this.#room.guest && one.pledge === pledge);
    this.#remember({ ...witness, pledges: next.pledges, table: witness.table ?? next.table, ...(counts ? { shown: true } : {}) });
    if (counts) this.#room.offer('part', next.seal, witness.part);
  }

  async #look(): Promise<void> {
    const game = this.#room.sections.deal!.game!;
    const seats = this.#room.mine.map((one) => one.seat).filter((seat) => seat >= 0);
    const what = [game.seal, game.secret].join(' ');
    this.found = findings(game, seats.length ? Math.min(...seats) : undefined, this.#witness(game.seal));
    if (what === this.#looked || !Object.values(this.found).includes('no')) return;
    this.#looked = what;
    await load_game_texts('more').catch(() => undefined);
    notices.refuse(t('deal.wrong'));
  }
}

const dealers = new WeakMap<Room, Dealer>();

export function dealer_of(room: Room): Dealer {
  const known = dealers.get(room) ?? new Dealer(room);
  dealers.set(room, known);
  return known;
}
