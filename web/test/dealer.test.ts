/* A phone at the table of a dealer who cheats: each thing that a server could do once it has seen the parts. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pledge_of, seal_of, to_hex } from '../src/deal/check.ts';
import { Dealer } from '../src/deal/dealer.svelte.ts';
import { forget } from '../src/net/keep.ts';
import { notices } from '../src/lib/notices.svelte.ts';
import type { DealSection } from '../src/generated/protocol.ts';
import type { Room } from '../src/net/room.svelte.ts';

const number = (n: number) => to_hex(Uint8Array.from({ length: 32 }, () => n));
const SECRET = number(1), BETTER = number(2), BENS = number(3);
const TABLE = number(9);

/* A table as a phone sees it, with a dealer who may do as he likes. */
class Table {
  code = 'ABCDE';
  guest = 1;
  visits = 1;
  screen = false;
  on_deal: (() => void) | undefined;
  table: { over: boolean } | undefined;
  people = [0, 1].map((i) => ({ player: 11 + i, guest: 1 + i, seat: -1, left: false }));
  sections: { deal?: DealSection } = {};
  said: [string, string, string][] = [];
  dealer = new Dealer(this as unknown as Room);

  get mine() {
    return this.people.filter((one) => one.guest === this.guest);
  }

  offer(...what: [string, string, string]): void {
    this.said.push(what);
  }

  async show(deal: DealSection): Promise<void> {
    this.sections = { deal };
    await this.dealer.heed();
  }

  async begin(deal: DealSection): Promise<void> {
    this.people.forEach((one, i) => (one.seat = i));
    this.table = { over: false };
    await this.show(deal);
  }

  /* As far as the parts: what this phone has shown. */
  async parts(secret = SECRET, n = 1, last: Pick<DealSection, 'game'> = {}): Promise<string> {
    const seal = seal_of(secret);
    await this.show({ ...last, next: { number: n, seal } });
    const [, , pledge] = this.said.at(-1)!;
    await this.show({ ...last, next: { number: n, seal, table: TABLE, pledges: [{ guest: 1, pledge }, { guest: 2, pledge: pledge_of(seal, BENS) }] } });
    const [step, , part] = this.said.at(-1)!;
    expect(step).toBe('part');
    return part;
  }
}

const both = (part: string) => [{ seat: 0, part }, { seat: 1, part: BENS }];
const refuse = vi.spyOn(notices, 'refuse').mockImplementation(() => undefined);
const tell = vi.spyOn(notices, 'tell').mockImplementation(() => undefined);
const warned = () => refuse.mock.calls.length;

describe('a phone', () => {
  beforeEach(() => {
    forget('deals');
    refuse.mockClear();
    tell.mockClear();
  });

  it('finds nothing wrong with an honest dealer, game after game', async () => {
    const table = new Table();
    let last: Pick<DealSection, 'game'> = {};
    for (const [n, secret] of [[1, SECRET], [2, BETTER]] as const) {
      const part = await table.parts(secret, n, last);
      const game = { number: n, seal: seal_of(secret), table: TABLE, parts: both(part), out: [] };
      await table.begin({ game });
      last = { game: { ...game, secret } };
      await table.show(last);
      expect(table.dealer.found).toEqual({ seal: 'yes', mine: 'yes', parts: 'yes', table: 'yes' });
    }
    expect(warned()).toBe(0);
  });

  it('finds nothing wrong with a table that was read anew after a game, and tells of the next one alone', async () => {
    const table = new Table();
    const part = await table.parts();
    await table.begin({ game: { number: 1, seal: seal_of(SECRET), table: TABLE, parts: both(part), out: [] } });
    await table.show({ next: { number: 2, seal: seal_of(BETTER) } });
    expect(warned()).toBe(0);
  });

  it('notices a secret that was chosen after the parts', async () => {
    const table = new Table();
    const part = await table.parts();
    await table.begin({ game: { number: 1, seal: seal_of(BETTER), table: TABLE, parts: both(part), out: [] } });
    expect(table.dealer.found?.seal).toBe('other');
    expect(warned()).toBe(1);
  });

  it('notices a box that is put away when it does not suit', async () => {
    const table = new Table();
    await table.parts(SECRET);
    await table.show({ next: { number: 1, seal: seal_of(BETTER) } });
    expect(warned()).toBe(1);
    const part = await table.parts(BETTER);
    await table.begin({ game: { number: 1, seal: seal_of(BETTER), table: TABLE, parts: both(part), out: [] } });
    expect(table.dealer.found?.seal).toBe('other');
  });

  it('notices that its part is missing, another is in twice, or one was pledged late', async () => {
    const table = new Table();
    const part = await table.parts();
    const game = { number: 1, seal: seal_of(SECRET), table: TABLE, out: [] };
    await table.begin({ game: { ...game, parts: [{ seat: 1, part: BENS }], out: [0] } });
    expect(table.dealer.found?.mine).toBe('no');
    await table.show({ game: { ...game, parts: [...both(part), { seat: 2, part: BENS }] } });
    expect(table.dealer.found?.parts).toBe('no');
    /* The list of pledges is told anew, with one that was made when the others were known. */
    const late = number(7);
    table.visits++;
    await table.show({ next: { number: 1, seal: game.seal, table: TABLE, pledges: [{ guest: 1, pledge: pledge_of(game.seal, part) }, { guest: 2, pledge: pledge_of(game.seal, late) }] } });
    await table.show({ game: { ...game, parts: [{ seat: 0, part }, { seat: 1, part: late }] } });
    expect(table.dealer.found?.parts).toBe('no');
  });

  it('notices that people were seated anew when the parts were known', async () => {
    const table = new Table();
    const part = await table.parts();
    table.people.reverse();
    await table.begin({ game: { number: 1, seal: seal_of(SECRET), table: TABLE, parts: [{ seat: 0, part: BENS }, { seat: 1, part }], out: [] } });
    expect(table.dealer.found?.parts).toBe('no');
  });

  it('says that it was too late, and accuses nobody', async () => {
    const table = new Table();
    const seal = seal_of(SECRET);
    await table.show({ next: { number: 1, seal } });
    await table.begin({ game: { number: 1, seal, table: TABLE, parts: [{ seat: 1, part: BENS }], out: [0] } });
    expect(table.dealer.found?.mine).toBe('out');
    expect(warned()).toBe(0);
    expect(tell).toHaveBeenCalledOnce();
  });
});
