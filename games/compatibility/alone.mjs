/* What a person does next who plays alone with bots (tests/e2e/alone.mjs). */
import { click, known, listed, tap, until, waited } from '../../tests/e2e/hands.mjs';

export default async function act(ann, view) {
  const free = ann.page.getByRole('region', { name: 'All forty pictures' }).getByRole('listitem').getByRole('button', { pressed: false });
  if (view.can?.includes('call')) await tap(ann, '4');
  else if (view.phase.name === 'choose' && !view.me.pictures && waited(ann)) {
    const chosen = listed(ann, 'My ranking, best first').getByRole('button');
    const laid = () => known(ann).me.pictures ?? known(ann).phase.name !== 'choose';
    while (!laid() && (await chosen.count()) < view.me.count) await click(free.first());
    /* The button can be pushed once the page has drawn the last one. */
    await until(async () => laid() || (await tap(ann, 'Lay my pictures'), laid()), 'the pictures were not taken');
  } else if (view.can?.includes('go_on')) await tap(ann, 'Go on');
}

/* Options of a short game, for who does not play alone (tests/e2e/network.mjs). */
export const short = { track: 'short', reveal_time: 0 };
