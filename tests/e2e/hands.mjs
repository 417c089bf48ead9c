/* The hands of one person who plays alone: taps what is there, and does not mind when the moment has passed.
 *
 *     import { tap, waited } from '../../tests/e2e/hands.mjs';
 *     export default async function act(ann, view) {
 *       if (waited(ann)) await tap(ann, 'Go on');
 *     }
 */
import { known, until } from './people.mjs';

export { known, until };

export const seat = (one) => Math.max(...one.views.keys());
export const waited = (one) => known(one).phase?.waiting?.includes(seat(one)) ?? false;

/* Taps a button if it is there and can be tapped; the moment may pass meanwhile. */
export async function tap(one, name) {
  const wanted = one.page.getByRole('button', { name, exact: true }).first();
  if (!(await wanted.count()) || !(await wanted.isEnabled({ timeout: 1_000 }).catch(() => false))) return false;
  return wanted.elementHandle({ timeout: 1_000 }).then((here) => here.click({ timeout: 5_000 })).then(() => true, () => false);
}

/* Writes a word into the one line that is there; where the referee only advises, it is taken anyway. */
export async function write(one, word) {
  const form = one.page.locator('form.word');
  const line = form.getByRole('textbox');
  const gone = async () => !(await form.count());
  /* The moment may pass while somebody types, or looks for the button. */
  const done = (what) => until(async () => (await gone()) || what({ timeout: 5_000 }).then(() => true, () => false), `${word} could not be written`);
  await done((patience) => line.fill(word, patience));
  await done((patience) => form.locator('button[type=submit]').click(patience));
  await until(async () => {
    if ((await gone()) || (await line.inputValue({ timeout: 2000 }).catch(() => '')) !== word) return true;
    await tap(one, 'Take it anyway');
    return false;
  }, `${word} was never taken`);
}

/* Words without sense: nobody else says them. */
let made = 0;
export const nonsense = (letter) => `${letter || 'W'}OL${[...String(++made)].map((digit) => 'BDFGKLMNPR'[digit] + 'U').join('')}X`;
/* Clues are real words: bots object to others, as people would. */
const CLUES = 'VELVET LANTERN MARBLE SATCHEL VINEGAR WHISTLE GRAVEL HARVEST JACKET KETTLE LEMONADE NEEDLE'.split(' ');
export const clue = () => CLUES[made++ % CLUES.length];
/* A round without a letter shows a question mark. */
export const letter = (shown) => (/^[A-Z]$/.test(shown) ? shown : '');
export const listed = (one, name) => one.page.getByRole('list', { name });
export const click = (what) => what.click({ timeout: 5_000 }).catch(() => undefined); /* it may be gone: the table goes on */
