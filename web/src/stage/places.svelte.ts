/* Who came where, and how much of it the stage has told: the last place first, the winners last. Ending leads, Podium
 * follows; a podium on its own shows all of it. */
import { getContext, setContext } from 'svelte';
import type { Game, Seated } from '../kit/types.ts';

const KEY = Symbol('places');

/* Equal scores share a place, but who has won, by whatever decides between equal ones, stands above all others. */
export function places_of(game: Game<object>): Seated[][] {
  const won = (person: Seated) => (game.result?.winners.includes(person.seat) ? 1 : 0);
  const found: Seated[][] = [];
  for (const person of [...game.people].sort((a, b) => won(b) - won(a) || b.score - a.score)) {
    const last = found[found.length - 1];
    if (last?.[0]?.score === person.score && won(last[0]) === won(person)) last.push(person);
    else found.push([person]);
  }
  return found;
}

export class Telling {
  /* Steps of the podium that nobody has seen yet. */
  hidden = $state(0);
}

export const make_telling = (): Telling => setContext(KEY, new Telling());
export const telling_of = (): Readonly<Telling> => getContext<Telling>(KEY) ?? new Telling();
