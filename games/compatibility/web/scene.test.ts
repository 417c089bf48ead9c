import { expect, test } from 'vitest';
import { meetings_of } from './scene.ts';

test('those who have met are as large as their number allows, and never leave the stage', () => {
  let before = Infinity;
  for (let count = 1; count <= 7; count++) {
    const { columns, rows, cell, tile } = meetings_of(count, 176, 46);
    expect(columns * rows).toBeGreaterThanOrEqual(count);
    expect(columns * cell).toBeLessThanOrEqual(176);
    expect(rows * tile).toBeLessThan(46);
    expect(tile * 1.62).toBeLessThan(cell);
    expect(tile).toBeLessThanOrEqual(before);
    expect(tile).toBeGreaterThan(14);
    before = tile;
  }
});
