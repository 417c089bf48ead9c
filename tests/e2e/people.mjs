/* What people do with the app, by what they see: names of buttons and fields in English.
 *
 *     const ann = await open_table(browser, server.url, 'Ann');       creates a room and sits down
 *     const ben = await join(browser, server.url, ann.code, 'Ben');
 */
import { phone, television } from './browser.mjs';

/* Every frame a page receives and sends, for tests that look for secrets. */
function listen(page) {
  const frames = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push({ in: true, text: String(payload) }));
    socket.on('framesent', ({ payload }) => frames.push({ in: false, text: String(payload) }));
  });
  return frames;
}

/* What the browser itself complains about: nothing may be blocked, nothing may throw. */
function complaints(page) {
  const found = [];
  page.on('pageerror', (error) => found.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !/WebSocket connection|ERR_(CONNECTION|INTERNET|NETWORK)|Failed to load resource/.test(text)) found.push(text);
  });
  return found;
}

export async function guest(browser, options) {
  const page = await phone(browser, options);
  return { page, frames: listen(page), complaints: complaints(page), close: () => page.context().close() };
}

export async function screen(browser, url, code, options) {
  const page = await television(browser, options);
  const frames = listen(page);
  await page.goto(`${url}/t/${code}`);
  return { page, frames, complaints: complaints(page), close: () => page.context().close() };
}

export async function sit(page, name) {
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.getByRole('listitem').filter({ hasText: name }).first().waitFor();
}

export async function open_table(browser, url, name, options) {
  const one = await guest(browser, options);
  await one.page.goto(url);
  await one.page.getByRole('button', { name: 'Play together' }).click();
  await one.page.waitForURL(/\/j\/\w+/);
  const code = new URL(one.page.url()).pathname.split('/')[2];
  await sit(one.page, name);
  return { ...one, code };
}

export async function join(browser, url, code, name, options) {
  const one = await guest(browser, options);
  await one.page.goto(`${url}/j/${code}`);
  await sit(one.page, name);
  return { ...one, code };
}

/* The order in which people sit, as this page shows it. */
export async function seating(page) {
  return page.getByRole('list', { name: 'Players' }).getByRole('listitem').locator('strong').allTextContents();
}

/* Waits until something is so, without a sleep of a certain length. */
export async function until(what, describe = 'it never happened', patience = 60_000) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await what();
    if (value) return value;
    if (Date.now() > end) throw new Error(describe);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/* Chooses a game by its place among the cards: the shell's tests know no game. */
export async function choose_first_game(page) {
  await page.locator('.games .pick').first().click();
}
