/* Pages and pictures that the server writes show people as the app does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MARKS } from '../src/lib/marks.ts';

/* The rows of the table in C: colours, dashes, and a path that may be broken over lines. */
const read = (name: string) => readFileSync(join(import.meta.dirname, '../../src/keepsake', name), 'utf8');
const source = read('marks.c');
const inks: Record<string, string> = Object.fromEntries([...(read('paint.h') + source).matchAll(/#define (NIGHT|PAPER) +"(#\w+)"/g)].map(([, name, ink]) => [name!, ink!]));
const rows = [...source.matchAll(/\{"(#[0-9a-f]{6})", (NIGHT|PAPER), (\w+|""),\s*((?:"[^"]+"\s*)+)\}/g)].map(([, disc, ink, dash, path]) => ({
  disc: disc!,
  ink: inks[ink!],
  dash: dash!,
  path: [...path!.matchAll(/"([^"]+)"/g)].map(([, piece]) => piece).join(''),
}));

test('marks are the same in C and here', () => {
  expect(rows.map(({ disc, ink, path }) => ({ disc, ink, path }))).toEqual(MARKS.map(({ disc, ink, path }) => ({ disc, ink, path })));
});

/* What somebody who sees no red or no green makes of a colour (Viénot, Brettel and Mollon 1999; no blue is rare). */
function seen(hex: string, blind: 'red' | 'green'): number[] {
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2) as [number, number, number];
  const mix = blind === 'red' ? [0.11238 * r + 0.88762 * g, 0.11238 * r + 0.88762 * g, 0.00401 * r - 0.00401 * g + b] : [0.29275 * r + 0.70725 * g, 0.29275 * r + 0.70725 * g, -0.02234 * r + 0.02234 * g + b];
  return mix.map((c) => Math.max(0, c) ** (1 / 2.2));
}

test('lines that some cannot tell apart by colour have other dashes', () => {
  for (const blind of ['red', 'green'] as const)
    rows.forEach((a, i) =>
      rows.slice(i + 1).forEach((b) => {
        const [x, y] = [seen(a.disc, blind), seen(b.disc, blind)];
        if (Math.hypot(...x.map((c, at) => c - y[at]!)) < 0.16) expect(`${a.disc} ${b.disc} ${a.dash}`).not.toBe(`${a.disc} ${b.disc} ${b.dash}`);
      }),
    );
});
