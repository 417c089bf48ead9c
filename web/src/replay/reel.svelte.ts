/* A finished game as its stage saw it: a room whose frames come from a reel instead of a server.
 *
 *     const projector = new Projector(await fetch_reel(address));
 *     projector.room                       for a table screen
 *     projector.show(12)                   the frame to be seen; the next one tells its facts, as it did then
 */
import { mend } from '../net/merge.ts';
import { forget } from '../net/keep.ts';
import { Room } from '../net/room.svelte.ts';
import type { Wire } from '../net/connection.ts';
import type { Changes, Fact, Language, RoomSections, Sections, ServerMessage } from '../generated/protocol.ts';

export interface ReelFrame {
  at: number;
  view?: Sections;
  mend?: Changes;
  facts?: Fact[];
}

export interface Reel {
  unisono_reel: number;
  game: string;
  language: Language;
  names: string[];
  marks: number[];
  options: Record<string, string>;
  /* the frame that each step begins with */
  steps: number[];
  frames: ReelFrame[];
}

export async function fetch_reel(address: string): Promise<Reel | undefined> {
  const answer = await fetch(`/k/${address}.reel`);
  if (!answer.ok) return undefined;
  const reel = (await answer.json()) as Reel;
  return reel.unisono_reel === 1 && reel.frames.length ? reel : undefined;
}

const CODE = 'REEL';

export class Projector {
  readonly reel: Reel;
  readonly room: Room;
  at = $state(0);
  readonly last: number;
  #wire: Wire | undefined;
  #epoch = 0;
  #rev = 0;
  #views: Sections[] = [];

  constructor(reel: Reel) {
    this.reel = reel;
    this.last = reel.frames.length - 1;
    this.room = new Room({ code: CODE, screen: true }, () => this.#open()).start();
  }

  stop(): void {
    this.room.leave();
    for (const name of [`screen.${CODE}`, `n.s.${CODE}`]) forget(name);
  }

  show(frame: number): void {
    const before = this.at;
    this.at = Math.max(0, Math.min(this.last, frame));
    const shown = this.reel.frames[this.at]!;
    if (this.at === before + 1 && shown.mend)
      this.#tell({ rev: ++this.#rev, at: shown.at, room: { table: this.#table() }, mend: { '-1': shown.mend }, facts: shown.facts ?? [] });
    else this.#tell(this.#whole());
  }

  /* The frame that the step of this one begins with, or that of the next. */
  step(frame: number, on: boolean): number {
    const { steps } = this.reel;
    return on ? (steps.find((one) => one > frame) ?? this.last) : (steps.filter((one) => one < frame).at(-1) ?? 0);
  }

  #tell(message: ServerMessage): void {
    this.#wire?.onmessage?.({ data: JSON.stringify(message) } as never);
  }

  #view(frame: number): Sections {
    for (let i = this.#views.length; i <= frame; i++) {
      const one = this.reel.frames[i]!;
      this.#views.push(one.view ?? mend(this.#views[i - 1] ?? {}, one.mend ?? {}));
    }
    return this.#views[frame]!;
  }

  #table(): RoomSections['table'] {
    const { game, language, names, options } = this.reel;
    return { game, language, seats: names.map((_, seat) => seat + 1), number: 1, running: false, over: this.at === this.last, harder: false, options };
  }

  #whole(): ServerMessage {
    const { game, language, names, marks, options } = this.reel;
    return {
      welcome: { room: CODE, guest: 0, n: 0, now: 0, version: '' },
      epoch: `reel ${++this.#epoch}`,
      rev: ++this.#rev,
      at: this.reel.frames[this.at]!.at,
      room: {
        info: { code: CODE, language, locked: true, clocks: 'usual', host: 0, hidden: true },
        people: names.map((name, seat) => ({ player: seat + 1, guest: seat + 1, name, mark: marks[seat] ?? seat, seat, here: true })),
        guests: { screens: 1, watchers: 0 },
        lobby: { game, options },
        table: this.#table(),
        decks: [],
      },
      views: [{ seat: -1, fresh: true, set: this.#view(this.at) }],
    };
  }

  #open(): Wire {
    const wire: Wire = {
      readyState: 1,
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
      close: () => undefined,
      send: (text) => {
        const asked = JSON.parse(text) as { hello?: number; ping?: number; tag?: number; ask?: string };
        if (asked.hello) this.#tell(this.#whole());
        else if (asked.ping !== undefined) this.#tell({ pong: asked.ping, now: 0, at: this.reel.frames[this.at]!.at });
        else if (asked.tag !== undefined) this.#tell(asked.ask ? { told: asked.tag } : { tried: asked.tag });
      },
    };
    this.#wire = wire;
    queueMicrotask(() => wire.onopen?.({} as never));
    return wire;
  }
}
