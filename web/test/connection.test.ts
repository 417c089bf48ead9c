/* A connection over wires that break: it resumes from what it has seen, waits, and gives up only when told to. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Wire } from '../src/net/connection.ts';
import type { ServerMessage } from '../src/generated/protocol.ts';
import { Room } from '../src/net/room.svelte.ts';

class FakeWire implements Wire {
  static all: FakeWire[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  onerror: Wire['onerror'] = null;
  constructor() {
    FakeWire.all.push(this);
  }
  open() {
    this.onopen?.({} as never);
  }
  tell(message: ServerMessage) {
    this.onmessage?.({ data: JSON.stringify(message) } as never);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  break(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code } as never);
  }
}

const wire = () => FakeWire.all.at(-1)!;
const welcome = (rev: number, n = 0, epoch = 'e1'): ServerMessage => ({
  welcome: { room: 'KQ7TM', guest: 3, n, now: 0, version: '1' }, epoch, rev, at: 1000,
  room: { info: { code: 'KQ7TM', language: 'en', locked: false, clocks: 'usual', host: 3 }, people: [] }, views: [],
});

let room: Room;

beforeEach(() => {
  vi.useFakeTimers();
  FakeWire.all = [];
  room = new Room({ code: 'KQ7TM' }, () => new FakeWire()).start();
  wire().open();
});

afterEach(() => {
  room.leave();
  vi.useRealTimers();
});

test('the first word is hello with a token', () => {
  expect(wire().sent[0]).toMatchObject({ hello: 1, room: 'KQ7TM' });
  expect(wire().sent[0]!['token']).toMatch(/^[A-Za-z0-9_-]{32,64}$/);
  expect(room.status.is).toBe('connecting');
  wire().tell(welcome(5));
  expect(room.status.is).toBe('open');
  expect(room.hosting).toBe(true);
});

test('after a break it comes back with what it has seen and sends what was not applied', async () => {
  wire().tell(welcome(5));
  const answer = room.act('sit', { name: 'Ann' });
  const [sent] = wire().sent.filter((message) => 'do' in message);
  wire().break();
  expect(room.status.is).toBe('waiting');
  expect(room.info?.code).toBe('KQ7TM');
  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeWire.all.length).toBe(2);
  wire().open();
  expect(wire().sent[0]).toMatchObject({ seen: { epoch: 'e1', rev: 5 } });
  wire().tell(welcome(6, (sent!['n'] as number) - 1));
  expect(wire().sent.find((message) => 'do' in message)).toEqual(sent);
  wire().tell({ ack: sent!['n'] as number, rev: 7, room: { people: [] } });
  expect(await answer).toEqual({ ok: true });
});

test('a gap asks for everything anew', async () => {
  wire().tell(welcome(5));
  wire().tell({ rev: 8, room: { people: [] } });
  expect(room.status.is).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1000);
  wire().open();
  expect(wire().sent[0]).not.toHaveProperty('seen');
});

test('a frame that came already is not applied twice', () => {
  wire().tell(welcome(5));
  wire().tell({ rev: 6, room: { people: [{ player: 1, guest: 3, name: 'Ann', mark: 0, seat: -1, here: true }] } });
  wire().tell({ rev: 6, room: { people: [] } });
  expect(room.people.length).toBe(1);
});

test('silence is not an answer: the wire is given up and another one tried', async () => {
  wire().tell(welcome(5));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(wire().sent.at(-1)).toHaveProperty('ping');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(room.status.is).toBe('waiting');
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeWire.all.length).toBe(2);
});

test('a closed door stays closed, and what was asked for is refused', async () => {
  wire().tell(welcome(5));
  const answer = room.act('sit', { name: 'Ann' });
  wire().tell({ bye: { key: 'removed' } });
  wire().break(4008);
  expect(room.status).toMatchObject({ is: 'closed', key: 'removed' });
  expect(await answer).toMatchObject({ ok: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeWire.all.length).toBe(1);
});

test('a hello that never ends in a welcome is tried again', async () => {
  await vi.advanceTimersByTimeAsync(10_500);
  expect(FakeWire.all.length).toBe(2);
});

test('facts come after the state they led to', () => {
  wire().tell(welcome(5));
  let seen = '';
  room.on_facts((facts) => (seen = `${facts[0]!.is} ${room.people.length}`));
  wire().tell({ rev: 6, room: { people: [{ player: 1, name: 'Ann', mark: 0, seat: 0, here: true }] }, facts: [{ is: 'seat_left' }] });
  expect(seen).toBe('seat_left 1');
});

test('a new epoch forgets the old views', async () => {
  wire().tell({ ...welcome(5), views: [{ seat: 0, set: { me: { word: 'SEA' } } }] });
  expect(room.view(0)).toBeDefined();
  wire().break(1012);
  await vi.advanceTimersByTimeAsync(1000);
  wire().open();
  wire().tell(welcome(1, 0, 'e2'));
  expect(room.view(0)).toBeUndefined();
});

/* As early.ts leaves it: hello was said, and what came in answer waits. */
function early(...missed: { type: string; data?: string; code?: number }[]): FakeWire & Wire {
  const one: FakeWire & Wire = new FakeWire();
  one.missed = missed as unknown as Event[];
  return one;
}

