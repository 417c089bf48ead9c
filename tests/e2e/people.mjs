/* What people do with the app, by what they see: names of buttons and fields in English. And what they were told:
 * every frame a page received and sent, and the views that follow from them.
 *
 *     const ann = await open_table(browser, server.url, 'Ann');       creates a room and sits down
 *     const ben = await join(browser, server.url, ann.code, 'Ben');
 *     await heard(ben, () => known(ben).phase?.name === 'write');     waits for frames, not for a time
 *     await ben.close();                                              hangs up; the device is used again
 */
import { at_failure } from './tap.mjs';
import { PATIENCE, phone, put_away, television } from './browser.mjs';

/* What the browser itself complains about: nothing may be blocked, nothing may throw. */
const EXPECTED = /WebSocket connection|ERR_(CONNECTION|INTERNET|NETWORK)|Failed to load resource/;

/* A value with what has changed inside it, as the app itself mends it. */
function mend(value, changes) {
  const mended = Array.isArray(value) ? value.slice() : { ...value };
  for (const [name, change] of Object.entries(changes)) {
    const inside = name.endsWith('~') ? name.slice(0, -1) : '';
    if (inside) mended[inside] = mend(mended[inside], change);
    else if (change === null) delete mended[name];
    else mended[name] = change;
  }
  return mended;
}

/* The sections of each seat, as the app itself merges them. */
function fold(one, message) {
  const game = one.room.table?.number;
  Object.assign(one.room, message.room);
  if (message.welcome) one.welcomes++;
  /* In another game people may sit elsewhere. */
  if (one.room.table?.number !== game) one.views = new Map();
  if (message.views || message.welcome) merge(one, message);
  for (const [seat, changes] of Object.entries(message.mend ?? {})) one.views = new Map(one.views).set(Number(seat), mend(one.views.get(Number(seat)) ?? {}, changes));
}

function merge(one, message) {
  const before = one.views;
  one.views = new Map(message.welcome ? [] : before);
  for (const { seat, set, drop, fresh, only } of message.views ?? []) {
    if (fresh && seat < 0) one.views.clear();
    if (fresh && seat >= 0) one.views.delete(-1);
    const whole = fresh || (message.welcome && !only);
    const old = Object.entries(whole ? {} : (before.get(seat) ?? {}));
    const view = Object.fromEntries(old.filter(([name]) => !drop?.includes(name) && (!only || only.includes(name))));
    one.views.set(seat, Object.assign(view, set));
  }
}

/* Whoever has a page open right now. */
const present = new Set();

/* What everybody sees, and what their browsers complained about. */
at_failure(() =>
  Promise.all(
    [...present].map(async ({ page, complaints }) => {
      const seen = await page.evaluate(() => document.body.innerText, undefined).catch(String);
      return `${page.url()} ${complaints.join(' | ')}\n${seen.replace(/\s*\n\s*/g, ' / ').slice(0, 600)}`;
    }),
  ),
);

/* Somebody with a page: listens to all it is sent from now on, except on sockets that are opened while it is deaf. */
export function attend(page) {
  const one = { page, frames: [], complaints: [], views: new Map(), room: {}, welcomes: 0, asked: 0, answered: 0, waiting: new Set(), lines: new Set(), deaf: false };
  const received = ({ payload }) => {
    const text = String(payload);
    const message = JSON.parse(text);
    one.frames.push({ in: true, text });
    fold(one, message);
    if (message.ack !== undefined || message.refused !== undefined) one.refusal = message.refused === undefined ? undefined : message;
    for (const n of [message.ack, message.refused, message.welcome?.n]) if (n > one.answered) one.answered = n;
    for (const look of [...one.waiting]) look();
  };
  const sent = ({ payload }) => {
    const text = String(payload);
    one.frames.push({ in: false, text });
    const { n } = JSON.parse(text);
    if (n > one.asked) one.asked = n;
    for (const look of [...one.waiting]) look();
  };
  const heard_by = {
    websocket: (socket) => {
      if (one.deaf) return;
      one.lines.add(socket);
      socket.on('close', () => one.lines.delete(socket));
      socket.on('framereceived', received);
      socket.on('framesent', sent);
    },
    pageerror: (error) => one.complaints.push(String(error)),
    console: (message) => {
      const text = message.text();
      if (message.type() === 'error' && !EXPECTED.test(text)) one.complaints.push(text);
    },
  };
  for (const [event, listener] of Object.entries(heard_by)) page.on(event, listener);
  present.add(one);
  one.close = () => {
    for (const [event, listener] of Object.entries(heard_by)) page.off(event, listener);
    present.delete(one);
    return put_away(page);
  };
  return one;
}

/* The view of a phone's player; with several on one phone, of the given seat or the last one. */
export function known(one, seat) {
  if (seat !== undefined) return one.views.get(seat) ?? {};
  return [...one.views.entries()].filter(([, view]) => view.phase).sort(([a], [b]) => b - a).map(([, view]) => view)[0] ?? {};
}

/* Waits until something is so for one of these people, and looks again with every frame that one of them sends or
 * receives. Hands back what the test found. */
