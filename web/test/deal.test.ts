/* A deal computed again: SHA-256 against the platform's, and draws, seeds and findings against what the C
 * program says (tests/unit/test_deal.c has the same numbers). */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { check_draws, findings, from_hex, pledge_of, seal_of, seed_of, swapped, to_hex, type Witness } from '../src/deal/check.ts';
import type { DealGame } from '../src/generated/protocol.ts';
import { hash } from '@stablelib/sha256';

const hex = (n: number) => to_hex(Uint8Array.from({ length: 32 }, (_, i) => (n >> (8 * i)) & (i < 4 ? 0xff : 0)));
/* Record, hidden, of how many, which. */
const DRAWS = [
  [1, 0, 26, 12], [1, 0, 6, 1], [1, 1, 2048, 815], [1, 0, 2, 1], [1, 0, 99, 34], [1, 1, 7, 0],
  [1, 0, 1, 0], [2, 1, 40, 8], [2, 0, 12, 2], [9, 0, 3, 0], [9, 0, 3, 0], [9, 0, 3, 1],
  [9, 0, 3, 2], [9, 0, 3, 2], [9, 0, 3, 0], [9, 0, 3, 1], [9, 0, 3, 2], [9, 0, 3, 2],
];
const own = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('SHA-256', () => {
  it('says what the platform says, at every length around a block', () => {
    for (const n of [0, 1, 3, 48, 55, 56, 57, 63, 64, 65, 111, 112, 119, 128, 300, 1000]) {
      const bytes = Uint8Array.from({ length: n }, (_, i) => (i * 37 + n) & 255);
      expect(to_hex(hash(bytes))).toBe(own(bytes));
    }
  });
});

describe('a deal', () => {
  const secret = hex(77);
  const parts = [{ seat: 0, part: hex(1000) }, { seat: 2, part: hex(1001) }];

  it('has the hashes that the program has', () => {
    expect(seal_of(secret)).toBe('b34fd2e91d3a2b77f3ef883428bd64fd1a920a5924b4382b8d6ca0d81402c499');
    expect(pledge_of(seal_of(secret), hex(1000))).toBe('1bb0005c4f967363bb16c33d5d0908dc3ff10bccc14431999d00ffff05efee11');
    expect(seed_of(secret, parts, '333eb02aeff5840e6ff381a57d5750018dd32f289cbad2b6cca77215034329fc')).toBe('0e82ff75348d57e19a9a81d8614d3e79a9c17ae6f0d621c7bf645ea28ee4f8c9');
    /* As before what a table brings was a part of it. */
    expect(seed_of(secret, parts, undefined)).toBe('f4d4abba296fd5277606ea93dd6efc2029317f053cfa6d6bf023d2cbdc755466');
  });

  it('draws what the program draws', () => {
    const draws = DRAWS.map(([record, hidden, of, value]) => ({ record: record!, chance: 'x', of: of!, value: value!, item: value!, ...(hidden ? { hidden: true as const } : {}) }));
    const seed = seed_of(secret, parts, undefined);
    expect(check_draws(seed, draws)).toBe(draws.length);
    for (let i = 0; i < draws.length; i++) {
      if (draws[i]!.of === 1) continue; /* it could not have been another */
      const altered = draws.map((draw, k) => (k === i ? { ...draw, value: (draw.value + 1) % draw.of } : draw));
      expect(check_draws(seed, altered)).toBe(i);
    }
    expect(check_draws(seed_of(hex(78), parts, undefined), draws)).toBeLessThan(draws.length);
    expect(check_draws(seed_of(secret, [{ seat: 0, part: hex(1002) }, parts[1]!], undefined), draws)).toBeLessThan(draws.length);
  });

  const seal = seal_of(secret);
  const pledges = parts.map((one, i) => ({ guest: i + 1, pledge: pledge_of(seal, one.part) }));
  const witness: Witness = { seal, part: hex(1000), room: 'ABCDE', number: 1, shown: true, pledges, table: hex(5), order: [11, 12, 13] };
  const game = { number: 1, seal, table: hex(5), parts, out: [] };
  const seated = [11, 12, 13];
  const look = (altered: Partial<DealGame>, known = [witness], order = seated) => findings({ game: { ...game, ...altered } }, 0, order, known);

  it('is looked at by a device that was there', () => {
    expect(look({})).toEqual({ seal: 'later', mine: 'yes', parts: 'yes', table: 'yes' });
    expect(look({ secret })).toEqual({ seal: 'yes', mine: 'yes', parts: 'yes', table: 'yes' });
    /* Another secret, a part that was left out, a part that was chosen after the others were shown. */
    expect(look({ secret: hex(78) }).seal).toBe('no');
    expect(look({ parts: [parts[1]!] }).mine).toBe('no');
    expect(look({ parts: [parts[0]!, { seat: 2, part: hex(5) }] }).parts).toBe('no');
    /* Cards were said to be seen, once the parts were known. */
    expect(look({ table: hex(6) }).table).toBe('no');
    /* Who was not there cannot tell, and does not accuse anybody. */
    expect(findings({ game: { ...game, secret } }, undefined, seated, [])).toEqual({ seal: 'unknown', mine: 'unknown', parts: 'unknown', table: 'unknown' });
  });

  it('has every part once, and by seat: in another order or number they make another seed', () => {
    const again = { seat: 1, part: parts[0]!.part };
    expect(look({ parts: [parts[0]!, again, parts[1]!] }).parts).toBe('no');
    expect(look({ parts: [parts[1]!, parts[0]!] }).parts).toBe('no');
    expect(look({}, [witness], [12, 11, 13]).parts).toBe('no');
    /* Somebody has gone, somebody came: no order has changed. */
    expect(look({}, [witness], [11, 13]).parts).toBe('yes');
    expect(look({}, [witness], [11, 14, 12, 13]).parts).toBe('yes');
  });

  it('tells whose part came too late from one that was left out', () => {
    const late = { ...witness, shown: undefined };
    expect(look({ parts: [parts[1]!], out: [0] }, [late]).mine).toBe('out');
    expect(look({ parts: [parts[1]!], out: [0] }).mine).toBe('no');
  });

  it('begins with the box that the parts were shown for', () => {
    const other = seal_of(hex(78));
    expect(look({ seal: other })).toMatchObject({ seal: 'other' });
    expect(look({ seal: other, secret: hex(78) })).toMatchObject({ seal: 'other' });
    /* The same game has got another box, once and again. */
    expect(swapped({ next: { number: 1, seal: other } }, [witness])).toBe(true);
    expect(look({ seal: other }, [{ ...witness, seal: other }, witness]).seal).toBe('other');
    /* The game that it was for never came. */
    expect(swapped({ next: { number: 2, seal: other } }, [witness])).toBe(true);
    expect(swapped({ next: { number: 2, seal: other }, game: { ...game, number: 0 } }, [witness])).toBe(true);
    /* It came, or this device was away for longer than that. */
    expect(swapped({ next: { number: 2, seal: other }, game }, [witness])).toBe(false);
    expect(swapped({ next: { number: 2, seal: other } }, [{ ...witness, begun: true }])).toBe(false);
    expect(swapped({ next: { number: 5, seal: other } }, [witness])).toBe(false);
    expect(swapped({ game: { ...game, number: 4, seal: other } }, [witness])).toBe(false);
  });

  it('reads and writes hexadecimal digits', () => {
    expect(to_hex(from_hex('00ff10'))).toBe('00ff10');
  });
});
