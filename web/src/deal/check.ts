/* A deal computed again, by nothing but SHA-256 (src/base/sealed.h and deal.h say the same in C). The browser's own is given
 * to secure pages only, and a table at home is plain HTTP. */
import { hash as sha256 } from '@stablelib/sha256';
import type { DealGame, DealSection, Draw, Pledge } from '../generated/protocol.ts';

export const to_hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const from_hex = (hex: string): Uint8Array => Uint8Array.from({ length: hex.length / 2 }, (_, i) => parseInt(hex.slice(2 * i, 2 * i + 2), 16));

function joined(...parts: (string | Uint8Array)[]): Uint8Array {
  const bytes = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part));
  const all = new Uint8Array(bytes.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const one of bytes) {
    all.set(one, at);
    at += one.length;
  }
  return all;
}

const hashed = (...parts: (string | Uint8Array)[]): string => to_hex(sha256(joined(...parts)));

export const seal_of = (secret: string): string => hashed('unisono seal', from_hex(secret));

export const pledge_of = (seal: string, part: string): string => hashed('unisono pledge', from_hex(seal), from_hex(part));

/* `table`: of what the table brought; games from before that was told are made without. */
export function seed_of(secret: string, parts: DealGame['parts'], table: string | undefined): string {
  const pieces = parts.flatMap(({ seat, part }) => [Uint8Array.of(seat), from_hex(part)]);
  const begin = table === undefined ? ['unisono seed', from_hex(secret)] : ['unisono deal', from_hex(secret), from_hex(table)];
  return hashed(...begin, ...pieces);
}

/* Draws of one stream, in their order: four numbers a hash. */
class Stream {
  readonly #seed: Uint8Array;
  readonly #stream: number;
  #index = 0;
  #block: DataView | undefined;

  constructor(seed: string, stream: number) {
    this.#seed = from_hex(seed);
    this.#stream = stream;
  }

  /* The low half of the next number: what a draw is made of. */
  #next(): number {
    if (this.#index % 4 === 0) {
      const place = new DataView(new ArrayBuffer(16));
      place.setUint32(0, this.#stream, true);
      place.setUint32(8, this.#index / 4, true);
      this.#block = new DataView(sha256(joined(this.#seed, new Uint8Array(place.buffer))).buffer);
    }
    return this.#block!.getUint32(8 * (this.#index++ % 4), true);
  }

  /* Evenly in [0, n): numbers that would make the first results likelier are passed over. n is below 2^16. */
  below(n: number): number {
    const unfair = (0x100000000 - n) % n;
    for (;;) {
      const product = this.#next() * n;
      const high = Math.floor(product / 0x100000000);
      if (product - high * 0x100000000 >= unfair) return high;
    }
  }
}

/* How many of these draws are what the seed gives, up to the first that is not. */
export function check_draws(seed: string, draws: Draw[]): number {
  let record = 0;
  let open: Stream | undefined, hidden: Stream | undefined;
  for (const [i, draw] of draws.entries()) {
    if (draw.record !== record) {
      record = draw.record;
      open = new Stream(seed, (record - 1) * 2);
      hidden = new Stream(seed, (record - 1) * 2 + 1);
    }
    if ((draw.hidden ? hidden! : open!).below(draw.of) !== draw.value) return i;
  }
  return draws.length;
}

/* What this device knows of a deal from the time before it. */
export interface Witness {
  seal: string;
  part: string;
  /* Of which table, and of which of its games. */
  room: string;
  number: number;
  /* It has shown its part: it has to be in. */
  shown?: boolean;
  /* The game began with this seal. A table that was read anew may not tell of it any more. */
  begun?: boolean;
  pledges?: Pledge[];
  /* What the table said then that it brings into the game. */
  table?: string;
  /* Players as they sat then. */
  order?: number[];
}

/* `other`: it is not the box that this device has shown its part for. `out`: the part was not there in time. */
export type Answer = 'yes' | 'no' | 'other' | 'out' | 'later' | 'unknown';

export const is_wrong = (answer: Answer): boolean => answer === 'no' || answer === 'other';

export interface Findings {
  /* The secret is the one that was sealed before anybody showed a part. */
  seal: Answer;
  /* The part of this device is in. */
  mine: Answer;
  /* Everybody's part is what was pledged, once each, and by seat: in another order they would make another seed. */
  parts: Answer;
  /* What was seen in earlier games is what the table said before anybody showed a part. */
  table: Answer;
}

/* Those of both lists stand in the same order in both. */
function in_order(before: number[], now: number[]): boolean {
  const left = before.filter((one) => now.includes(one));
  return now.filter((one) => before.includes(one)).every((one, i) => one === left[i]);
}

function parts_answer(game: DealGame, same: Witness | undefined, order: number[]): Answer {
  if (!same?.pledges) return 'unknown';
  const left = same.pledges.map((one) => one.pledge);
  let last = -1;
  for (const { seat, part } of game.parts) {
    const at = left.indexOf(pledge_of(game.seal, part));
    if (at < 0 || seat <= last) return 'no';
    left.splice(at, 1);
    last = seat;
  }
  return in_order(same.order ?? [], order) ? 'yes' : 'no';
}

/* A device has shown its part for a box, and then there is another one: either the game it was for has the other, or the game
 * never came. Whoever could do that would look at the parts first. Who was away for a whole game cannot tell. */
export function swapped({ next, game }: DealSection, shown: Witness[]): boolean {
  return shown.some(({ number, seal, begun }) =>
    game && game.number >= number ? game.number === number && game.seal !== seal : !begun && next !== undefined && next.number <= number + 1 && next.seal !== seal,
  );
}

/* `seat`: the first of this device; `order`: players by seat; `known`: what this device knows of this table's deals. */
export function findings(deal: DealSection & { game: DealGame }, seat: number | undefined, order: number[], known: Witness[]): Findings {
  const { game } = deal;
  const same = known.find((one) => one.seal === game.seal);
  const in_it = game.parts.some((one) => one.seat === seat && one.part === same?.part);
  const other = swapped(deal, known.filter((one) => one.shown));
  return {
    seal: other ? 'other' : game.secret === undefined ? 'later' : seal_of(game.secret) !== game.seal ? 'no' : same ? 'yes' : 'unknown',
    mine: in_it ? 'yes' : !same || seat === undefined ? 'unknown' : same.shown ? 'no' : 'out',
    parts: parts_answer(game, same, order),
    table: same?.table === undefined ? 'unknown' : same.table === game.table ? 'yes' : 'no',
  };
}
