/* What a person does next who plays alone with bots (tests/e2e/alone.mjs). */
import { tap, waited } from '../../tests/e2e/hands.mjs';

export default async function act(ann, view) {
  if (view.can?.includes('think') && waited(ann)) await tap(ann, '3');
}
