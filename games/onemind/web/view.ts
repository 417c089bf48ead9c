/* What screens read off the sections of One Mind (onemind.def). */
import type { Game } from '@kit';
import type { Card, Protocol, View } from './protocol.ts';

export type { Card, View };
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

/* The words everybody links with now: the open ones of a row before this round's. */
export function base(view: View): Card[] {
  const { linked, round, rows } = view.table;
  return rows[linked ?? round - 1]?.cards.filter((card) => card.open) ?? [];
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

/* The cards somebody may still say something against: those on the stage, those of an earlier stack that is about
   to score with them, and before the first toss the start words. */
export function in_question(view: View): Lying[] {
  if (view.looking || view.table.round === 0) return start_words(view);
  const cards = lying(view);
  const moved_to = view.reading?.moved_to;
  const stack = moved_to === undefined ? undefined : pile_of(view, (card) => card.seat === moved_to);
  for (const card of stack?.cards ?? []) {
    if (!cards.some((other) => other.seat === card.seat)) cards.push({ seat: card.seat, word: card.word, struck: card.struck ?? false });
  }
  return cards;
}

/* The start words, as they lie there. */
export function start_words(view: View): Lying[] {
  return (view.table.rows[0]?.cards ?? []).map((card) => ({ seat: card.seat, word: card.word, struck: card.struck ?? false }));
}

/* A stack of this round's row, by a place or a seat in it. */
export function pile_of(view: View, has: (card: Card, place: number) => boolean): Pile | undefined {
  const cards = view.table.rows[view.table.round]?.cards ?? [];
  const stack = cards.find((card, place) => has(card, place))?.stack;
  return stack === undefined ? undefined : piles(view.table.round, cards).find((pile) => pile.cards[0]?.stack === stack);
}

/* Earlier stacks of the row that the word being read may be claimed for. */
export function earlier(game: OneMind): Pile[] {
  const { round, rows } = game.view.table;
  const may = game.may('claim_earlier');
  return piles(round, rows[round]?.cards ?? []).filter(({ cards }) => cards[0] && may.includes(cards[0].seat));
}

/* How a word on the table is said in the language of this screen, where it is written in another one (T-2). */
export function gloss(view: View, seat: number, word: string | undefined, language: 'en' | 'de' | 'fr'): string | undefined {
  if (!word || !view.table.languages || view.table.languages[seat] === language) return undefined;
  const cards = [...view.table.rows.flatMap((row) => row.cards), ...(view.reading?.shown ?? [])];
  return cards.find((card) => card.seat === seat && card.word === word && card.gloss)?.gloss?.[language];
}

/* Whether the word being read is about to take gems. */
export function scores(view: View): boolean {
  return !!view.reading && (view.reading.joined.length > 0 || view.reading.moved_to !== undefined);
}

/* The letter every word must begin with now, if any. */
export function initial(view: View, seat: number): string | undefined {
  const { round, letters, rows } = view.table;
  const letter = round === 0 ? letters?.[seat] : rows[round]?.token;
  return letter === '?' ? undefined : letter;
}

/* Long words are set smaller, so that a card keeps its size. */
export function fit(word: string, room = 9): number {
  return word.length <= room ? 1 : Math.max(0.42, room / word.length);
}
