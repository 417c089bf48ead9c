/* A deck that is being written, as the server has it: only lines that changed are sent, in parts that its limits take,
 * and the server says what is wrong with which line.
 *
 *     const draft = new Draft(room, 'words-game', 'words');
 *     const { report } = await draft.check(text);        what is wrong
 *     const outcome = await draft.keep(0);               a new deck of the table
 */
import type { DeckReport, Question, ServerMessage } from '../generated/protocol.ts';
import type { Outcome } from './outbox.ts';

export interface Asked {
  question(what: Question, args: Record<string, unknown>): Promise<ServerMessage | undefined>;
  act(what: 'keep_deck', args: { deck?: number; game: string; kind: string }): Promise<Outcome>;
}

export interface Checked {
  report?: DeckReport;
  /* Why there is none: a key. */
  key?: string;
}

/* Below what a message may have, and what a connection may send in a second. */
const PART = 5000;
const AT_ONCE = 40_000;
const A_SECOND = 20_000;
const LINE = 3000;
/* How often, and after how many milliseconds, a check is asked for again. */
const PATIENCE = 20;
const RETRY = 500;

const encoder = new TextEncoder();

/* Text as a deck has it: composed, Unix line ends, nothing that JSON cannot carry. */
export function plain_text(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/\0|[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDFFF]/g, (sign) => (sign.length === 2 ? sign : '\uFFFD'))
    .normalize('NFC');
}

export function lines_of(text: string): string[] {
  /* What is too long for a message is cut, but not inside a sign of two halves: no server reads one half. */
  return plain_text(text).split('\n').map((line) => (line.length > LINE ? line.slice(0, LINE).replace(/[\uD800-\uDBFF]$/, '') : line));
}

/* Lines in groups of at most so many bytes. */
export function parts_of(lines: string[], most = PART): string[][] {
  const parts: string[][] = [];
  let size = most;
  for (const line of lines) {
    const bytes = JSON.stringify(line).length + encoder.encode(line).length - line.length;
    if (size + bytes > most) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)!.push(line);
    size += bytes;
  }
  return parts;
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

export class Draft {
  /* What the server has; nothing at first, whatever was there before. */
  #there: string[] = [];
  #anew = true;
  #sent = 0;
  #since = 0;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #room: Asked;
  readonly game: string;
  readonly kind: string;

  constructor(room: Asked, game: string, kind: string) {
    this.#room = room;
    this.game = game;
    this.kind = kind;
  }

  /* One after the other: what is typed while an answer is awaited is sent then. */
  check(text: string): Promise<Checked> {
    const next = this.#turn.then(() => this.#check(lines_of(text)));
    this.#turn = next.catch(() => undefined);
    return next;
  }

  async #check(lines: string[], again = true): Promise<Checked> {
    let from = 0;
    while (from < lines.length && from < this.#there.length && lines[from] === this.#there[from]) from++;
    let end = 0;
    while (end < lines.length - from && end < this.#there.length - from && lines.at(-1 - end) === this.#there.at(-1 - end)) end++;
    const parts = parts_of(lines.slice(from, lines.length - end));
    let cut = this.#there.length - from - end;
    if (!parts.length) parts.push([]);
    let answer: ServerMessage | undefined;
    for (const [i, part] of parts.entries()) {
      answer = await this.#send(from, cut, part, i === parts.length - 1);
      if (!answer || answer.key) break;
      this.#there.splice(from, cut, ...part);
      from += part.length;
      cut = 0;
    }
    if (answer && !answer.key) return answer.deck ? { report: answer.deck } : {};
    /* The connection broke, or another tab of this device came in between: all of it once more. */
    this.#there = [];
    this.#anew = true;
    if (again && (!answer || answer.key === 'no_draft')) return this.#check(lines, false);
    return { key: answer?.key ?? 'no_draft' };
  }

  async #send(from: number, cut: number, part: string[], check: boolean): Promise<ServerMessage | undefined> {
    const text = part.map((line) => `${line}\n`).join('');
    await this.#pace(text.length * 2 + 200);
    const anew = this.#anew ? { anew: true } : {};
    const edit = { game: this.game, kind: this.kind, ...anew, of: this.#there.length, from, cut, text, check };
    let answer = await this.#room.question('draft', edit);
    /* A check takes the server a while: whoever types fast waits for the next one. */
    for (let tries = 0; answer?.key === 'too_fast' && tries < PATIENCE; tries++) {
      await wait(RETRY);
      answer = await this.#room.question('draft', edit);
    }
    if (answer && !answer.key) this.#anew = false;
    return answer;
  }

  async #pace(bytes: number): Promise<void> {
    const now = Date.now();
    this.#sent = Math.max(0, this.#sent - ((now - this.#since) / 1000) * A_SECOND);
    this.#since = now;
    this.#sent += bytes;
    if (this.#sent > AT_ONCE) await wait(((this.#sent - AT_ONCE) / A_SECOND) * 1000);
  }

  /* Where the server has lost the text meanwhile it is sent again. */
  async keep(deck: number, text: string): Promise<Outcome> {
    const order = { ...(deck ? { deck } : {}), game: this.game, kind: this.kind };
    await this.check(text);
    const outcome = await this.#room.act('keep_deck', order);
    if (outcome.ok || outcome.refusal.key !== 'no_draft') return outcome;
    this.#there = [];
    this.#anew = true;
    await this.check(text);
    return this.#room.act('keep_deck', order);
  }
}

/* The whole text of a deck of the table; 0: of what was just fetched by a link. */
export async function deck_text(room: Pick<Asked, 'question'>, deck: number): Promise<string | undefined> {
  let text = '';
  for (let from: number | undefined = 0; from !== undefined; ) {
    const answer: ServerMessage | undefined = await room.question('deck', { deck, from });
    if (!answer || answer.key !== undefined || answer.text === undefined) return undefined;
    text += answer.text;
    from = answer.next;
  }
  return text;
}
