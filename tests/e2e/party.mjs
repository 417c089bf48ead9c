/* A party at one table, for tests of whole games: phones, a table screen, bots, and what each was sent.
 *
 *     const p = await party(browser, url, { game: 'One Mind', people: ['Ann', 'Ben'], bots: 2, options: { Track: 'Short' } });
 *     await phase(p.ann, 'choose');                  what the server told this phone, not how it looks
 *     known(p.ann).me                                the sections of its view
 *     leaks(p.ben, secret)                           frames in which it was told something
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join as sit_down, open_table, screen, until } from './people.mjs';

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

/* A page that folds what it receives: `views` by seat, the room's sections, and where each frame stood. */
export function fold(one) {
  one.views = new Map();
  one.room = {};
  one.page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload));
      Object.assign(one.room, message.room);
      for (const { seat, set, drop, fresh } of message.views ?? []) {
        const view = fresh || message.welcome ? {} : (one.views.get(seat) ?? {});
        for (const name of drop ?? []) delete view[name];
        one.views.set(seat, Object.assign(view, set));
      }
    });
  });
  return one;
}

/* The view of a phone's (first) player. */
export function known(one) {
  return [...one.views.entries()].filter(([, view]) => view.phase).sort(([a], [b]) => b - a).map(([, view]) => view)[0] ?? {};
}

export function phase(one, ...names) {
  return until(() => (names.includes(known(one).phase?.name) ? known(one) : undefined), `no phase ${names}: ${known(one).phase?.name}`);
}

export async function party(browser, url, { game, people, bots = 0, options = {}, tv = true, look = {}, language }) {
  const [first, ...others] = people;
  const host = await open_table(browser, url, first, look);
  const guests = [host];
  for (const name of others) guests.push(await sit_down(browser, url, host.code, name, look));
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
  for (const one of [...guests, ...(table ? [table] : [])]) {
    fold(one);
    /* From here on everything is folded from a welcome. */
    await one.page.reload();
  }
  await until(() => button(host.page, /^Start /).isEnabled(), 'the game cannot start');
  await button(host.page, /^Start /).click();
  for (const one of guests) await until(() => known(one).phase, 'no game came');
  const all = [...guests, ...(table ? [table] : [])];
  return {
    guests,
    host,
    tv: table,
    code: host.code,
    seat: (one) => Math.max(...one.views.keys()),
    complaints: () => all.flatMap((one) => one.complaints),
    close: () => Promise.all(all.map((one) => one.close())),
  };
}

/* Frames this page has received in which a piece of text occurs. */
export function leaks(one, text, from = 0) {
  return one.frames.slice(from).filter((frame) => frame.in && frame.text.includes(text));
}

/* Does what `act` finds to do for each guest, again and again, until `over`; where there is nothing to do it waits
 * for the next frame. `act` tells whether it did something. */
export async function play_on(p, act, over) {
  const end = Date.now() + 300_000;
  for (;;) {
    /* Frames arrive between the turns of the loop, also where nothing was waited for. */
    await new Promise((done) => setImmediate(done));
    if (Date.now() > end) throw new Error('the game does not end');
    const seen = p.guests.reduce((sum, one) => sum + one.frames.length, 0);
    if (over()) return;
    let acted = false;
    for (const one of p.guests) acted = (await act(one, known(one))) || acted;
    if (!acted) await until(() => p.guests.reduce((sum, one) => sum + one.frames.length, 0) > seen, 'the table stands still').catch((error) => {
      throw new Error(`${error.message}: ${JSON.stringify(p.guests.map((one) => ({ seat: p.seat(one), phase: known(one).phase, can: known(one).can, me: known(one).me })))}`);
    });
  }
}

/* A button that may be gone by the time it is pressed: the table went on. */
export async function press(page, name) {
  await button(page, name).first().click({ timeout: 5_000 }).catch(() => undefined);
  return true;
}

/* What a page has been sent up to now; leaks() can look at what came later. */
export const mark = (one) => one.frames.length;

/* A phone reloads and is in the same seat with the same phase. */
export async function reload(one) {
  const before = known(one).phase.name;
  await one.page.reload();
  await one.page.locator('main.play, main.game').waitFor();
  return before;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function violations(page) {
  await page.evaluate(axe);
  /* Colours are judged when nothing is on its way: motion ends first. */
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity).map((one) => one.finished)));
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)} (${node.any[0]?.message ?? node.all[0]?.message ?? ''})`));
}
