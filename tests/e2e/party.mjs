/* A party at one table, for tests of whole games: phones, a table screen, bots, and what each was sent.
 *
 *     const p = await party(browser, url, { game: 'One Mind', people: ['Ann', 'Ben'], bots: 2, options: { Track: 'Short' } });
 *     await phase(p.ann, 'choose');                  what the server told this phone, not how it looks
 *     known(p.ann).me                                the sections of its view
 *     leaks(p.ben, secret)                           frames in which it was told something
 *
 * party() does it by hand, in the lobby; prepared() lays the table over the wire, as a host with a second device
 * might, and begins with everybody in the lobby of a game that only has to be started. That takes a tenth of the time:
 *
 *     const p = await prepared(browser, url, { game: 'onemind', people: ['Ann', ['Ben', 'Cleo']], options: { free: true } });
 *     const [ann, phone_of_two] = p.guests;
 */
import { isDeepStrictEqual } from 'node:util';
import { violations } from './look.mjs';
import { attend, guest, heard, join as sit_down, known, open_table, screen, until } from './people.mjs';
import { phone } from './browser.mjs';
import { texts } from './texts.mjs';

export { known, violations };
export const button = (page, name) => page.getByRole('button', { name });

async function set_option(page, name, value) {
  const dialog = page.getByRole('dialog');
  if (typeof value === 'boolean') {
    const box = dialog.getByRole('switch', { name });
    if ((await box.isChecked()) !== value) await box.click();
    return;
  }
  const group = dialog.getByRole('group', { name, exact: true });
  if (typeof value === 'string') {
    await button(group, value).click();
    await until(async () => (await button(group, value).getAttribute('aria-pressed')) === 'true', `${name} is not ${value}`);
    return;
  }
  const shown = async () => Number.parseInt(await group.locator('output').textContent(), 10) || 0;
  for (let now = await shown(); now !== value; ) {
    await button(group, now < value ? 'More' : 'Less').click();
    const before = now;
    now = await until(async () => ((await shown()) === before ? undefined : { is: await shown() }), `${name} stays ${before}`).then((one) => one.is);
  }
}

export function phase(one, ...names) {
  return heard(one, (view) => (names.includes(view.phase?.name) ? view : undefined), `no phase ${names}`);
}

function gathering(guests, table, watcher) {
  const all = [...guests, ...(table ? [table] : []), ...(watcher ? [watcher] : [])];
  return {
    guests,
    host: guests[0],
    tv: table,
    watcher,
    all,
    code: guests[0].code,
    seat: (one) => Math.max(...one.views.keys()),
    complaints: () => all.flatMap((one) => one.complaints),
    close: () => Promise.all(all.map((one) => one.close())),
  };
}

export async function party(browser, url, { game, people, bots = 0, options = {}, tv = true, look = {}, language }) {
  const [first, ...others] = people;
  const host = await open_table(browser, url, first, look);
  const guests = [host, ...(await Promise.all(others.map((name) => sit_down(browser, url, host.code, name, look))))];
  const table = tv ? await screen(browser, url, host.code, look.colorScheme ? { colorScheme: look.colorScheme } : {}) : undefined;
  for (let i = 0; i < bots; i++) {
    await button(host.page, 'Add a bot').click();
    await host.page.getByText(`At the table: ${people.length + i + 1}`).waitFor();
  }
  await host.page.locator('.games .pick').filter({ hasText: game }).click();
  if (Object.keys(options).length || language) {
    await button(host.page, /^Options/).click();
    if (language) await button(host.page.getByRole('dialog'), language).click();
    for (const [name, value] of Object.entries(options)) await set_option(host.page, name, value);
    await host.page.keyboard.press('Escape');
  }
  await button(host.page, /^Start /).click();
  for (const one of guests) await heard(one, (view) => view.phase, 'no game came');
  return gathering(guests, table);
}

/* Runs in a page of the app: guests with tokens of their own sit down, the first one lays the table. */
async function lay_table({ game, language, options, people, bots, level }) {
  const draw = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => (byte & 15).toString(16)).join('');
  const enter = (hello) => new Promise((come, fail) => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
    const answers = new Map();
    let n = 0;
    socket.onopen = () => socket.send(JSON.stringify({ hello: 1, ...hello }));
    socket.onclose = () => fail(new Error('hung up'));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      const answer = answers.get(message.ack ?? message.refused);
      if (message.welcome) come({ code: message.welcome.room, ask, hang_up: () => socket.close() });
      if (answer) message.refused ? answer.fail(new Error(data)) : answer.done();
    };
    const ask = (what, args) => new Promise((done, fail) => {
      answers.set(++n, { done, fail });
      socket.send(JSON.stringify({ n, do: what, ...(args ? { with: args } : {}) }));
    });
  });
  const tokens = people.map(draw);
  const open = [];
  let mark = 0;
  for (const [index, names] of people.entries()) {
    const hello = index ? { room: open[0].code } : { create: { language } };
    const one = await enter({ ...hello, token: tokens[index] });
    open.push(one);
    for (const name of names) await one.ask('sit', { name, mark: mark++ });
  }
  const [host] = open;
  for (let i = 0; i < bots; i++) await host.ask('add_bot', { level });
  await host.ask('choose', { game });
  for (const [option, value] of Object.entries(options)) await host.ask('set', { option, value: String(value) });
  for (const one of open) one.hang_up();
  return { code: host.code, tokens };
}

