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
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { violations } from './look.mjs';
import { add_bots, anyone, attend, guest, heard, join as sit_down, known, open_table, screen, until } from './people.mjs';
import { phone, television } from './browser.mjs';
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
  await add_bots(host.page, people.length + 1, people.length + bots);
  await host.page.locator('.games .pick').filter({ hasText: game }).press('Enter');
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

/* Runs in a page of the app, for guests who have tokens of their own: each says hello and gives its orders, one after
 * the other. Tells the room's code and the number of each guest's last order. */
async function order_by_wire(guests) {
  const enter = (hello) => new Promise((come, fail) => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
    const answers = new Map();
    const one = { socket, n: 0 };
    one.ask = (what, args) => new Promise((done, refuse) => {
      answers.set(++one.n, { done, refuse });
      socket.send(JSON.stringify({ n: one.n, do: what, with: args ?? {} }));
    });
    socket.onopen = () => socket.send(JSON.stringify({ hello: 1, ...hello }));
    socket.onclose = () => fail(new Error('hung up'));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      const answer = answers.get(message.ack ?? message.refused);
      if (message.welcome) come(Object.assign(one, { code: message.welcome.room, n: message.welcome.n }));
      if (answer) message.refused ? answer.refuse(new Error(data)) : answer.done();
    };
  });
  const open = [];
  for (const { hello, orders } of guests) {
    const one = await enter({ ...(open.length ? { room: open[0].code } : {}), ...hello });
    open.push(one);
    for (const [what, args] of orders) await one.ask(what, args);
  }
  for (const { socket } of open) socket.close();
  return { code: open[0].code, numbers: open.map(({ n }) => n) };
}

/* A device at a picture of the app: it can speak for guests, and be given a seat before it shows anything. */
async function fetch_device(browser, url, look) {
  const one = attend(await phone(browser, look));
  await one.page.goto(`${url}/icon.svg`);
  return one;
}

/* Orders that are given on this device without being seen on it. */
async function speak_for(one, guests) {
  one.deaf = true;
  const told = await one.page.evaluate(order_by_wire, guests);
  one.deaf = false;
  return told;
}

async function arrive(one, url, code, token, language) {
  one.code = code;
  await one.page.evaluate(([room, key, speech]) => {
    localStorage.setItem(`unisono.token.${room}`, key);
    localStorage.setItem('unisono.language', speech);
  }, [code, token, language]);
  await one.page.goto(`${url}/j/${code}`, { waitUntil: 'commit' });
  await heard(one, () => one.room.people, 'nobody was let in');
}

/* Somebody who only looks on. */
async function onlooks(browser, url, code, look, say) {
  const one = await guest(browser, look);
  await one.page.goto(`${url}/j/${code}`, { waitUntil: 'commit' });
  await button(one.page, say('join.watch')).click();
  await heard(one, () => one.room.guests?.watchers > 0, 'nobody watches');
  return one;
}

async function hang_up_screen(browser, url, code, language) {
  const one = attend(await television(browser));
  if (language !== 'en') {
    await one.page.goto(`${url}/icon.svg`);
    await one.page.evaluate((speech) => localStorage.setItem('unisono.language', speech), language);
  }
  await one.page.goto(`${url}/t/${code}`, { waitUntil: 'commit' });
  await heard(one, () => one.room.info, 'the table screen shows nothing');
  return one;
}

const choices = (options) => Object.entries(options).map(([option, value]) => ['set', { option, value: String(value) }]);

/* `people`: a name for each phone, or the names of those who share one. Options and values as in the protocol. All
 * screens speak the language of the game. */
export async function prepared(browser, url, order) {
  const { game, people, bots = 0, level = 'normal', options = {}, tv = true, watcher = false, look = {}, language = 'en', start = true } = order;
  const say = texts(language);
  let mark = 0;
  const guests = people.map((names, index) => ({
    hello: { token: randomBytes(24).toString('hex'), ...(index ? {} : { create: { language } }) },
    orders: [names].flat().map((name) => ['sit', { name, mark: mark++ }]),
  }));
  const [host] = guests;
  /* Bots sit down last: people have the first seats. */
  const last = { hello: { token: host.hello.token }, orders: [...Array(bots).fill(['add_bot', { level }]), ['choose', { game }], ...choices(options)] };
  const came = await Promise.all(guests.map(() => fetch_device(browser, url, look)));
  const { code } = await speak_for(came[0], [...guests, last]);
  const [table, watching] = await Promise.all([
    tv ? hang_up_screen(browser, url, code, language) : undefined,
    watcher ? onlooks(browser, url, code, look, say) : undefined,
    ...guests.map(({ hello }, index) => arrive(came[index], url, code, hello.token, language)),
  ]);
  const p = Object.assign(gathering(came, table, watching), { token: host.hello.token });
  if (start) {
    await button(p.host.page, say('lobby.start', { game: say(`game.${game}`) })).click();
    for (const one of p.all) await heard(one, (view) => view.phase, 'no game came');
  }
  return p;
}

/* Another game at the same table, with other options: everybody stays where they are. */
export async function another(p, options) {
  const number = p.host.room.table.number;
  const orders = [['lobby'], ...choices(options), ['start']];
  const { numbers } = await speak_for(p.host, [{ hello: { room: p.code, token: p.token }, orders }]);
  /* The host's own page goes on counting from there. */
  await p.host.page.evaluate(([room, n]) => localStorage.setItem(`unisono.n.${room}`, String(n)), [p.code, numbers[0]]);
  for (const one of p.all) await heard(one, (view) => one.room.table?.number > number && view.phase && !view.result, 'no other game came');
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
    if (!acted) await anyone(p.guests, () => count() > seen, 'the table stands still');
  }
}

/* Does something with the page for as long as there is a reason to, with growing patience: the table may go on while a
 * finger is on its way, and what is gone is not waited for. Tells whether it was done. */
export async function attempt(what, reason = () => true) {
  for (let timeout = 250; reason(); timeout = Math.min(timeout * 2, 8000))
    if (await what({ timeout }).then(() => true, () => false)) return true;
  return false;
}

/* Pushes a button (its name, or where it is) for as long as there is a reason to. Tells whether it was pushed; then
 * what was asked by it has been answered. */
export async function push(one, name, reason = () => true, among = one.page) {
  const before = one.asked;
  const by_name = typeof name === 'string' || name instanceof RegExp;
  const wanted = by_name ? among.getByRole('button', { name, exact: typeof name === 'string' }).first() : name;
  const pushed = await attempt((patience) => wanted.click(patience), () => one.asked === before && reason());
  if (!pushed && one.asked === before) return false;
  await answered(one, before);
  return true;
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
