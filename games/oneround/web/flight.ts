/* The card with the clue flies from the middle into its gap. */
import { flights, type Flights } from '@kit';

export function clue_flights(): Flights {
  return flights({ duration: 900, easing: (t) => 1 - Math.pow(1 - t, 3), grow: 0.6 });
}
