import { expect, test } from 'vitest';
import { label_at } from './label.ts';

const MIDDLE = { x: 0, y: 0 };
const WIDE = 150;
const HIGH = 40;
const SIZE = 570;
const TOKEN = 80;
const clear = (at: { x: number; y: number }, tokens: { x: number; y: number }[]) =>
  tokens.every((one) => Math.abs(one.x - at.x) >= (WIDE + TOKEN) / 2 || Math.abs(one.y - at.y) >= (HIGH + TOKEN) / 2);
const put = (tokens: { x: number; y: number }[], last = MIDDLE) => label_at(tokens, TOKEN, WIDE, HIGH, SIZE, last);

test('the word of the middle stands in the middle while nothing lies there, and comes back to it', () => {
  expect(put([])).toEqual(MIDDLE);
  expect(put([{ x: 200, y: 10 }, { x: 0, y: 100 }])).toEqual(MIDDLE);
  expect(put([{ x: 200, y: 10 }], { x: 0, y: -90 })).toEqual(MIDDLE);
});

test('no token covers it, and it stays inside', () => {
  const crowds = [
    [MIDDLE],
    [MIDDLE, { x: 0, y: -90 }, { x: 0, y: 90 }],
    [{ x: -60, y: 0 }, { x: 60, y: 0 }, { x: 0, y: -70 }, { x: 0, y: 70 }, { x: 120, y: -60 }, { x: -120, y: 60 }],
    Array.from({ length: 14 }, (_, index) => ({ x: ((index * 89) % 340) - 170, y: ((index * 53) % 220) - 60 })),
  ];
  for (const tokens of crowds) {
    const at = put(tokens);
    expect(clear(at, tokens), JSON.stringify({ at, tokens })).toBe(true);
    expect(Math.abs(at.x) + WIDE / 2).toBeLessThanOrEqual(SIZE / 2);
    expect(Math.abs(at.y) + HIGH / 2).toBeLessThanOrEqual(SIZE / 2);
  }
});

test('where it stands free it stays, whatever moves elsewhere', () => {
  const at = put([MIDDLE]);
  expect(at).not.toEqual(MIDDLE);
  expect(put([{ x: 10, y: 5 }], at)).toEqual(at);
  const over = put([MIDDLE, at], at);
  expect(over).not.toEqual(at);
  expect(put([MIDDLE, { x: 250, y: 250 }], over)).toEqual(over);
});

test('a field without a free place keeps it where least of it is covered', () => {
  const full = Array.from({ length: 64 }, (_, index) => ({ x: (index % 8) * 80 - 280, y: Math.floor(index / 8) * 80 - 280 }));
  expect(() => put(full)).not.toThrow();
});
