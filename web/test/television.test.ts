import { describe, expect, it } from 'vitest';
import { is_slow } from '../src/stage/pace.ts';
import { distance } from '../src/tv/remote.ts';

const box = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 40 });

describe('a remote control', () => {
  it('goes where its arrow points', () => {
    expect(distance(box(0, 0), box(200, 0), 'ArrowRight')).toBe(200);
    expect(distance(box(0, 0), box(200, 0), 'ArrowLeft')).toBeUndefined();
    expect(distance(box(0, 100), box(0, 0), 'ArrowUp')).toBe(100);
  });
  it('takes what is straight ahead before what is nearer but beside', () => {
    expect(distance(box(0, 0), box(0, 200), 'ArrowDown')!).toBeLessThan(distance(box(0, 0), box(160, 60), 'ArrowDown')!);
  });
});

describe('the pace of a set', () => {
  it('is slow when most frames are late', () => {
    expect(is_slow([16, 17, 90, 95, 100])).toBe(true);
  });
  it('is not slow for one long pause', () => {
    expect(is_slow([16, 17, 16, 2000, 16])).toBe(false);
  });
});
