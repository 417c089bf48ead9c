/* The sections of Compatibility (games/compatibility/view.c), and what screens read off them. */
import type { CoreSections, Game } from '@kit';
import type { Protocol } from './protocol.ts';

export type Agreement = 'indirect' | 'direct' | 'doubled';

export interface Pawn {
  seats: number[];
  space: number;
  number: number;
  /* Spaces this round. */
  moved: number;
  /* Unused ×2 tokens of its players. */
  tokens: number;
}

export interface Row {
  seat: number;
  count: number;
  laid: boolean;
  /* Turned so far. */
  cards: { picture: number; agreement?: Agreement }[];
}

export interface TrackShape {
  last: number;
  bands: { number: number; until: number }[];
}

export interface View extends CoreSections {
  table: { mode: 'pairs' | 'referent'; pictures: string; titles: boolean; track: TrackShape; pawns: Pawn[]; spent: number[] };
  round?: { number: number; announcer: number; called?: number; theme?: string; doubler?: number; double_at?: number };
  rankings?: { position?: number; positions?: number; rows: Row[] };
  ready?: number[];
  me?: { compared_with: number[]; count: number; token: boolean; pictures?: number[]; double_at?: number };
}

export type Compatibility = Game<View, Protocol>;

/* Two rankings that are compared: partners, or a player and the Referent. */
export interface Duo {
  a: Row;
  b: Row;
  pawn: Pawn;
}

export interface Link {
  from: number;
  to: number;
  kind: Agreement;
}

export function pawn_of(view: View, seat: number): Pawn | undefined {
  return view.table.pawns.find((pawn) => pawn.seats.includes(seat));
}

/* The other ranking that this seat's is compared with, among those of the round. */
export function partner_of(view: View, seat: number): number {
  const { mode, pawns } = view.table;
  if (mode === 'pairs') return pawns.find((pawn) => pawn.seats.includes(seat))?.seats.find((other) => other !== seat) ?? -1;
  const referent = view.round?.announcer ?? -1;
  return referent === seat ? -1 : referent;
}

export function duos(view: View): Duo[] {
  const rows = view.rankings?.rows ?? [];
  return view.table.pawns.flatMap((pawn) => {
    const a = pawn.seats[0]!;
    const b = partner_of(view, a);
    const first = rows[a];
    const second = rows[b];
    return first && second ? [{ a: first, b: second, pawn }] : [];
  });
}

/* Which turned cards agree: the same picture on both sides, counted where the view marks it. */
export function links({ a, b }: Duo): Link[] {
  return a.cards.flatMap((card, from) => {
    const to = b.cards.findIndex((other) => other.picture === card.picture);
    if (to < 0 || !card.agreement) return [];
    return [{ from, to, kind: card.agreement }];
  });
}

export const POINTS: Record<Agreement, number> = { indirect: 2, direct: 3, doubled: 6 };

export function number_at(track: TrackShape, space: number): number {
  return track.bands.find((band) => space < band.until)?.number ?? 1;
}
