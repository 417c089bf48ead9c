/* What lies on the stage at one moment, as plain values: so that a picture can stay while its end is told. */
import { lying, pile_of, piles, type Card, type Lying, type View } from './view.ts';

export interface Scene {
  round: number;
  reader: number;
  /* The word read, then those that joined it or want to. */
  cards: readonly Lying[];
  joined: readonly number[];
  /* The earlier stack that the word belongs to. */
  home: readonly Lying[];
  /* What was read before in this round. */
  done: readonly Shown[];
}

export function scene_of(view: View): Scene {
  const reading = view.reading;
  const reader = reading?.reader ?? -1;
  const to = reading?.moved_to;
  const stack = to === undefined ? [] : (pile_of(view, (card) => card.seat === to)?.cards ?? []);
  return {
    round: view.table.round,
    reader,
    cards: lying(view),
    joined: reading?.joined ?? [],
    home: stack.filter((card) => card.seat !== reader).map(lay),
    done: stacks(view.table.round, (view.table.rows[view.table.round]?.cards ?? []).filter((card) => card.seat !== reader)),
  };
}

export const lay = (card: Card): Lying => ({ seat: card.seat, word: card.word, struck: card.struck ?? false });

/* Everybody who meets in this scene. */
export function minds(scene: Scene): number[] {
  const met = [...scene.joined, ...scene.home.map((card) => card.seat)];
  return met.length ? [scene.reader, ...met] : [];
}

/* A word and whose it is, ready to be laid on the stage. */
export interface Shown {
  key: string;
  word: string | undefined;
  seats: readonly number[];
  struck: boolean;
}

/* The stacks of a row, the top word of each. */
export function stacks(row: number, cards: readonly Card[]): Shown[] {
  return piles(row, cards).map((pile) => {
    const top = pile.cards[pile.cards.length - 1];
    return { key: pile.key, word: top?.word, seats: pile.cards.map((card) => card.seat), struck: top?.struck ?? false };
  });
}

/* Words on which minds met in this game, the most minds first. */
export function shared_words(view: View): Shown[] {
  return view.table.rows
    .flatMap((row, number) => stacks(number, row.cards))
    .filter((stack) => stack.seats.length > 1)
    .sort((a, b) => b.seats.length - a.seats.length);
}
