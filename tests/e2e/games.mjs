/* What people do in any game: start one, answer what is asked, and keep their secrets.
 *
 *     await start_game([ann, ben], 'One Mind', { Options: … });
 */
import { until } from './people.mjs';

export const button = (one, name) => one.page.getByRole('button', { name, exact: typeof name === 'string' });

/* The host picks a game by its card, sets options by what their buttons say, and starts. */
export async function start_game(host, guests, title, choices = []) {
  await host.page.locator('.games .pick').filter({ hasText: title }).click();
  if (choices.length) {
    await button(host, /^Options/).click();
    for (const choice of choices) {
      if (choice.most) {
        await set_most(host, choice.most);
        continue;
      }
      const wanted = host.page.getByRole('dialog').getByRole(choice.role ?? 'button', { name: choice.name, exact: typeof choice.name === 'string' });
      await wanted.click();
      const state = choice.role === 'switch' ? 'checked' : 'pressed';
      await until(
        async () => (state === 'checked' ? (await wanted.isChecked()) !== (choice.off ?? false) : (await wanted.getAttribute('aria-pressed')) === 'true'),
        `${choice.name} was not taken`,
      );
    }
    await host.page.keyboard.press('Escape');
  }
  await until(() => button(host, /^Start /).isEnabled(), 'the game cannot start');
  await button(host, /^Start /).click();
  for (const one of [host, ...guests]) await one.page.locator('main.play, main.game').first().waitFor();
}

/* As much as an option allows: votes that wait while a test looks around. */
async function set_most(host, option) {
  const field = host.page.getByRole('dialog').getByRole('group', { name: option, exact: true });
  const more = field.getByRole('button').last();
  while (await more.isEnabled()) {
    const before = await field.getByRole('status').textContent();
    await more.click();
    await until(async () => (await field.getByRole('status').textContent()) !== before, `${option} stays as it is`);
  }
}

/* Taps a button if it is there and can be tapped; the moment may pass meanwhile. */
export async function tap(one, name) {
  const wanted = button(one, name);
  if (!(await wanted.count()) || !(await wanted.first().isEnabled().catch(() => false))) return false;
  return wanted
    .first()
    .click({ timeout: 5000 })
    .then(() => true)
    .catch(() => false);
}

/* Writes a word into the one line that is there; where the referee only advises, it is taken anyway. */
export async function write(one, word) {
  const form = one.page.locator('form.word');
  const line = form.getByRole('textbox');
  const sent = async () => !(await form.count()) || (await line.inputValue({ timeout: 2000 }).catch(() => '')) !== word;
  await line.fill(word);
  await form.locator('button[type=submit]').click();
  await until(async () => {
    if (await sent()) return true;
    await tap(one, 'Take it anyway');
    return false;
  }, `${word} was never taken`);
}

export async function reload(one) {
  await one.page.reload();
  await one.page.locator('main.play, main.game').first().waitFor();
}

/* Frames that came in and hold a word: a secret of somebody else must never be among them. */
export function told(one, word, from = 0) {
  return one.frames.slice(from).filter((frame) => frame.in && frame.text.toUpperCase().includes(word));
}
