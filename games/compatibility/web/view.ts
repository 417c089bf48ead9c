/* What screens read off the sections of Compatibility (compatibility.def). */
import type { Game } from '@kit';
import type { Pawn, Protocol, Row, Track, Turned, View } from './protocol.ts';

export type { Pawn, Row, View };
export type Agreement = NonNullable<Turned['agreement']>;

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
  points: number;
}

export function pawn_of(view: View, seat: number): Pawn | undefined {
  return view.table.pawns.find((pawn) => pawn.seats.includes(seat));
}

/* The other ranking that this seat's is compared with, among those of the round. */
export function partner_of(view: View, seat: number): number {
  return view.rankings?.rows[seat]?.with ?? -1;
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
    return [{ from, to, kind: card.agreement, points: card.points ?? 0 }];
  });
}

export function number_at(track: Track, space: number): number {
  return track.bands.find((band) => space < band.until)?.number ?? 1;
}

/* The spaces of the race, by how many pictures one lays there. */
const COLOURS = ['#a9b6f0', '#cfaee0', '#efabb3', '#f5c3a2', '#f6d9a0'];
export const colour_of = (number: number): string | undefined => COLOURS[number - 1];
