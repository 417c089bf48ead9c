/* Playing alone in a real browser against the real server: one tap on the front page, any game, and the first
 * thing to do can be done.
 *
 * usage: alone.mjs UNISONO [NAME…]          SHOTS=folder takes pictures, of what bots thought too
 */
import { mkdirSync } from 'node:fs';
import { open_browser } from './browser.mjs';
import { guest, known, screen, until } from './people.mjs';
import { start_server } from './server.mjs';
import { at_end, beside, run } from './tap.mjs';

/* Bots of a friend who cannot wait. */
const server = await start_server(process.argv[2], ['--bot-hurry', '90']);
const browser = await open_browser();
at_end(() => browser.close());
at_end(() => server.stop());

const shots = process.env.SHOTS;
const seat = (one) => Math.max(...one.views.keys());
const waited = (one) => known(one).phase?.waiting?.includes(seat(one)) ?? false;
/* Whether a move of this phone was stored. */
const taken = (one) => one.frames.some((frame) => {
  const sent = frame.in ? {} : JSON.parse(frame.text);
  return sent.play && one.frames.some((answer) => answer.in && answer.text.includes(`"ack":${sent.n},`));
});

async function picture(one, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await one.page.screenshot({ path: `${shots}/alone-${name}.png` });
}

/* Taps a button if it is there and can be tapped; the moment may pass meanwhile. */
async function tap(one, name) {
  const wanted = one.page.getByRole('button', { name, exact: true }).first();
  if (!(await wanted.count()) || !(await wanted.isEnabled({ timeout: 1_000 }).catch(() => false))) return false;
  return wanted.click({ timeout: 5_000 }).then(() => true, () => false);
}

