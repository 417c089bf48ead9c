/* What a person does next who plays alone with bots (tests/e2e/alone.mjs). */
import { click, clue, listed, seat, tap, write } from '../../tests/e2e/hands.mjs';

export default async function act(ann, view) {
  if (await tap(ann, 'Turn the timer') || (await tap(ann, 'Deal the card')) || (await tap(ann, 'Lock in')) || (await tap(ann, 'My gap counts'))) return;
  if (view.can?.includes('clue') && (await ann.page.getByRole('region', { name: 'Your card' }).isVisible())) await write(ann, clue());
  else if (view.can?.includes('point') && !view.turn.points?.some((point) => point.seat === seat(ann))) await click(listed(ann, 'Gaps').getByRole('button').first());
}
