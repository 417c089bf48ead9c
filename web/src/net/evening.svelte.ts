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
  /* The host has taken it off the screens. */
  veiled?: boolean;
}

const MOST = 3000;
const evenings = new WeakMap<Room, Evening>();

const plain = (word: string) => word.trim().toUpperCase();

/* Every text inside a value. */
function texts_in(value: unknown, into = new Set<string>()): Set<string> {
  if (typeof value === 'string') into.add(value);
  else if (value && typeof value === 'object') for (const inside of Object.values(value)) texts_in(inside, into);
  return into;
}

/* `dealt` says whether a word that nobody said belongs to the evening: what only lies in a hand does not. */
export function heard_in(facts: readonly Fact[], number: number, game: string, name: (seat: number) => string, dealt: (word: string, fact: Fact) => boolean = () => true): Heard[] {
  return facts.flatMap((fact) => {
    const { word, seat } = fact as Fact & { word?: unknown; seat?: unknown };
    if (typeof word !== 'string' || !word) return [];
    if (typeof seat === 'number') return [{ number, game, by: name(seat), word }];
    return dealt(word, fact) ? [{ number, game, by: '', word }] : [];
  });
}

/* Each word once for each who said it, in the order of the evening; one that was dealt, until somebody says it. */
export function joined(before: readonly Heard[], more: readonly Heard[]): Heard[] {
  const key = (one: Heard) => `${one.number} ${one.by} ${one.word}`;
  const known = new Set(before.map(key));
  const all = [...before, ...more.filter((one) => !known.has(key(one)) && known.add(key(one)))];
  const said = new Set(all.filter((one) => one.by).map((one) => `${one.number} ${plain(one.word)}`));
  return all.filter((one) => one.by || !said.has(`${one.number} ${plain(one.word)}`)).slice(-MOST);
}

/* The words of one game, veiled or not as the host wants it; `more`: what was veiled before stays so. */
export function veil_words(words: readonly Heard[], number: number, veiled: readonly string[], more = false): Heard[] {
  const hidden = new Set(veiled.map(plain));
  const hides = (one: Heard) => hidden.has(plain(one.word)) || (more && (one.veiled ?? false));
  return words.map((one) => (one.number !== number || hides(one) === (one.veiled ?? false) ? one : { ...one, veiled: !one.veiled }));
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
  /* Facts by which this phone is told of a word in its own hand: a draft, a hint. */
  readonly #private = new Set<string>();

  constructor(room: Room) {
    this.#room = room;
    room.on_facts((facts) => {
      const open = texts_in([...room.views.values()].map((view) => view['table']));
      this.#note(facts, (word, fact) => {
        if (!open.has(word)) this.#private.add(fact.is);
        return open.has(word);
      });
    });
  }

  /* What anybody may see of it. */
  get shown(): Heard[] {
    return this.words.filter((one) => !one.veiled);
  }

  #keep(words: Heard[]): void {
    this.words = words;
    keep(`words.${this.#code}`, JSON.stringify(words));
  }

  #note(facts: readonly Fact[], dealt: (word: string, fact: Fact) => boolean): void {
    const { table, code } = this.#room;
    if (!table || !code) return;
    if (this.#code !== code) {
      this.#code = code;
      this.words = read(code);
    }
    const before = this.words;
    const words = joined(before, heard_in(facts, table.number, table.game, (seat) => this.#room.player(table.seats[seat] ?? 0)?.name ?? '', dealt));
    if (words.length !== before.length || words.at(-1) !== before.at(-1)) this.#keep(words);
  }

  /* To be called from an effect: reads what was kept, and asks for all of a game once it is over. */
  follow(): void {
    const { table, code, online, info } = this.#room;
    if (code && this.#code !== code) {
      this.#code = code;
      this.words = read(code);
    }
    /* What was veiled in a game stays so until the next begins, and is not told of any more then. In a lobby nothing is
     * seen again: the last words here may be of an earlier game than the last one. Before the room has come nobody knows. */
    const before = this.words;
    const words = info ? veil_words(before, table?.number ?? before.at(-1)?.number ?? 0, info.veiled ?? [], !table) : before;
    if (words.some((one, at) => one !== before[at])) this.#keep(words);
    const game = `${code} ${table?.number}`;
    if (!table?.over || !online || this.#asked === game) return;
    this.#asked = game;
    void this.#room.question('history').then((answer) => {
      if (answer?.history && answer.number === table.number) this.#note(answer.history.map((one) => one.fact), (_, fact) => !this.#private.has(fact.is));
      else if (!answer?.history) this.#asked = '';
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
