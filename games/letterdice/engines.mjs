/* A short game for `make engines` (tests/engines/play.mjs): nobody but people doubts a word, and it has every letter of
 * the dice, so that the tokens are soon gone. */
import { seat, tap } from '../../tests/e2e/hands.mjs';
import { word } from './made_up.mjs';

async function act(one, view) {
  if (view.can?.includes('roll_theme')) await tap(one, 'Roll the theme');
  else if (view.can?.includes('throw_dice')) await tap(one, 'Throw the dice');
  else if (view.can?.includes('say') && view.phase.name === 'play' && !view.me.out) {
    const line = one.page.getByRole('textbox');
    /* The round may end while somebody types. */
    await line.fill(word(view), { timeout: 5_000 }).then(() => line.press('Enter', { timeout: 5_000 })).catch(() => undefined);
  } else if (view.phase.name === 'settle' && view.phase.waiting.includes(seat(one))) await tap(one, 'Fine by me');
}

export default { act, options: { objection_time: 3, referee: 'trust' } };