const clerks = new WeakMap();

/* A page of the app that nobody looks at: it speaks for guests who have not come yet. */
async function clerk(browser, url) {
  if (!clerks.has(browser)) clerks.set(browser, phone(browser, { locale: 'en-US' }));
  const page = await clerks.get(browser);
  if (!page.url().startsWith(url)) await page.goto(`${url}/icon.svg`);
  return page;
}

async function arrive(browser, url, code, token, look) {
  const one = attend(await phone(browser, look));
  one.code = code;
  await one.page.goto(`${url}/icon.svg`);
  await one.page.evaluate(([room, key]) => localStorage.setItem(`unisono.token.${room}`, key), [code, token]);
  await one.page.goto(`${url}/j/${code}`, { waitUntil: 'commit' });
  await heard(one, () => one.room.people, 'nobody was let in');
  return one;
}

/* Somebody who only looks on. */
async function onlooks(browser, url, code, look, say) {
  const one = await guest(browser, look);
  await one.page.goto(`${url}/j/${code}`, { waitUntil: 'commit' });
  await button(one.page, say('join.watch')).click();
  await heard(one, () => one.room.guests?.watchers > 0, 'nobody watches');
  return one;
}

/* `people`: a name for each phone, or the names of those who share one. Options and values as in the protocol. */
export async function prepared(browser, url, order) {
  const { game, people, bots = 0, level = 'normal', options = {}, tv = true, watcher = false, look = {}, language = 'en', start = true } = order;
  const screen_language = (look.locale ?? 'en').slice(0, 2);
  const say = texts(screen_language);
  const page = await clerk(browser, url);
  const { code, tokens } = await page.evaluate(lay_table, { game, language, options, people: people.map((one) => [one].flat()), bots, level });
  const [guests, table, watching] = await Promise.all([
    Promise.all(tokens.map((token) => arrive(browser, url, code, token, look))),
    tv ? screen(browser, url, code, look.locale ? { locale: look.locale } : {}) : undefined,
    watcher ? onlooks(browser, url, code, look, say) : undefined,
  ]);
  const p = gathering(guests, table, watching);
  if (!start) return p;
  await button(p.host.page, say('lobby.start', { game: say(`game.${game}`) })).click();
  for (const one of p.all) await heard(one, (view) => view.phase, 'no game came');
  return p;
}

/* Frames this page has received in which a piece of text occurs. */
export function leaks(one, text, from = 0) {
  return one.frames.slice(from).filter((frame) => frame.in && frame.text.toUpperCase().includes(text.toUpperCase()));
}

/* Seats whose view this page was ever sent: those of its own players, or −1 for who looks on. */
export function seats_shown(one) {
  const seats = one.frames.filter((frame) => frame.in).flatMap((frame) => (JSON.parse(frame.text).views ?? []).map((view) => view.seat));
  return [...new Set(seats)].sort((a, b) => a - b);
}

/* Does what `act` finds to do for each guest, again and again, until `over`; where there is nothing to do it waits
 * for the next frame. `act` tells whether it did something. */
export async function play_on(p, act, over) {
  for (;;) {
    /* Frames arrive between the turns of the loop, also where nothing was waited for. */
    await new Promise((done) => setImmediate(done));
    const count = () => p.guests.reduce((sum, one) => sum + one.frames.length, 0);
    const seen = count();
    if (over()) return;
    let acted = false;
    for (const one of p.guests) acted = (await act(one, known(one))) || acted;
    if (!acted) await Promise.race(p.guests.map((one) => heard(one, () => count() > seen, 'the table stands still')));
  }
}

/* A button that may be gone by the time it is pressed: the table went on. */
export async function press(page, name) {
  await button(page, name).first().click({ timeout: 5_000 }).catch(() => undefined);
  return true;
}

/* Pushes a button for as long as there is a reason to: the table may go on while a finger is on its way. Tells
 * whether it was pushed; then what was asked by it has been answered. */
export async function push(one, name, reason = () => true, among = one.page) {
  const before = one.asked;
  const wanted = among.getByRole('button', { name, exact: typeof name === 'string' }).first();
  while (reason()) {
    const pushed = await wanted.click({ timeout: 3000 }).then(() => true, () => false);
    if (!pushed && one.asked === before) continue;
    await answered(one, before);
    return true;
  }
  return false;
}

/* Something was asked since then, and nothing is on its way any more. */
export function answered(one, before) {
  return heard(one, () => one.asked > before && one.answered >= one.asked, 'no answer came');
}

/* What a page has been sent up to now; leaks() can look at what came later. */
export const mark = (one) => one.frames.length;

/* A phone reloads and is in the same seat with the same phase. */
export async function reload(one) {
  const before = known(one).phase.name;
  await comes_back(one);
  return before;
}

async function comes_back(one) {
  const before = one.welcomes;
  await one.page.reload({ waitUntil: 'commit' });
  await heard(one, () => one.welcomes > before, 'not let in again');
  await one.page.locator('main.play, main.game').first().waitFor();
}

/* All of these reload at once: each is told the same as before, section by section. */
export async function reload_all(t, people) {
  const before = people.map((one) => structuredClone(one.views));
  await Promise.all(people.map(comes_back));
  for (const [index, one] of people.entries())
    await heard(one, () => isDeepStrictEqual(one.views, before[index])).catch(() => t.deepEqual(one.views, before[index], 'a reload changed what is known'));
}