export function anyone(people, test, describe = 'it was never told') {
  return new Promise((done, fail) => {
    const end = (how, value) => {
      clearTimeout(timer);
      for (const one of people) one.waiting.delete(look);
      how(value);
    };
    const look = () => {
      try {
        for (const one of people) {
          const value = test(known(one), one);
          if (value) return end(done, value);
        }
      } catch (error) {
        end(fail, error);
      }
    };
    const timer = setTimeout(() => end(fail, new Error(`${describe}; the last views: ${JSON.stringify(people.map((one) => known(one)))}`)), PATIENCE);
    for (const one of people) one.waiting.add(look);
    look();
  });
}

export const heard = (one, test, describe) => anyone([one], test, describe);

/* As until(), for what takes as long as a game does: patience ends when nothing has been heard for so long, however slow the machine is. */
export async function while_told(people, what, describe, patience = PATIENCE) {
  const heard_so_far = () => people.reduce((sum, one) => sum + one.frames.length, 0);
  let before = heard_so_far();
  let end = Date.now() + patience;
  return until(async () => {
    const now = heard_so_far();
    if (now !== before) end = Date.now() + patience;
    before = now;
    if (Date.now() > end) throw new Error(`${describe}; nothing was told for ${patience / 1000} s`);
    return what();
  }, describe, Infinity);
}

/* Waits until something is so that only the page can tell. */
export async function until(what, describe = 'it never happened', patience = PATIENCE) {
  const end = Date.now() + patience;
  for (let pause = 5; ; pause = Math.min(50, pause * 1.5)) {
    const value = await what();
    if (value) return value;
    if (Date.now() > end) throw new Error(describe);
    await new Promise((done) => setTimeout(done, pause));
  }
}

export async function guest(browser, options) {
  return attend(await phone(browser, options));
}

export async function screen(browser, url, code, options) {
  const one = attend(await television(browser, options));
  one.code = code;
  await one.page.goto(`${url}/t/${code}`, { waitUntil: 'commit' });
  await heard(one, () => one.room.info, 'the table screen shows nothing');
  return one;
}

export async function sit(page, name) {
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.getByRole('listitem').filter({ hasText: name }).first().waitFor();
}

export async function open_table(browser, url, name, options) {
  const one = await guest(browser, options);
  await one.page.goto(url, { waitUntil: 'commit' });
  await one.page.getByRole('button', { name: 'Play together' }).click();
  await one.page.waitForURL(/\/j\/\w+/, { waitUntil: 'commit' });
  one.code = new URL(one.page.url()).pathname.split('/')[2];
  await sit(one.page, name);
  return one;
}

export async function join(browser, url, code, name, options) {
  const one = await guest(browser, options);
  one.code = code;
  await one.page.goto(`${url}/j/${code}`, { waitUntil: 'commit' });
  await sit(one.page, name);
  await everybody_knows(code, name);
  return one;
}

/* Whoever is at this table has heard of somebody who sat down: their rows are where they will be when a test goes on. */
function everybody_knows(code, name) {
  const others = [...present].filter((one) => one.code === code && one.lines.size > 0);
  return Promise.all(others.map((one) => heard(one, () => one.lines.size === 0 || one.room.people?.some((person) => person.name === name), `somebody does not hear of ${name}`)));
}

/* The order in which people sit, as this page shows it. */
export async function seating(page) {
  return page.getByRole('list', { name: 'Players' }).getByRole('listitem').locator('strong').allTextContents();
}

/* All of these show this order: pages are told one after the other, and where one has it the next may not. */
export async function all_seated(people, names, describe = 'somebody does not see it') {
  for (const { page } of people) await until(async () => (await seating(page)).join() === names, describe);
}

/* Chooses a game by its place among the cards: the shell's tests know no game. By its key: cards move down when a line comes above them,
 * and a press that begins on one must end there. */
export async function choose_first_game(page) {
  await page.locator('.games .pick').first().press('Enter');
}

/* Bots until so many are at the table, one at a time: each moves the button. */
export async function add_bots(page, from, to) {
  for (let people = from; people <= to; people++) {
    await page.getByRole('button', { name: 'Add a bot' }).press('Enter');
    await page.getByText(`At the table: ${people}`).waitFor();
  }
}

/* What stands on a page only for a moment: watched for from now on, so that whoever looks late has not missed it.
 *
 *     const count = await glimpse(tv.page, '.count');
 *     await button(ann.page, 'Skip').click();
 *     await count();                                      it is there, or was; await count.so_far() tells whether, and does not wait
 */
let glimpses = 0;
export async function glimpse(page, css, text = '') {
  const key = `glimpse ${++glimpses}`;
  await page.evaluate(([name, selector, part]) => {
    const look = () => {
      if (![...document.querySelectorAll(selector)].some((node) => node.textContent.includes(part) && node.getClientRects().length)) return;
      globalThis[name] = true;
      watcher.disconnect();
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    look();
  }, [key, css, text]);
  return Object.assign(() => page.waitForFunction((name) => globalThis[name], key), { so_far: () => page.evaluate((name) => Boolean(globalThis[name]), key) });
}
