/* The words of an evening, as this device saw them: kept for the table, to be read and saved afterwards.
 *
 * What happens is noted as it comes; when a game is over its whole history is asked for, so that nothing is missing that
 * came while the phone slept. Only facts that everybody may know at the end are in it. */
import type { Fact } from '../generated/protocol.ts';
import { keep, kept } from './keep.ts';
import type { Room } from './room.svelte.ts';

export interface Heard {
  /* Which game of the evening. */
  number: number;
  game: string;
  /* Who said it; empty: it was dealt. */
  by: string;
  word: string;
}

const MOST = 3000;
const evenings = new WeakMap<Room, Evening>();

export function heard_in(facts: readonly Fact[], number: number, game: string, name: (seat: number) => string): Heard[] {
  return facts.flatMap((fact) => {
    const { word, seat } = fact as Fact & { word?: unknown; seat?: unknown };
    if (typeof word !== 'string' || !word) return [];
    return [{ number, game, by: typeof seat === 'number' ? name(seat) : '', word }];
  });
}

/* Each word once for each who said it, in the order of the evening. */
export function joined(before: readonly Heard[], more: readonly Heard[]): Heard[] {
  const key = (one: Heard) => `${one.number} ${one.by} ${one.word}`;
  const known = new Set(before.map(key));
  const fresh = more.filter((one) => !known.has(key(one)) && known.add(key(one)));
  return fresh.length ? [...before, ...fresh].slice(-MOST) : [...before];
}

/* A cell that a spreadsheet takes as text, whatever somebody wrote into it. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

export function as_csv(words: readonly Heard[], head: [string, string, string, string], game: (id: string) => string): string {
  const rows = words.map((one) => [String(one.number), game(one.game), one.by, one.word]);
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

export function as_text(words: readonly Heard[], title: (number: number, game: string) => string): string {
  const games = [...new Set(words.map((one) => one.number))];
  return games
    .map((number) => {
      const own = words.filter((one) => one.number === number);
      return [title(number, own[0]!.game), ...own.map((one) => (one.by ? `${one.word}  (${one.by})` : one.word))].join('\n');
    })
    .join('\n\n') + '\n';
}

function read(code: string): Heard[] {
  try {
    const words = JSON.parse(kept(`words.${code}`) ?? '[]') as Heard[];
    return Array.isArray(words) ? words.filter((one) => typeof one?.word === 'string' && typeof one.by === 'string') : [];
  } catch {
    return [];
  }
}

export class Evening {
  words = $state.raw<Heard[]>([]);
  readonly #room: Room;
  #code = '';
  #asked = '';

  constructor(room: Room) {
    this.#room = room;
    room.on_facts((facts) => this.#note(facts));
  }

  #note(facts: readonly Fact[]): void {
    const { table, code } = this.#room;
    if (!table || !code) return;
    if (this.#code !== code) {
      this.#code = code;
      this.words = read(code);
    }
    const before = this.words;
    this.words = joined(before, heard_in(facts, table.number, table.game, (seat) => this.#room.player(table.seats[seat] ?? 0)?.name ?? ''));
    if (this.words.length !== before.length) keep(`words.${code}`, JSON.stringify(this.words));
  }

  /* To be called from an effect: reads what was kept, and asks for all of a game once it is over. */
  follow(): void {
    const { table, code, online } = this.#room;
    if (code && this.#code !== code) {
      this.#code = code;
      this.words = read(code);
    }
    const game = `${code} ${table?.number}`;
    if (!table?.over || !online || this.#asked === game) return;
    this.#asked = game;
    void this.#room.ask('history').then((answer) => {
      if (answer?.history && answer.number === table.number) this.#note(answer.history.map((one) => one.fact));
      else if (!answer) this.#asked = '';
    });
  }

  /* Of the running game, the last ones first, each once. */
  latest(most: number): string[] {
    const number = this.#room.table?.number;
    return [...new Set(this.words.filter((one) => one.number === number && one.by).map((one) => one.word).reverse())].slice(0, most);
  }
}

export function evening_of(room: Room): Evening {
  let evening = evenings.get(room);
  if (!evening) evenings.set(room, (evening = new Evening(room)));
  return evening;
}
