/* What a seat or an onlooker sees of One Mind (games/onemind/view.c), and small questions about it. */
import type { Game } from '@kit';
import type { Protocol } from './protocol.ts';

export interface Card {
  seat: number;
  /* An erased card has no word any more. */
  word?: string;
  /* Place in the row of the card it was stacked on; its own if none. */
  stack: number;
  open: boolean;
  struck?: boolean;
  matched?: boolean;
}

export interface Row {
  token?: string;
  cards: Card[];
}

export interface Reading {
  reader: number;
  holders: number[];
  joined: number[];
  shown: { seat: number; word: string }[];
  declined: number[];
  struck: number[];
  /* Objected to in vain. */
  cleared: number[];
  /* Joined on the lexicon's word alone: may be doubted. */
  by_ear: number[];
  ready: number[];
}

export interface View {
  table: { round: number; rounds: number; gems: number; gems_at_start: number; letters?: string[]; rows: Row[] };
  finished?: number[];
  reading?: Reading;
  me?: { word?: string; fault?: string; with?: string; hint?: string; suggested?: 'none' | 'no' | 'probably' | 'synonym' };
}

export type OneMind = Game<View, Protocol>;

/* Cards that lie on one another, the top one last. */
export interface Pile {
  key: string;
  cards: Card[];
}

export function piles(row: number, cards: readonly Card[]): Pile[] {
  const found = new Map<number, Card[]>();
  for (const card of cards) {
    const pile = found.get(card.stack);
    if (pile) pile.push(card);
    else found.set(card.stack, [card]);
  }
  return [...found].map(([stack, pile]) => ({ key: `${row}.${stack}`, cards: pile }));
}

/* The words everybody links with now: the open ones of the last row that has any. */
export function base(view: View): Card[] {
  for (let row = view.table.round - 1; row >= 0; row--) {
    const open = view.table.rows[row]?.cards.filter((card) => card.open) ?? [];
    if (open.length) return open;
  }
  return [];
}

export interface Lying {
  seat: number;
  word: string | undefined;
  struck: boolean;
}

/* What lies on the stage while somebody reads: the word read, then those that joined or want to. */
export function lying(view: View): Lying[] {
  const reading = view.reading;
  if (!reading || reading.reader < 0) return [];
  const row = view.table.rows[view.table.round]?.cards ?? [];
  const read = row.find((card) => card.seat === reading.reader);
  const cards: Lying[] = [{ seat: reading.reader, word: read?.word, struck: read?.struck ?? false }];
  const rest = [...reading.joined, ...reading.shown.map((card) => card.seat).filter((seat) => !reading.joined.includes(seat))];
  for (const seat of rest) {
    const word = reading.shown.find((card) => card.seat === seat)?.word ?? row.find((card) => card.seat === seat)?.word;
    cards.push({ seat, word, struck: reading.struck.includes(seat) });
  }
  return cards;
}

function voted(game: OneMind, subject: string, seat: number): boolean {
  return game.votes.some((vote) => vote.subject === subject && vote.about === seat);
}

/* Seats whose word may be objected to, and those whose match may be doubted. */
export function questions(game: OneMind): { object: number[]; doubt: number[] } {
  const reading = game.view.reading;
  if (!reading) return { object: [], doubt: [] };
  const open = [reading.reader, ...reading.shown.map((card) => card.seat)];
  const settled = new Set([...reading.struck, ...reading.cleared]);
  return {
    object: game.can('object') ? open.filter((seat) => !settled.has(seat) && !voted(game, 'rules', seat)) : [],
    doubt: game.can('doubt') ? reading.by_ear.filter((seat) => seat !== game.seat && !voted(game, 'match', seat)) : [],
  };
}

/* The letter every word must begin with now, if any. */
export function initial(view: View, seat: number): string | undefined {
  const { round, letters, rows } = view.table;
  const letter = round === 0 ? letters?.[seat] : rows[round]?.token;
  return letter === '?' ? undefined : letter;
}

/* Long words are set smaller, so that a card keeps its size. */
export function fit(word: string, room = 9): string {
  return word.length <= room ? '1em' : `${Math.max(0.42, room / word.length).toFixed(3)}em`;
}