/* Writes a word into the one line that is there; where the referee only advises, it is taken anyway. */
async function write(one, word) {
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

/* One tap, and a table with bots plays. */
async function play(title) {
  const ann = await guest(browser, { reducedMotion: 'reduce' });
  await ann.page.goto(server.url);
  await ann.page.getByRole('region', { name: 'Play with bots now' }).getByRole('button', { name: title, exact: true }).click();
  await ann.page.locator('main.play').waitFor();
  await until(() => known(ann).phase, 'no game came');
  return ann;
}

/* Acts wherever it can until `over`. */
async function play_on(one, act, over, what) {
  await until(async () => {
    if (await over()) return true;
    if (known(one).votes?.length) await tap(one, 'No');
    await act(one, known(one));
    return false;
  }, what, 100_000).catch((error) => {
    throw new Error(`${error.message}: ${JSON.stringify(known(one)).slice(0, 1500)}`);
  });
}

/* The first move of one's own is taken; then the bots explain themselves, here and on a table screen. */
async function try_out(t, title, name, act) {
  const ann = await play(title);
  t.equal(ann.room.people.length, 4);
  t.equal(ann.room.people.filter((one) => one.bot).length, 3);
  await play_on(ann, act, () => taken(ann), `${title}: nothing could be done`);
  await picture(ann, `${name}-first`);
  const tv = await screen(browser, server.url, ann.room.info.code);
  const list = (one) => one.page.getByRole('list', { name: 'What the bots thought' });
  await play_on(ann, act, async () => (await list(tv).count()) > 0, `${title}: the table screen is not told`);
  await picture(tv, `${name}-thoughts-table`);
  await ann.page.getByText('What the bots thought').first().click();
  const told = await list(ann).getByRole('listitem').allTextContents();
  t.ok(told.length > 0);
  for (const text of told) t.ok(!/[{}]|bot\./.test(text), text);
  await picture(ann, `${name}-thoughts`);
  t.deepEqual([...ann.complaints, ...tv.complaints], []);
  await tv.close();
  await ann.close();
}

/* Words without sense: nobody else says them. */
let made = 0;
/* Clues are real words: bots object to others, as people would. */
const CLUES = 'VELVET LANTERN MARBLE SATCHEL VINEGAR WHISTLE GRAVEL HARVEST JACKET KETTLE LEMONADE NEEDLE'.split(' ');
const nonsense = (letter) => `${letter || 'W'}OL${[...String(++made)].map((digit) => 'BDFGKLMNPR'[digit] + 'U').join('')}X`;

/* A round without a letter shows a question mark. */
const letter = (shown) => (/^[A-Z]$/.test(shown) ? shown : '');
const listed = (one, name) => one.page.getByRole('list', { name });
const click = (what) => what.click({ timeout: 5_000 }).catch(() => undefined); /* it may be gone: the table goes on */

async function one_mind(ann, view) {
  if (view.can?.includes('write') && waited(ann)) await write(ann, nonsense(letter(view.table.letters?.[seat(ann)] ?? view.table.rows.at(-1)?.token)));
  else if (!(await tap(ann, 'No match'))) await tap(ann, 'Go on');
}

async function compatibility(ann, view) {
  const free = ann.page.getByRole('region', { name: 'All forty pictures' }).getByRole('listitem').getByRole('button', { pressed: false });
  if (view.can?.includes('call')) await tap(ann, '4');
  else if (view.phase.name === 'choose' && !view.me.pictures && waited(ann)) {
    await free.first().waitFor();
    const chosen = listed(ann, 'My ranking, best first').getByRole('button');
    while ((await chosen.count()) < view.me.count) await click(free.first());
    await tap(ann, 'Lay my pictures');
    await until(() => known(ann).me.pictures ?? known(ann).phase.name !== 'choose', 'the pictures were not taken');
  } else if (view.can?.includes('go_on')) await tap(ann, 'Go on');
}

async function coordinates(ann, view) {
  const mine = seat(ann);
  const turn = view.step?.actors.includes(mine) && !view.step.done.includes(mine);
  if (!turn) return;
  if (view.phase.name === 'place') {
    const field = ann.page.locator('.field');
    const laid = () => known(ann).tokens?.some((token) => token.seat === mine) || known(ann).phase.name !== 'place';
    await field.waitFor();
    const box = await field.boundingBox();
    if (!laid()) await ann.page.mouse.click(box.x + box.width * 0.3, box.y + box.height * 0.4);
    await until(laid, 'the token is not there');
    /* The button can be pushed once the page has drawn the token. */
    await until(async () => {
      if (known(ann).phase.name !== 'place' || known(ann).step.done.includes(mine)) return true;
      await tap(ann, 'It stays here');
      return false;
    }, 'not confirmed');
  } else if (view.phase.name === 'guess') {
    const others = view.tokens.filter((token) => token.seat !== mine);
    for (const [index] of others.entries()) {
      await click(ann.page.locator(`[data-number="${view.me.numbers[index]}"]`));
      await click(listed(ann, 'Tokens').getByRole('button').nth(index));
    }
    await tap(ann, 'Cast my votes');
  } else await tap(ann, 'Next');
}

async function letter_dice(ann, view) {
  if (view.can?.includes('roll_theme')) await tap(ann, 'Roll the theme');
  else if (view.can?.includes('throw_dice')) await tap(ann, 'Throw the dice');
  else if (view.can?.includes('say') && !view.claims.some((claim) => claim.seat === seat(ann))) {
    const line = ann.page.getByRole('textbox');
    await line.fill(nonsense(view.table.initial), { timeout: 5_000 }).catch(() => undefined);
    await line.press('Enter', { timeout: 5_000 }).catch(() => undefined);
    await tap(ann, 'Take it anyway');
  } else if (view.can?.includes('agree')) await tap(ann, 'Fine by me');
}

async function one_round(ann, view) {
  if (await tap(ann, 'Turn the timer') || (await tap(ann, 'Draw the card')) || (await tap(ann, 'Lock in')) || (await tap(ann, 'My gap counts'))) return;
  if (view.can?.includes('clue') && (await ann.page.getByRole('region', { name: 'Your card' }).isVisible())) await write(ann, CLUES[made++ % CLUES.length]);
  else if (view.can?.includes('point') && !view.turn.points?.some((point) => point.seat === seat(ann))) await click(listed(ann, 'Gaps').getByRole('button').first());
}

for (const [title, name, act] of [
  ['One Mind', 'onemind', one_mind],
  ['Compatibility', 'compatibility', compatibility],
  ['Coordinates', 'coordinates', coordinates],
  ['Letter Dice', 'letterdice', letter_dice],
  ['One Round?', 'oneround', one_round],
])
  beside(`${title}, alone`, (t) => try_out(t, title, name, act));

await run();
