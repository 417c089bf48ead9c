/* Playing alone in a real browser against the real server: one tap on the front page, any game, and the first
 * thing to do can be done.
 *
 * usage: alone.mjs UNISONO [NAME…]          SHOTS=folder takes pictures, of what bots thought too
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { tap } from './hands.mjs';
import { opened } from './opened.mjs';
import { glimpse, guest, known, screen, until, while_told } from './people.mjs';
import { beside, run } from './tap.mjs';
import { texts } from './texts.mjs';

/* Bots of a friend who cannot wait. */
const { server, browser } = await opened(['--bot-hurry', '90']);

const english = texts('en');
const shots = process.env.SHOTS;
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
  await while_told([one], async () => {
    if (await over()) return true;
    if (known(one).votes?.length) await tap(one, 'No');
    await act(one, known(one));
    return false;
  }, what).catch((error) => {
    throw new Error(`${error.message}: ${JSON.stringify(known(one)).slice(0, 1500)}`);
  });
}

/* The first move of one's own is taken; then the bots explain themselves, here and on a table screen. */
async function try_out(t, title, name, act) {
  const ann = await play(title);
  t.equal(ann.room.people.length, 4);
  const bots = ann.room.people.filter((one) => one.bot);
  t.equal(bots.length, 3);
  /* The level that is won about every second time was chosen, and is said. */
  await ann.page.getByText(english('alone.level', { level: english(`bot.${bots[0].bot}`) })).first().waitFor();
  await play_on(ann, act, () => taken(ann), `${title}: nothing could be done`);
  await picture(ann, `${name}-first`);
  const tv = await screen(browser, server.url, ann.room.info.code);
  const list = (one) => one.page.getByRole('list', { name: english('thoughts') });
  /* A stage says one thought at a time, below its headline, unless there is something else to say. */
  const thoughts = await Promise.all([...bots.map((bot) => glimpse(tv.page, '.headline .aside', `${bot.name}: `)), glimpse(tv.page, `ul[aria-label="${english('thoughts')}"]`)]);
  const said = async () => (await Promise.all(thoughts.map((one) => one.so_far()))).includes(true);
  await play_on(ann, act, said, `${title}: the table screen is not told`);
  await picture(tv, `${name}-thoughts-table`);
  /* By its key: the table goes on, and what is above it comes and goes. */
  await ann.page.locator('summary').filter({ hasText: english('thoughts') }).first().press('Enter');
  const told = await until(async () => {
    const lines = await list(ann).getByRole('listitem').allTextContents();
    return lines.length ? lines : undefined;
  }, 'the thoughts do not open');
  for (const text of told) t.ok(!/[{}]|bot\./.test(text), text);
  await picture(ann, `${name}-thoughts`);
  t.deepEqual([...ann.complaints, ...tv.complaints], []);
  await tv.close();
  await ann.close();
}

/* Every game tells in its folder what somebody does next. */
const games = readdirSync(new URL('../../games/', import.meta.url), { withFileTypes: true }).filter((one) => one.isDirectory());
for (const { name } of games) {
  const title = english(`game.${name}`);
  const { default: act } = await import(`../../games/${name}/alone.mjs`);
  beside(`${title}, alone`, (t) => try_out(t, title, name, act));
}

await run();
