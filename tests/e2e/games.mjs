/* What people do in any game: write words, vote, leave, pause, with fingers or with a keyboard; and what they must
 * not be told.
 *
 *     await write(ann, 'HARBOUR');
 *     await vote(ben, true);
 *     await tab_to(ann.page, 'Go on');                 by the Tab key alone
 */
import { answered, push } from './party.mjs';
import { heard, known } from './people.mjs';
import { texts } from './texts.mjs';

const english = texts('en');

/* Writes a word into the one line that is there; where the referee only advises, it is taken anyway. */
export async function write(one, word, say = english) {
  const form = one.page.locator('form.word');
  const before = one.asked;
  await form.getByRole('textbox').fill(word);
  await form.locator('button[type=submit]').click();
  await answered(one, before);
  if (one.refusal?.insist) await push(one, say('word.insist'));
  if (one.refusal) throw new Error(`${word} was refused: ${JSON.stringify(one.refusal)}`);
}

/* The one ballot that is open. */
export function ballot(one) {
  return known(one).votes?.[0];
}

export async function vote(one, yes, { rider = false, say = english } = {}) {
  const slip = one.page.getByRole('region', { name: say('vote.title') });
  if (rider) await slip.getByRole('checkbox').check();
  await push(one, say(yes ? 'vote.yes' : 'vote.no'), () => ballot(one), slip);
}

/* The host lets the clock stand still, so that a moment that passes can be looked at. */
export async function pause(host, say = english) {
  await host.page.getByRole('button', { name: say('menu'), exact: true }).click();
  await push(host, say('host.pause'));
  await heard(host, (view) => view.phase.paused, 'no pause');
}

export async function resume(host, say = english) {
  await push(host, say('host.resume'), () => true, host.page.locator('main'));
  await heard(host, (view) => !view.phase.paused, 'the pause does not end');
}

/* Leaves the running game for good. */
export async function leave_table(one, say = english) {
  await one.page.getByRole('button', { name: say('menu'), exact: true }).click();
  await one.page.getByRole('button', { name: say('leave'), exact: true }).click();
  await one.page.getByRole('button', { name: say('host.sure'), exact: true }).click();
  await one.page.getByRole('button', { name: say('home.create') }).waitFor();
}

/* What has the focus and can be pressed or written into, by the name a reader would say. The dock, where a keyboard goes on when
 * what was pressed has gone, may have the same text as its only button: a key there does nothing. */
function focused(page) {
  return page.evaluate(() => {
    const node = document.activeElement;
    if (!node || node.tabIndex < 0) return '';
    const named = node.getAttribute('aria-label') || node.labels?.[0]?.textContent || node.textContent || '';
    return named.replace(/\s+/g, ' ').trim();
  });
}

/* The Tab key until something has the focus; where it is already, nothing is pressed. */
export async function tab_to(page, name) {
  const wanted = typeof name === 'string' ? (at) => at === name : (at) => name.test(at);
  const passed = [];
  for (let i = 0; i < 90; i++) {
    const at = await focused(page);
    if (wanted(at)) return;
    passed.push(at.slice(0, 30));
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${name}: ${[...new Set(passed)].join(' | ')}`);
}

/* As push(), with keys alone: the button is there as long as the reason is. */
export async function push_key(one, name, reason = () => true) {
  const before = one.asked;
  await one.page.getByRole('button', { name, exact: typeof name === 'string' }).first().waitFor();
  if (!reason()) return false;
  await tab_to(one.page, name);
  await one.page.keyboard.press('Enter');
  await answered(one, before);
  return true;
}

/* As write(), with keys alone. */
export async function type_word(one, label, word, say = english) {
  const before = one.asked;
  await one.page.getByLabel(label).waitFor();
  await tab_to(one.page, label);
  await one.page.keyboard.type(word);
  await one.page.keyboard.press('Enter');
  await answered(one, before);
  if (one.refusal?.insist) await push_key(one, say('word.insist'));
  if (one.refusal) throw new Error(`${word} was refused: ${JSON.stringify(one.refusal)}`);
}

/* Where a number stands in what a page was sent, times and counters aside: a card nobody else may know. */
const COUNTERS = new Set(['rev', 'ack', 'refused', 'n', 'at', 'now', 'since', 'until', 'held', 'pong', 'tried', 'guest', 'player', 'players', 'pile', 'spares', 'timer']);

function paths_to(value, number, path, found) {
  if (value === number) found.push(path.join('.'));
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) if (!COUNTERS.has(key)) paths_to(inner, number, [...path, key], found);
}

export function tells_number(one, number, from = 0) {
  const found = [];
  for (const frame of one.frames.slice(from)) if (frame.in) paths_to(JSON.parse(frame.text), number, [], found);
  return found;
}
