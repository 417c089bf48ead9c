/* What a person does next who plays alone with bots (tests/e2e/alone.mjs). */
import { click, known, listed, seat, tap, until } from '../../tests/e2e/hands.mjs';

/* A number onto a token: the number first, and the token once the page shows that the number is chosen. One press that went astray would
 * leave a token chosen, and every press after it would mean something else. */
async function lay(ann, number, index) {
  const chip = ann.page.locator(`[data-number="${number}"]`);
  const token = listed(ann, 'Tokens').getByRole('button').nth(index);
  const patience = { timeout: 5_000 };
  await until(async () => {
    if (known(ann).phase.name !== 'guess' || (await token.textContent(patience).catch(() => '')).includes(`Number ${number}`)) return true;
    const chosen = (await chip.getAttribute('aria-pressed', patience).catch(() => '')) === 'true';
    await click(chosen ? token : chip);
    return false;
  }, `number ${number} was not laid`);
}

export default async function act(ann, view) {
  const mine = seat(ann);
  const turn = view.step?.actors.includes(mine) && !view.step.done.includes(mine);
  if (!turn) return;
  if (view.phase.name === 'place') {
    const field = ann.page.locator('.field');
    const laid = () => known(ann).tokens?.some((token) => token.seat === mine) || known(ann).phase.name !== 'place';
    await field.waitFor();
    const box = await field.boundingBox();
    if (!laid()) await ann.page.mouse.click(box.x + box.width * (0.3 + 0.2 * mine), box.y + box.height * 0.4);
    await until(laid, 'the token is not there');
    /* The button can be pushed once the page has drawn the token. */
    await until(async () => {
      if (known(ann).phase.name !== 'place' || known(ann).step.done.includes(mine)) return true;
      await tap(ann, 'It stays here');
      return false;
    }, 'not confirmed');
  } else if (view.phase.name === 'guess') {
    const others = view.tokens.filter((token) => token.seat !== mine);
    for (const [index] of others.entries()) await lay(ann, view.me.numbers[index], index);
    await tap(ann, 'Cast my votes');
  } else await tap(ann, 'Next');
}
