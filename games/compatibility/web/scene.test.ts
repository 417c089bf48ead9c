import { expect, test } from 'vitest';
import { meeting_key, meetings_of } from './scene.ts';

test('those who have met are as large as their number allows, and never leave the stage', () => {
  let before = Infinity;
  for (let count = 1; count <= 8; count++) {
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

test('two who meet twice in one place are two meetings', () => {
  const fact = { seat: 0, with: 1, position: 2, at: 4, picture: 7, title: '', kind: 'indirect' as const, points: 1 };
  expect(meeting_key(fact)).not.toBe(meeting_key({ ...fact, seat: 0, position: 4, at: 2, picture: 9 }));
});
