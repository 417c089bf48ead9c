import { afterEach, describe, expect, it, vi } from 'vitest';
import { is_slow } from '../src/stage/pace.ts';
import { stay_awake } from '../src/lib/wake.ts';
import { Television } from '../src/tv/television.svelte.ts';
import { hear_arrows } from '../src/tv/arrows.ts';
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
  it('does not scroll the page: from the second arrow on a key is stopped at once; in a room it does', async () => {
    const heard: ((event: unknown) => void)[] = [];
    const next = { matches: () => true, getClientRects: () => [1], getBoundingClientRect: () => box(0, 200), focus: vi.fn() };
    const body = { matches: () => false };
    vi.stubGlobal('addEventListener', (_kind: string, listener: (event: unknown) => void) => heard.push(listener));
    vi.stubGlobal('HTMLInputElement', class {});
    vi.stubGlobal('getComputedStyle', () => ({ visibility: 'visible' }));
    vi.stubGlobal('document', { body, activeElement: body, querySelector: () => null, querySelectorAll: () => [next] });
    const arrow = () => {
      const event = Object.assign(new Event('keydown', { cancelable: true }), { key: 'ArrowDown' });
      for (const listener of heard) listener(event);
      return event;
    };
    let outside = true;
    hear_arrows(() => outside);
    arrow();
    await vi.waitFor(() => expect(next.focus).toHaveBeenCalledTimes(1));
    expect(arrow().defaultPrevented).toBe(true);
    outside = false;
    expect(arrow().defaultPrevented).toBe(false);
    vi.unstubAllGlobals();
    expect(next.focus).toHaveBeenCalledTimes(2);
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

describe('a television that waits', () => {
  class Socket {
    static all: Socket[] = [];
    static OPEN = 1;
    readyState = 1;
    sent: string[] = [];
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;
    constructor() {
      Socket.all.push(this);
    }
    send(text: string) {
      this.sent.push(text);
    }
    close() {
      this.readyState = 3;
    }
    tell(message: object) {
      this.onmessage?.({ data: JSON.stringify(message) });
    }
  }
  const socket = () => Socket.all.at(-1)!;

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('does not show a code that nobody hears of any more', () => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', Socket);
    vi.stubGlobal('location', { href: 'http://tv.example/tv' });
    const tv = new Television().start();
    socket().onopen?.();
    socket().tell({ tv: { code: 'H4MWX', for: 300_000 } });
    vi.advanceTimersByTime(15_000);
    expect(socket().sent.at(-1)).toBe('{"ping":1}');
    socket().tell({ pong: 1 });
    vi.advanceTimersByTime(15_000);
    expect([tv.code, Socket.all.length]).toEqual(['H4MWX', 1]);
    /* This time nobody answers, and nobody hangs up. */
    vi.advanceTimersByTime(15_000);
    expect(tv.code).toBe('');
    vi.advanceTimersByTime(1_000);
    expect(Socket.all).toHaveLength(2);
    socket().tell({ tv: { code: 'KQ7TM', for: 300_000 } });
    expect(tv.code).toBe('KQ7TM');
    tv.stop();
  });
});

describe('a screen that stays on', () => {
  it('lets go of every lock, whoever was faster', async () => {
    const held = new Set<object>();
    let grant: (() => void)[] = [];
    const request = () => new Promise((done) => grant.push(() => {
      const lock = { addEventListener: () => undefined, release: async () => void held.delete(lock) };
      held.add(lock);
      done(lock);
    }));
    const presses: (() => void)[] = [];
    const settled = () => new Promise((done) => setTimeout(done));
    vi.stubGlobal('navigator', { wakeLock: { request } });
    vi.stubGlobal('document', { hidden: false, addEventListener: (name: string, what: () => void) => name === 'click' && presses.push(what), removeEventListener: () => undefined });
    const rest = stay_awake();
    presses[0]!();
    expect(grant).toHaveLength(2);
    for (const one of grant.splice(0)) one();
    await settled();
    expect(held.size).toBe(1);
    rest();
    await settled();
    expect(held.size).toBe(0);
    /* Gone before the lock came. */
    stay_awake()();
    for (const one of grant.splice(0)) one();
    await settled();
    expect(held.size).toBe(0);
  });
});
