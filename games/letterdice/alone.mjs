/* What a person does next who plays alone with bots (tests/e2e/alone.mjs). */
import { nonsense, seat, tap } from '../../tests/e2e/hands.mjs';

export default async function act(ann, view) {
  if (view.can?.includes('roll_theme')) await tap(ann, 'Roll the theme');
  else if (view.can?.includes('throw_dice')) await tap(ann, 'Throw the dice');
  else if (view.can?.includes('say') && !view.claims.some((claim) => claim.seat === seat(ann))) {
    const line = ann.page.getByRole('textbox');
    await line.fill(nonsense(view.table.initial), { timeout: 5_000 }).catch(() => undefined);
    await line.press('Enter', { timeout: 5_000 }).catch(() => undefined);
    await tap(ann, 'Take it anyway');
  } else if (view.can?.includes('agree')) await tap(ann, 'Fine by me');
}
