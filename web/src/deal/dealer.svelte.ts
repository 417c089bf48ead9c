/* This device's share in the chance of a game: it pledges a part once the server has sealed its secret, shows it once all
 * pledges are known, and looks whether it is in. The part of a seal is kept: after a break, a reload or a restart of the
 * server it is the same. One for each room, made when there is something to do. */
import { findings, is_wrong, pledge_of, swapped, to_hex, type Answer, type Findings, type Witness } from './check.ts';
import { keep, kept } from '../net/keep.ts';
import { notices } from '../lib/notices.svelte.ts';
import { load_game_texts, t } from '../lib/text.svelte.ts';
import type { DealNext } from '../generated/protocol.ts';
import type { Room } from '../net/room.svelte.ts';

const REMEMBERED = 8;

export class Dealer {
  found = $state.raw<Findings | undefined>();
  readonly #room: Room;
  #said = '';
  #looked = '';

  constructor(room: Room) {
    this.#room = room;
    room.on_deal = () => void this.heed();
  }

  #witnesses(): Witness[] {
    try {
      return JSON.parse(kept('deals') ?? '[]') as Witness[];
    } catch {
      return [];
    }
  }

  /* Of this table. */
  #known(): Witness[] {
    return this.#witnesses().filter((one) => one.room === this.#room.code);
  }

  #remember(witness: Witness): void {
    keep('deals', JSON.stringify([witness, ...this.#witnesses().filter((one) => one.seal !== witness.seal)].slice(0, REMEMBERED)));
  }

  /* Something of the deal has changed, or the connection is a new one. */
  async heed(): Promise<void> {
    const { next, game } = this.#room.sections.deal ?? {};
    if (next && this.#room.mine.length && !this.#room.screen) this.#take_part(next);
    if (game) await this.#look();
    else if (next && swapped({ next }, this.#known().filter((one) => one.shown))) await this.#warn(next.seal);
  }

  #take_part(next: DealNext): void {
    let witness = this.#known().find((one) => one.seal === next.seal);
    if (!witness) {
      const part = to_hex(crypto.getRandomValues(new Uint8Array(32)));
      this.#remember((witness = { seal: next.seal, part, room: this.#room.code, number: next.number }));
    }
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
    /* What was told first counts: whoever has seen a part could tell something else. */
    const order = this.#room.people.filter((one) => !one.left).map((one) => one.player);
    this.#remember({ pledges: next.pledges, table: next.table, order, ...witness, ...(counts ? { shown: true } : {}) });
    if (counts) this.#room.offer('part', next.seal, witness.part);
  }

  async #look(): Promise<void> {
    const { next, game } = this.#room.sections.deal!;
    const same = this.#known().find((one) => one.seal === game!.seal);
    if (same && !same.begun) this.#remember({ ...same, begun: true });
    const seats = this.#room.mine.map((one) => one.seat).filter((seat) => seat >= 0);
    const order = this.#room.people.filter((one) => one.seat >= 0).sort((a, b) => a.seat - b.seat).map((one) => one.player);
    this.found = findings({ ...(next ? { next } : {}), game: game! }, seats.length ? Math.min(...seats) : undefined, order, this.#known());
    const all: Answer[] = Object.values(this.found);
    if (all.some(is_wrong)) await this.#warn([game!.seal, game!.secret, next?.seal].join(' '));
    else if (this.found.mine === 'out' && this.#room.table && !this.#room.table.over) await this.#say(game!.seal, (text) => notices.tell(text), 'deal.mine.out');
  }

  #warn(about: string): Promise<void> {
    return this.#say(about, (text) => notices.refuse(text), 'deal.wrong');
  }

  /* Once for each thing that is to be said. */
  async #say(about: string, say: (text: string) => void, key: string): Promise<void> {
    const what = `${key} ${about}`;
    if (what === this.#looked) return;
    this.#looked = what;
    await load_game_texts('more').catch(() => undefined);
    say(t(key));
  }
}

const dealers = new WeakMap<Room, Dealer>();

export function dealer_of(room: Room): Dealer {
  const known = dealers.get(room) ?? new Dealer(room);
  dealers.set(room, known);
  return known;
}
