/* Inks on their grounds: AA for text (4.5), in both themes; 3 for symbols on marks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MARKS } from '../src/lib/marks.ts';

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
}

const css = readFileSync(join(import.meta.dirname, '../src/styles/base.css'), 'utf8');

function theme(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(selector)).split('}', 1)[0]!;
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, colour]) => [name!, colour!]));
}

const day = theme(':root {');
const night = { ...day, ...theme(":root[data-theme='dark'] {") };
const PAIRS: [string, string[]][] = [
  ['ground', ['ink', 'ink-soft', 'second', 'accent', 'bad', 'good']],
  ['surface', ['ink', 'ink-soft', 'second', 'bad', 'good', 'accent']],
  ['surface-2', ['ink', 'ink-soft']],
  ['accent', ['accent-ink']],
  ['second', ['surface']],
  ['paper', ['paper-ink', 'paper-soft', 'paper-accent']],
  ['paper-2', ['paper-ink', 'paper-soft', 'paper-accent']],
  ['gold', ['night']],
];

describe.each([['day', day], ['night', night]])('by %s', (_name, colours) => {
  for (const [ground, inks] of PAIRS) {
    test.each(inks)(`%s on ${ground}`, (ink) => {
      expect(contrast(colours[ink]!, colours[ground]!)).toBeGreaterThanOrEqual(4.5);
    });
  }
});

test.each(MARKS)('the symbol of $name is seen on its disc', ({ disc, ink }) => {
  expect(contrast(disc, ink)).toBeGreaterThanOrEqual(3);
});

test('the theme of the device and the chosen one are the same night', () => {
  expect(theme(":root:not([data-theme='light']) {")).toEqual(theme(":root[data-theme='dark'] {"));
});
