/* The ring on the stage: every number of cards fits, and nothing lies on anything else. */
import { expect, test } from 'vitest';
import { track } from './track.ts';

const measure = (text: string) => text.length * 0.68;
const box = { width: 1760, height: 664 };
const words = (count: number, letters = 8) => Array.from({ length: count }, () => 'W'.repeat(letters));
const counts = Array.from({ length: 25 }, (_, index) => index + 3);

test.each(counts)('%i cards lie inside of the box, apart, and the middle is free', (count) => {
  const { spots, wide, tall, middle, gaps, size } = track(words(count), box, 10, { measure });
  expect(spots.length).toBe(count);
  expect(gaps.length).toBe(count);
  expect(size).toBeGreaterThanOrEqual(28);
  for (const [index, spot] of spots.entries()) {
    expect(spot.x - wide / 2).toBeGreaterThanOrEqual(-1);
    expect(spot.x + wide / 2).toBeLessThanOrEqual(box.width + 1);
    expect(spot.y - tall / 2).toBeGreaterThanOrEqual(-1);
    expect(spot.y + tall / 2).toBeLessThanOrEqual(box.height + 1);
    for (const other of spots.slice(index + 1)) expect(Math.abs(spot.x - other.x) >= wide - 1 || Math.abs(spot.y - other.y) >= tall - 1).toBe(true);
    const apart = spot.x + wide / 2 <= middle.x + 1 || spot.x - wide / 2 >= middle.x + middle.width - 1 || spot.y + tall / 2 <= middle.y + 1 || spot.y - tall / 2 >= middle.y + middle.height - 1;
    expect(apart).toBe(true);
  }
});

test.each([3, 6, 9, 12])('words of a circle of %i are at least 56 pixels high', (count) => {
  expect(track(words(count), box, 10, { measure }).size).toBeGreaterThanOrEqual(56);
});

test('the card 100/0 lies in the upper row, and the others follow clockwise', () => {
  const { spots } = track(words(9), box, 10, { measure });
  expect(spots[0]!.x).toBeCloseTo(box.width / 2);
  expect(spots[1]!.x).toBeGreaterThan(spots[0]!.x);
  expect(spots[8]!.x).toBeLessThan(spots[0]!.x);
});

test('between an upper and a lower card hands stand at the line, out of the way of a long clue', () => {
  const { gaps } = track(['SUMMER', 'MONEY', 'IGUANA', 'WATER'], box, 10, { measure });
  const sides = gaps.filter(({ y }) => Math.abs(y - box.height / 2) < 50);
  expect(sides.length).toBe(2);
  for (const { x, inside } of sides) expect(Math.abs(inside.x - x)).toBeLessThan(60);
});

test('nobody’s hand lies in the middle', () => {
  for (const count of counts) {
    const { gaps, middle } = track(words(count), box, 10, { measure });
    for (const { inside } of gaps) {
      const within = inside.x > middle.x && inside.x < middle.x + middle.width && inside.y > middle.y && inside.y < middle.y + middle.height;
      expect(within, `${count} cards`).toBe(false);
    }
  }
});
