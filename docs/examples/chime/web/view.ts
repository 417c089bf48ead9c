/* What a seat or an onlooker sees of Chime; its sections are made from chime.def. */
import type { Game } from '@kit';
import type { Protocol, View } from './protocol.ts';

export type { View };
export type Chime = Game<View, Protocol>;

/* Seats that thought of the same number as somebody else in the last round. */
export function in_tune(told: readonly number[]): number[] {
  return told.flatMap((number, seat) => (number && told.filter((other) => other === number).length > 1 ? [seat] : []));
}
