/* What the table screen reads off the view at one moment, as plain values: so that a picture can stay while its end is told. */
import type { Facts } from './protocol.ts';
import { duos, links, type Duo, type Link, type View } from './view.ts';

export interface Scene {
  duos: readonly Duo[];
  position: number;
  positions: number;
  theme: string;
  doubler: number | undefined;
  double_at: number | undefined;
}

export function scene_of(view: View): Scene {
  return {
    duos: duos(view),
    position: view.rankings?.position ?? 0,
    positions: view.rankings?.positions ?? 0,
    theme: view.round?.theme ?? '',
    doubler: view.round?.doubler,
    double_at: view.round?.double_at,
  };
}

/* Is this fact about that line? A pair may be told from either side. */
export function ties(fact: Facts['agreed'], duo: Duo, link: Link): boolean {
  const here = [duo.a.seat, link.from + 1, duo.b.seat, link.to + 1].join();
  return here === [fact.seat, fact.position, fact.with, fact.at].join() || here === [fact.with, fact.at, fact.seat, fact.position].join();
}

/* The lines of two rankings without those that are not told yet. */
export function told_links(duo: Duo, untold: readonly Facts['agreed'][]): Link[] {
  return links(duo).filter((link) => !untold.some((fact) => ties(fact, duo, link)));
}

export interface Blocks {
  columns: number;
  /* Of a card and of the room for lines between two rows, in units. */
  card: number;
  between: number;
}

/* How rankings stand on a stage of `wide` by `high` units: as large as their number and their cards allow. BESIDE is
 * kept for names at the left of the cards. */
const BETWEEN = 3.8;
export const BESIDE = 23;
const GAP = 1.6;
/* A mark and a name below it. */
const WHO = 7.6;
export function blocks_of(count: number, cards: number, wide: number, high: number, beside = BESIDE): Blocks {
  let best: Blocks = { columns: 1, card: 0, between: 0 };
  for (let columns = 1; columns <= Math.max(1, count); columns++) {
    const rows = Math.ceil(count / columns);
    const across = ((wide - (columns - 1) * GAP * 2) / columns - beside - GAP) / Math.max(1, cards);
    const down = (high - (rows - 1) * GAP) / rows - GAP;
    const card = Math.min(across, (down - BETWEEN) / 2, 17);
    if (card > best.card) best = { columns, card, between: Math.min(10, Math.max(BETWEEN, down - 2 * Math.max(card, WHO))) };
  }
  return best;
}

/* Two may meet twice in one place of their rankings: each has there what the other has elsewhere. */
export const meeting_key = (fact: Facts['agreed']) => `${fact.seat} ${fact.with} ${fact.picture}`;

/* How those who have met stand on a stage of `wide` by `high` units: two cards over each other, their names in a line below, in two
 * where there is one row. */
const NAMES_BELOW = 11;
const NAME_BELOW = 8;
const OVERLAP = 1.62;
export function meetings_of(count: number, wide: number, high: number): { columns: number; rows: number; cell: number; tile: number } {
  let best = { columns: 1, rows: 1, cell: wide, tile: 0 };
  for (let columns = 1; columns <= Math.max(1, count); columns++) {
    const rows = Math.ceil(count / columns);
    const cell = Math.floor(wide / columns);
    const tile = Math.min((cell - 5) / OVERLAP, high / rows - (rows > 1 ? NAME_BELOW : NAMES_BELOW), 34);
    if (tile > best.tile) best = { columns, rows, cell, tile };
  }
  return best;
}
