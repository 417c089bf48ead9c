/* What a person does next who plays alone with bots (tests/e2e/alone.mjs). */
import { letter, nonsense, seat, tap, waited, write } from '../../tests/e2e/hands.mjs';

export default async function act(ann, view) {
  if (view.can?.includes('write') && waited(ann)) await write(ann, nonsense(letter(view.table.letters?.[seat(ann)] ?? view.table.rows.at(-1)?.token)));
  else if (!(await tap(ann, 'No match'))) await tap(ann, 'Go on');
}
