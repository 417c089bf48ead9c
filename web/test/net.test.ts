/* The pure parts of the transport: pauses, clock, numbers, frames, closing codes. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ClientMessage } from '../src/generated/protocol.ts';
import { backoff, verdict } from '../src/net/backoff.ts';
import { seconds_left, TableClock } from '../src/net/clock.ts';
import { counter_for, forget, keep, kept, plain_code, token_for } from '../src/net/keep.ts';
import { follows, mend, mend_views, merge_room, merge_views } from '../src/net/merge.ts';
import { Outbox, type Counter, type Outcome } from '../src/net/outbox.ts';

function counter(start = 0): Counter {
  let last = start;
  return {
    draw: () => ++last,
    learn: (n) => {
      last = Math.max(last, n);
    },
  };
}

describe('backoff', () => {
  test('pauses double, never exceed the most, and start over after a success', () => {
    const pauses = backoff(100, 1000, () => 1);
    expect([pauses.next(), pauses.next(), pauses.next(), pauses.next(), pauses.next()]).toEqual([100, 200, 400, 800, 1000]);
    pauses.reset();
    expect(pauses.next()).toBe(100);
  });

  test('jitter takes off at most half', () => {
    expect(backoff(100, 1000, () => 0).next()).toBe(50);
  });

  test.each([
    [1001, 'soon'], [1012, 'soon'], [1006, 'soon'], [1013, 'later'], [1008, 'later'],
    [4000, 'never'], [4004, 'never'], [4008, 'never'], [4009, 'never'], [4029, 'never'],
  ])('closing code %i means: again %s', (code, again) => {
    expect(verdict(code).again).toBe(again);
  });
});

describe('clock', () => {
  test('runs with ours while the table runs, and stands while it does not', () => {
    let local = 1000;
    const clock = new TableClock(() => local);
    clock.frame(50_000, true);
    local += 700;
    expect(clock.now()).toBe(50_700);
    clock.frame(50_700, false);
    local += 5000;
    expect(clock.now()).toBe(50_700);
    clock.frame(50_700, true);
    local += 100;
    expect(clock.now()).toBe(50_800);
  });

  test('where people have more time it runs slower from the frame on that says so', () => {
    let local = 1000;
    const clock = new TableClock(() => local);
    clock.frame(50_000, true);
    local += 700;
    clock.frame(50_700, true, 5);
    local += 1000;
    expect(clock.now()).toBe(50_900);
    clock.frame(50_900, true);
    local += 100;
    expect(clock.now()).toBe(51_000);
  });

  test('a late frame does not turn it back, an early one puts it forward', () => {
    let local = 0;
    const clock = new TableClock(() => local);
    clock.frame(1000, true);
    local = 500;
    clock.frame(1300, true);
    expect(clock.now()).toBe(1500);
    clock.frame(1700, true);
    expect(clock.now()).toBe(1700);
  });

  test('a ping tells how long messages travel', () => {
    let local = 0;
    const clock = new TableClock(() => local);
    clock.frame(1000, true);
    local = 400;
    clock.pong(3000, 200);
    expect(clock.now()).toBe(3100);
  });

  test('shown seconds are rounded up', () => {
    expect(seconds_left(20_000, 0)).toBe(20);
    expect(seconds_left(20_000, 19_999)).toBe(1);
    expect(seconds_left(20_000, 20_000)).toBe(0);
    expect(seconds_left(20_000, 25_000)).toBe(0);
  });
});

describe('outbox', () => {
  function box(start = 0) {
    const sent: ClientMessage[] = [];
    let online = true;
    const outbox = new Outbox(counter(start), (message) => {
      if (online) sent.push(message);
      return online;
    });
    return { sent, outbox, connect: (on: boolean) => (online = on) };
  }

  test('numbers go up and answers find their request', async () => {
    const { sent, outbox } = box(17);
    const first = outbox.add({ do: 'sit' });
    const second = outbox.add({ play: 'write', with: { word: 'SEA' }, seat: 2 });
    expect(sent).toEqual([{ n: 18, do: 'sit' }, { n: 19, play: 'write', with: { word: 'SEA' }, seat: 2 }]);
    outbox.refused(19, { key: 'shares', insist: true });
    outbox.ack(18);
    expect(await first).toEqual({ ok: true });
    expect(await second).toEqual({ ok: false, refusal: { key: 'shares', insist: true } });
    expect(outbox.size).toBe(0);
  });

  test('after a break only what was not applied is sent again, with its number', async () => {
    const { sent, outbox } = box();
    const first = outbox.add({ do: 'sit' });
    void outbox.add({ do: 'start' });
    sent.length = 0;
    outbox.welcomed(1);
    expect(sent).toEqual([{ n: 2, do: 'start' }]);
    expect(await first).toEqual({ ok: true });
  });

  test('what was asked for without a connection goes out with the next one', () => {
    const { sent, outbox, connect } = box();
    connect(false);
    void outbox.add({ do: 'sit' });
    expect(sent).toEqual([]);
    connect(true);
    outbox.welcomed(0);
    expect(sent).toEqual([{ n: 1, do: 'sit' }]);
  });

  test('a number that another tab has used is not ours: a fresh one is drawn', async () => {
    const { sent, outbox } = box();
    const answer = outbox.add({ do: 'sit' });
    outbox.ack(1, true);
    expect(sent.at(-1)).toEqual({ n: 2, do: 'sit' });
    outbox.ack(2);
    expect(await answer).toEqual({ ok: true });
  });

  test('"again" to something that was sent twice means: done', async () => {
    const { outbox } = box();
    const answer = outbox.add({ do: 'sit' });
    outbox.welcomed(0);
    outbox.ack(1, true);
    expect(await answer).toEqual({ ok: true });
  });

  test('a number below the last applied that was never sent is drawn anew', () => {
    const { sent, outbox, connect } = box();
    connect(false);
    void outbox.add({ do: 'sit' });
    connect(true);
    outbox.welcomed(5);
    expect(sent).toEqual([{ n: 6, do: 'sit' }]);
  });

  test('leaving refuses what is open', async () => {
    const { outbox } = box();
    const answer: Promise<Outcome> = outbox.add({ do: 'sit' });
    outbox.abandon({ key: 'left' });
    expect(await answer).toEqual({ ok: false, refusal: { key: 'left' } });
  });
});

describe('frames', () => {
  const known = { epoch: 'a', rev: 5 };

  test('a frame follows, is old, or leaves a gap', () => {
    expect(follows(known, { rev: 6, room: {} })).toBe('ok');
    expect(follows(known, { rev: 5, room: {} })).toBe('old');
    expect(follows(known, { rev: 7, views: [] })).toBe('gap');
    expect(follows(known, { rev: 6, epoch: 'b', room: {} })).toBe('gap');
    expect(follows(undefined, { rev: 6, room: {} })).toBe('gap');
    expect(follows(known, { ack: 3, rev: 5 })).toBe('ok');
    expect(follows(undefined, { welcome: { room: 'X', guest: 1, n: 0, now: 0, version: '' }, rev: 9 })).toBe('ok');
  });

  test('sections that are not named keep their identity', () => {
    const me = { word: 'SEA' };
    const views = merge_views(new Map([[2, { me, reading: {} }]]), [{ seat: 2, set: { table: { name: 'x' } }, drop: ['reading'] }], false);
    expect(views.get(2)).toEqual({ me, table: { name: 'x' } });
    expect(views.get(2)!['me']).toBe(me);
  });

  test('a fresh view forgets what was there', () => {
    const views = merge_views(new Map([[2, { me: 1 }], [-1, { me: 2 }]]), [{ seat: 2, fresh: true, set: { table: 3 } }], false);
    expect([...views]).toEqual([[2, { table: 3 }]]);
  });

  test('after a gap a view tells which sections there are', () => {
    const views = merge_views(new Map([[2, { me: 1, reading: 2 }]]), [{ seat: 2, set: { table: 3 }, only: ['me', 'table'] }], true);
    expect(views.get(2)).toEqual({ me: 1, table: 3 });
  });

  test('a whole frame drops seats that it does not name', () => {
    expect([...merge_views(new Map([[2, { me: 1 }]]), [{ seat: 3, set: {} }], true).keys()]).toEqual([3]);
    expect(merge_views(new Map([[2, { me: 1 }]]), undefined, true).size).toBe(0);
  });

  test('what has changed inside a section is mended, the rest keeps its identity', () => {
    const cards = [{ word: 'SEA' }, { word: 'SUN' }];
    const was = { rows: [{ token: 'S', cards }, { token: 'T', cards: [] }], waiting: [0, 1], until: 5 };
    const is = mend(was, { 'rows~': { '1~': { token: 'U' }, '2': { cards: [] } }, waiting: [1], until: null, held: 7 });
    expect(is).toEqual({ rows: [{ token: 'S', cards }, { token: 'U', cards: [] }, { cards: [] }], waiting: [1], held: 7 });
    expect(is.rows[0]).toBe(was.rows[0]);
    expect(was.waiting).toEqual([0, 1]);
  });

  test('views are mended by seat', () => {
    const other = { me: 2 };
    const views = mend_views(new Map<number, Record<string, unknown>>([[2, { phase: { name: 'a', since: 1 }, reading: 1 }], [3, other]]), { '2': { 'phase~': { since: 9 }, reading: null, can: [] } });
    expect([...views]).toEqual([[2, { phase: { name: 'a', since: 9 }, can: [] }], [3, other]]);
    expect(views.get(3)).toBe(other);
    expect(follows({ epoch: 'a', rev: 5 }, { rev: 5, mend: {} })).toBe('old');
  });

  test('a section of the room that is null is gone', () => {
    const table = { game: 'g', language: 'en' as const, seats: [], number: 1, running: true, options: {}, over: false, harder: false };
    expect('table' in merge_room({ table }, { table: null })).toBe(false);
    expect(merge_room({ table }, { people: [] }).table).toBe(table);
  });
});

describe('what a device keeps', () => {
  afterEach(() => vi.unstubAllGlobals());

  /* Takes nothing any more, and still has what it had. */
  const full = (had: Record<string, string>) => ({
    length: 0,
    key: () => null,
    getItem: (name: string) => had[name] ?? null,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
    removeItem: (name: string) => void delete had[name],
  });

  test('a disk that is full does not give old numbers to new requests', () => {
    vi.stubGlobal('localStorage', full({ 'unisono.n.FULLX': '9' }));
    const counter = counter_for('FULLX', false);
    expect([counter.draw(), counter.draw()]).toEqual([10, 11]);
    counter.learn(14);
    expect(counter.draw()).toBe(15);
  });

  test('what was forgotten on such a disk is gone', () => {
    vi.stubGlobal('localStorage', full({ 'unisono.gone': 'old' }));
    keep('gone', 'new');
    expect(kept('gone')).toBe('new');
    forget('gone');
    expect(kept('gone')).toBeUndefined();
  });

  test('words of earlier evenings make room for the key to a seat', () => {
    const had = new Map([['unisono.words.OLDXX', 'w'.repeat(800)], ['unisono.words.NEWXX', 'w'.repeat(90)], ['unisono.token.OLDXX', 'key']]);
    vi.stubGlobal('localStorage', {
      get length() {
        return had.size;
      },
      key: (at: number) => [...had.keys()][at] ?? null,
      getItem: (name: string) => had.get(name) ?? null,
      setItem: (name: string, value: string) => {
        if ([...had].reduce((sum, [a, b]) => sum + a.length + b.length, 0) + name.length + value.length > 1000) throw new Error('QuotaExceededError');
        had.set(name, value);
      },
      removeItem: (name: string) => had.delete(name),
    });
    const token = token_for('NEWXX', false);
    expect(had.get('unisono.token.NEWXX')).toBe(token);
    expect(had.get('unisono.token.OLDXX')).toBe('key');
    expect(had.has('unisono.words.OLDXX')).toBe(false);
    expect(had.has('unisono.words.NEWXX')).toBe(true);
  });

  test('where nothing can be kept, what was said tonight stays for as long as the page', () => {
    vi.stubGlobal('localStorage', {
      length: 0,
      getItem: () => null,
      setItem: () => {
        throw new Error('SecurityError');
      },
      removeItem: () => undefined,
    });
    keep('words.NOWXX', 'tonight');
    keep('n.OTHER', '1');
    expect(kept('words.NOWXX')).toBe('tonight');
  });
});

test('codes are forgiven their spelling', () => {
  expect(plain_code(' kq-7 tm ')).toBe('KQ7TM');
});