test('a room that answered before the app was there is shown at once, and hello is not said twice', () => {
  const one = early({ type: 'message', data: JSON.stringify(welcome(5)) });
  const other = new Room({ code: 'KQ7TM' }, () => one).start();
  expect(other.status.is).toBe('open');
  expect(other.guest).toBe(3);
  expect(one.sent.filter((message) => 'hello' in message)).toEqual([]);
  one.tell({ rev: 6, room: { guests: { screens: 1, watchers: 0 } } });
  expect(other.guests.screens).toBe(1);
  other.leave();
});

test('a door that was shut before the app was there stays shut, with its reason', () => {
  room.leave();
  const said = { type: 'message', data: JSON.stringify({ error: { key: 'no_room' } }) };
  const other = new Room({ code: 'KQ7TM' }, () => early(said, { type: 'close', code: 4004 })).start();
  expect(other.status).toMatchObject({ is: 'closed', key: 'no_room' });
  const wires = FakeWire.all.length;
  vi.advanceTimersByTime(60_000);
  expect(FakeWire.all.length).toBe(wires);
  other.leave();
});

test('who is asked to leave is told so at once, not when the wire is gone', () => {
  wire().tell(welcome(5));
  wire().tell({ error: { key: 'removed' } });
  expect(room.status).toMatchObject({ is: 'closed', key: 'removed' });
  expect(wire().readyState).toBe(3);
});

test('a table that waits for the disk of its server says so until it goes on', async () => {
  wire().tell(welcome(5));
  expect(room.waits).toBe(false);
  wire().tell({ waits: true });
  expect(room.waits).toBe(true);
  expect(room.online).toBe(true);
  wire().tell({ waits: false });
  expect(room.waits).toBe(false);
  wire().tell({ waits: true });
  wire().break(1006);
  expect(room.waits).toBe(false);
});

test('a name that will not do at the door is said, once, and another one may be tried', () => {
  const said: string[] = [];
  room.on_trouble((why) => said.push(why.key));
  const knocks = () => wire().sent.flatMap((one) => one['knock'] ?? []);
  wire().tell({ knock: 'who' });
  room.knock('Ann');
  room.knock('Ann');
  expect(knocks()).toEqual(['Ann']);
  wire().tell({ error: { key: 'name_filtered' } });
  expect(said).toEqual(['name_filtered']);
  room.knock('Ben');
  expect(knocks()).toEqual(['Ann', 'Ben']);
  wire().tell({ knock: 'waits' });
  wire().tell(welcome(1));
  wire().tell({ error: { key: 'removed' } });
  expect(room.status).toMatchObject({ is: 'closed', key: 'removed' });
  expect(said).toEqual(['name_filtered']);
});

test('what has no number and could not be done is told once, and not what nobody could send', () => {
  const said: string[] = [];
  const stop = room.on_trouble((why) => said.push(why.key));
  expect(room.answer(1, { word: 'NUT' })).toBe(false);
  wire().tell(welcome(1));
  expect(room.answer(1, { word: 'NUT' })).toBe(true);
  wire().tell({ error: { key: 'crowd_late' } });
  wire().tell({ rev: 2, room: { people: [] } });
  expect(said).toEqual(['crowd_late']);
  stop();
  wire().tell({ error: { key: 'crowd_late' } });
  expect(said).toHaveLength(1);
});

const seated = (): ServerMessage => ({ rev: 6, room: { people: [{ player: 1, guest: 3, name: 'Ann', mark: 0, seat: -1, here: true }] } });

test('who leaves gives the seat back first', async () => {
  wire().tell(welcome(5));
  wire().tell(seated());
  const left = vi.fn();
  void room.rise().then(left);
  const [sent] = wire().sent.filter((message) => message['do'] === 'rise');
  expect(sent).toMatchObject({ with: { player: 1 } });
  await vi.advanceTimersByTimeAsync(100);
  expect(left).not.toHaveBeenCalled();
  wire().tell({ ack: sent!['n'] as number, rev: 7, room: { people: [] } });
  await vi.advanceTimersByTimeAsync(0);
  expect(left).toHaveBeenCalled();
});

test('who leaves without a line, or while it breaks, is not kept', async () => {
  wire().tell(welcome(5));
  wire().tell(seated());
  const left = vi.fn();
  void room.rise().then(left);
  wire().break();
  await vi.advanceTimersByTimeAsync(3000);
  expect(left).toHaveBeenCalledTimes(1);
  expect(room.online).toBe(false);
  void room.rise().then(left);
  await vi.advanceTimersByTimeAsync(0);
  expect(left).toHaveBeenCalledTimes(2);
});

test('a question that the room has no time for is answered all the same', async () => {
  wire().tell(welcome(5));
  const answer = room.request('forget', { keepsake: 'x' });
  const [sent] = wire().sent.filter((message) => message['ask'] === 'forget');
  wire().tell({ told: sent!['tag'] as number, key: 'busy' });
  expect(await answer).toBe('busy');
});
