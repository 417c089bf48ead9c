/* An evening at one table, for whole games: what party.mjs prepares, with one phone on a cable that can be cut.
 *
 *     const e = await evening(browser, url, { game: 'coordinates', people: ['Ann', 'Ben'], bots: 2, options: { … } });
 *     const { ann, ben, tv } = e;                  by name
 *     await e.drop(async () => …)                  the second phone is in a tunnel meanwhile
 *     await play_on(e, act, () => over)            party.mjs: whatever is to be done, until it is over
 */
import { lay_cable } from './cable.mjs';
import { button, prepared } from './party.mjs';
import { heard, known } from './people.mjs';

export const seat_of = (one) => Math.max(...one.views.keys());
export const seats_of = (one) => [...one.views.keys()].filter((seat) => seat >= 0).sort((a, b) => a - b);
/* Frames reach pages one after the other: a table is somewhere as soon as one of them has been told. */
export const anyone = (e, what) => e.guests.some((one) => what(known(one)));

/* The same guest by another way: the token is the seat. */
async function rewire(one, url) {
  const path = new URL(one.page.url()).pathname;
  const token = await one.page.evaluate((code) => localStorage.getItem(`unisono.token.${code}`), one.code);
  const before = one.welcomes;
  await one.page.goto(`${url}/icon.svg`);
  await one.page.evaluate(([code, key]) => localStorage.setItem(`unisono.token.${code}`, key), [one.code, token]);
  await one.page.goto(url + path, { waitUntil: 'commit' });
  await heard(one, () => one.welcomes > before, 'the cable leads nowhere');
}

/* Without a network for a while, and back by itself: the page says so, loses nothing and asks for what is missing. */
async function drop(one, cable, meanwhile = async () => undefined) {
  const said = one.page.getByText(/You are offline|No connection/);
  await one.page.context().setOffline(true);
  cable.cut();
  await said.waitFor();
  await meanwhile();
  const before = one.welcomes;
  cable.mend();
  await one.page.context().setOffline(false);
  await heard(one, () => one.welcomes > before, 'nobody let it in again');
  await heard(one, (view) => view.result || view.seats[seat_of(one)].state === 'here', 'the others do not know that it is back');
  await said.waitFor({ state: 'detached' });
}

/* `order` as for prepared(). `opposite`: the second sits in the third place. `crowd(code)`: others who come by themselves. */
export async function evening(browser, url, { opposite = false, crowd, ...order }) {
  const e = await prepared(browser, url, { ...order, start: false });
  const [host, second] = e.guests;
  const cable = await lay_cable(url);
  /* A table screen scales by its height: a small one shows the same, and is painted in a quarter of the time. */
  if (!process.env.SHOTS) await e.tv?.page.setViewportSize({ width: 960, height: 540 });
  if (second) await rewire(second, cable.url);
  if (opposite) {
    await button(host.page, `More about ${order.people[1]}`).click();
    await button(host.page.getByRole('dialog'), 'Seat later').click();
    await heard(host, () => host.room.people[2].name === order.people[1], 'nobody moved');
    await host.page.keyboard.press('Escape');
  }
  await crowd?.(host.code);
  await button(host.page, /^Start /).click();
  for (const one of e.all) await heard(one, (view) => view.phase, 'no game came');
  const { close } = e;
  return Object.assign(e, {
    ...Object.fromEntries(order.people.map((name, index) => [[name].flat()[0].toLowerCase(), e.guests[index]])),
    drop: (meanwhile) => drop(second, cable, meanwhile),
    async close() {
      await close();
      await cable.close();
    },
  });
}

/* Views and facts of others never reach a page: `secret` names facts that are for one seat alone. */
export function keeps_secrets(t, e, secret) {
  for (const one of e.all) {
    const own = e.guests.includes(one) ? seats_of(one) : [-1];
    const told = { views: new Set(), facts: 0 };
    for (const frame of one.frames.filter((each) => each.in)) {
      const { views = [], facts = [] } = JSON.parse(frame.text);
      for (const { seat, set } of views) {
        told.views.add(seat);
        if (seat < 0) t.equal(set?.me, undefined, 'who looks on has no hand');
      }
      told.facts += facts.filter((fact) => secret.includes(fact.is)).length;
    }
    for (const seat of told.views) t.ok(own.includes(seat) || seat === -1, `somebody is shown the view of seat ${seat}`);
    if (own[0] === -1) t.equal(told.facts, 0, 'who looks on is told no secret');
  }
}

/* By the Tab key until the focus is where it should be, as somebody without a mouse does. */
export async function tab_to(page, wanted, backwards = false) {
  for (let step = 0; step < 150; step++) {
    if (await wanted.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
  }
  throw new Error('the Tab key never came there');
}

/* How often the page has been laid out, so far. */
export async function layouts(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount').value;
}
