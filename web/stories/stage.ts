/* A room without a server, for looking at one screen: it shows a recording step by step, or a lobby that is
 * written here. Whatever a screen asks for is acknowledged and changes nothing. */
import type { Wire } from '../src/net/connection.ts';
import type { Lobby, Person, RoomSections, ServerMessage } from '../src/generated/protocol.ts';
import { Room } from '../src/net/room.svelte.ts';
import type { Recording } from './golden.ts';

export class Stage implements Wire {
  readyState = 1;
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  onerror: Wire['onerror'] = null;
  #welcome: () => ServerMessage;

  constructor(welcome: () => ServerMessage) {
    this.#welcome = welcome;
    queueMicrotask(() => this.onopen?.({} as never));
  }

  tell(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) } as never);
  }

  send(text: string): void {
    const asked = JSON.parse(text) as Record<string, unknown>;
    if ('hello' in asked) this.tell(this.#welcome());
    else if ('n' in asked) this.tell({ ack: asked['n'] as number });
    else if ('try' in asked) this.tell({ tried: asked['tag'] as number });
    else if ('ping' in asked) this.tell({ pong: asked['ping'] as number, at: 0 });
  }

  close(): void {
    this.readyState = 3;
  }
}

export const NAMES = ['Ann', 'Ben', 'Cleo', 'Dilara', 'Émile', 'Frieda'];

export function people(count: number, guest_of: (index: number) => number = (index) => index + 1, seated = false): Person[] {
  return NAMES.slice(0, count).map((name, index) => ({
    player: index + 1, guest: guest_of(index), name, mark: index, seat: seated ? index : -1, here: index !== 3,
  }));
}

function welcome(guest: number, room: RoomSections, views: ServerMessage['views'] = []): ServerMessage {
  return { welcome: { room: 'KQ7TM', guest, n: 0, now: 0, version: '0.2.0' }, epoch: 'story', rev: 1, at: 0, room, views };
}

const INFO = { code: 'KQ7TM', language: 'en' as const, locked: false, clocks: 'usual' as const, host: 1, url: 'http://192.168.1.20:8080/j/KQ7TM' };

export function lobby_room(guest: number, seated: Person[], lobby: Lobby, screen = false): Room {
  const message = welcome(guest, { info: INFO, people: seated, guests: { screens: 1, watchers: 1 }, lobby });
  return new Room({ code: 'KQ7TM', screen }, () => new Stage(() => message)).start();
}

/* A recording up to a step, seen from a seat (-1: an onlooker); `shared`: one device has all seats. */
export function recorded_room(recording: Recording, step: number, seat: number, screen: boolean, shared = false): { room: Room; go(step: number): void } {
  const marks = recording.names.map((_, index) => index);
  const persons: Person[] = recording.names.map((name, index) => ({
    player: index + 1, guest: shared ? 1 : index + 1, name, mark: marks[index]!, seat: index, here: true,
  }));
  const seats = shared ? [...recording.names.keys()] : [seat];
  let stage: Stage | undefined;
  let rev = 1;
  let shown = step;

  const sections = (upto: number, one: number) => {
    const view: Record<string, unknown> = {};
    for (const { changes } of recording.steps.slice(0, upto + 1)) {
      const change = changes.get(one);
      for (const name of change?.drop ?? []) delete view[name];
      Object.assign(view, change?.set);
    }
    return view;
  };
  const at = (upto: number) => ((sections(upto, seats[0]!)['phase'] as { since?: number })?.since ?? 0) + 2000;
  const table = (upto: number) => ({
    game: recording.game, language: recording.language as 'en', seats: persons.map((one) => one.player), number: 1, running: true, options: recording.options,
    over: 'result' in sections(upto, seats[0]!), harder: true,
  });
  const first = () => ({
    ...welcome(
      screen || seat < 0 ? 99 : shared ? 1 : seat + 1,
      { info: { ...INFO, language: recording.language as 'en' }, people: persons, guests: { screens: screen ? 1 : 0, watchers: 0 }, table: table(shown) },
      seats.map((one) => ({ seat: one, fresh: true, set: sections(shown, one) })),
    ),
    at: at(shown),
  });
  const room = new Room({ code: 'KQ7TM', screen }, () => (stage = new Stage(first))).start();
  return {
    room,
    go(next) {
      const facts = recording.steps[next]!.facts.filter((one) => one.to === 'all' || one.to.includes(seats[0]!)).map((one) => one.fact);
      shown = next;
      stage?.tell({
        rev: ++rev, at: at(next), room: { table: table(next) }, facts,
        views: seats.map((one) => ({ seat: one, fresh: true, set: sections(next, one) })),
      });
    },
  };
}
