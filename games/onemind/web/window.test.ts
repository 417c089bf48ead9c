/* One Mind: how full the bar of a window is. */
import { expect, test } from 'vitest';
import { TimeWindow } from './window.ts';

const phase = (since: number, until?: number, held?: number) => ({
  name: 'read', since, paused: false, waiting: [], ...(until === undefined ? {} : { until }), ...(held === undefined ? {} : { held }),
});

test('a window is whole from its beginning on, also for who comes in the middle', () => {
  const window = new TimeWindow();
  expect(window.whole(phase(1000, 6000), 3000)).toBe(5000);
  expect(window.whole(phase(1000, 6000), 4000)).toBe(5000);
  expect(window.whole(phase(9000, 14000), 9100)).toBe(5000);
});

test('a vote holds it, and it goes on from there', () => {
  const window = new TimeWindow();
  window.whole(phase(0, 5000), 0);
  expect(window.whole(phase(0, undefined, 3000), 2000)).toBe(5000);
  expect(window.whole(phase(0, 33000), 30000)).toBe(5000);
});

test('what is said about a word begins it anew; the rest of one is no new one', () => {
  const window = new TimeWindow();
  window.whole(phase(0, 5000), 0);
  window.whole(phase(0, 5000), 4000);
  expect(window.whole(phase(0, 9000), 4000)).toBe(5000);
  expect(window.whole(phase(6000, 9000), 6000)).toBe(5000);
});
