/* The console of whoever runs the server, and the page about what is kept, in a real browser against the real server.
 *
 * usage: console.mjs UNISONO [NAME…]          SHOTS=folder takes pictures
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { phone, put_away } from './browser.mjs';
import { violations } from './look.mjs';
import { opened } from './opened.mjs';
import { join, open_table, until } from './people.mjs';
import { start_server } from './server.mjs';
import { run, test } from './tap.mjs';

const { server, browser } = await opened();

const token = readFileSync(`${server.store}.admin`, 'utf8').trim();
const button = (page, name) => page.getByRole('button', { name });
const shots = process.env.SHOTS;

async function picture(page, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/console-${name}.png`, fullPage: true });
}

/* Everything that a page was sent over its WebSockets. */
function listen(page) {
  const frames = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  return frames;
}

async function enter(page, given = token, at = server.url) {
  await page.goto(`${at}/admin`);
  await page.locator('input[type=password]').fill(given);
  await page.locator('form button[type=submit]').first().click();
}

async function fits(t, page) {
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
}

test('without the token nothing is seen; the token stays out of addresses and of what is kept', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const page = await phone(browser);
  const frames = listen(page);
  await page.goto(`${server.url}/admin`);
  await page.getByLabel('Token').waitFor();
  t.equal(await page.getByText(ann.code).count(), 0);
  await enter(page, 'x'.repeat(64));
  await page.getByText('That is not the token.').waitFor();
  await picture(page, 'refused');
  t.deepEqual(frames.map((text) => Object.keys(JSON.parse(text))), [['error']]);
  t.deepEqual(await violations(page), []);
  await enter(page);
  await page.getByText(ann.code).waitFor();
  t.equal(page.url(), `${server.url}/admin`);
  t.ok(!(await page.evaluate(() => JSON.stringify(localStorage))).includes(token));
  t.ok(!frames.some((text) => text.includes('"Ann"')), 'names of players are not told');
  await page.reload();
  await page.getByText(ann.code).waitFor();
  await button(page, 'Leave the console').click();
  await page.getByLabel('Token').waitFor();
  await page.reload();
  await page.getByLabel('Token').waitFor();
  t.equal(await page.getByText(ann.code).count(), 0);
  await ann.close();
  await put_away(page);
});

test('warns where everybody on the way could read the token', async (t) => {
  const page = await phone(browser);
  await page.goto(`${server.url}/admin`);
  await page.getByLabel('Token').waitFor();
  t.equal(await page.getByText('without TLS').count(), 0, 'not on the machine itself');
  /* This leads to the machine, and no browser takes it for a name of it. */
  await page.goto(`http://0.0.0.0:${new URL(server.url).port}/admin`);
  await page.getByText('This page came without TLS: everybody on the way can read the token.').waitFor();
  await picture(page, 'clear');
  t.deepEqual(await violations(page), []);
  await put_away(page);
});

test('whoever tries tokens has to wait, also with the right one, and sees nothing meanwhile', async (t) => {
  /* A server of its own: all tests come from one address. */
  const other = await start_server(process.argv[2]);
  const right = readFileSync(`${other.store}.admin`, 'utf8').trim();
  const ann = await open_table(browser, other.url, 'Ann');
  const page = await phone(browser);
  const frames = listen(page);
  for (let i = 0; i < 5; i++) {
    await enter(page, String(i).repeat(64), other.url);
    await page.getByText('That is not the token.').waitFor();
  }
  await enter(page, right, other.url);
  await page.getByText('Too many wrong tokens. Wait a minute.').waitFor();
  await picture(page, 'too-many');
  t.deepEqual(await violations(page), []);
  t.equal(frames.length, 6);
  t.ok(frames.every((text) => Object.keys(JSON.parse(text)).join() === 'error'), 'nothing else is told');
  t.equal(await page.getByText(ann.code).count(), 0);
  t.equal((other.log.match(/event=admin_refused/g) ?? []).length, 5, 'each is in the log');
  await ann.close();
  await put_away(page);
  await other.stop();
});

test('says something to all, drains, and closes a table', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  const page = await phone(browser);
  await enter(page);
  await page.getByText(ann.code).waitFor();
  await picture(page, 'phone');
  await fits(t, page);
  const told = Object.fromEntries(await page.locator('dl > div').evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent.trim()))));
  t.deepEqual(Object.keys(told).slice(-2), ['Store', 'Dictionaries']);
  t.equal(told.Dictionaries, 'English, Deutsch, Français');
  t.deepEqual(await violations(page), []);
  await page.getByLabel('Say something to all tables').fill('Back in five minutes');
  await button(page, 'Say it').click();
  await ben.page.getByText('Back in five minutes').waitFor();
  await picture(ben.page, 'notice');
  await button(ben.page, 'Close').click();
  await until(async () => (await ben.page.getByText('Back in five minutes').count()) === 0, 'the notice stays');
  await button(page, 'Take no new tables').click();
  await button(page, 'Take new tables again').waitFor();
  await page.locator('main > section').first().getByText('No new tables are taken.').waitFor();
  const late = await phone(browser);
  await late.goto(`${server.url}/new`);
  await late.getByRole('heading', { name: 'No new tables just now' }).waitFor();
  await picture(late, 'draining');
  await button(page, 'Take new tables again').click();
  await button(page, 'Take no new tables').waitFor();
  await button(page, `Close table ${ann.code}`).click();
  await picture(page, 'close');
  await button(page, 'Leave it').click();
  await button(page, `Close table ${ann.code}`).click();
  await button(page, 'Close it for good').click();
  for (const one of [ann, ben]) await one.page.getByRole('heading', { name: 'This table was closed' }).waitFor();
  await picture(ben.page, 'closed');
  await until(async () => (await button(page, `Close table ${ann.code}`).count()) === 0, 'the table stays in the list');
  await page.getByText(/Closed table no\. \d+/).waitFor();
  await page.getByText('Said to all: Back in five minutes').waitFor();
  t.equal(await page.getByText(/closed_table|^\S+ said /).count(), 0, 'in sentences, not in words of the log');
  await put_away(late);
  await put_away(page);
  await ann.close();
  await ben.close();
});

test('comes back by itself when the server was silent or away, and asks for the token where that is another one', async (t) => {
  const other = await start_server(process.argv[2]);
  const right = readFileSync(`${other.store}.admin`, 'utf8').trim();
  const page = await phone(browser);
  await enter(page, right, other.url);
  await page.getByRole('heading', { name: 'All is well' }).waitFor();
  other.freeze();
  await page.getByText('The server does not answer.').waitFor();
  other.thaw();
  await page.getByRole('heading', { name: 'All is well' }).waitFor();
  await other.kill();
  await page.getByText('The server does not answer. This page tries again by itself.').waitFor();
  await page.getByRole('heading', { name: 'As it was when it last answered' }).waitFor();
  t.equal(await page.getByText('All is well').count(), 0, 'and nothing is said to be well');
  t.equal(await page.getByLabel('Token').count(), 0);
  await picture(page, 'lost');
  t.deepEqual(await violations(page), []);
  await other.launch();
  await page.getByText('The server does not answer.').waitFor({ state: 'detached' });
  await button(page, 'Take no new tables').click();
  await button(page, 'Take new tables again').waitFor();
  await other.kill();
  writeFileSync(`${other.store}.admin`, `${'n'.repeat(64)}\n`);
  await other.launch();
  await page.getByLabel('Token').waitFor();
  await page.getByText('That is not the token.').waitFor();
  await put_away(page);
  await other.stop();
});

test('asks before it removes an address', async (t) => {
  const page = await phone(browser);
  await enter(page);
  await button(page, 'Remove 127.0.x.x').click();
  await picture(page, 'remove');
  await button(page, 'Leave it').click();
  /* All of this test comes from one address; that others are removed is what tests/server/console.py tries. */
  t.equal(await button(page, 'Remove 127.0.x.x').count(), 1);
  await put_away(page);
});

for (const [language, heading, done, size] of [
  ['de-DE', 'Konsole', 'Jemand hat die Konsole geöffnet', { width: 320, height: 568 }],
  ['fr-FR', 'Console', 'Quelqu’un a ouvert la console', { width: 320, height: 568 }],
  ['en-GB', 'Console', 'Somebody opened the console', { width: 1280, height: 720 }],
])
  test(`speaks ${language} and fits ${size.width} by ${size.height}`, async (t) => {
    const ann = await open_table(browser, server.url, 'Ann');
    const page = await phone(browser, { locale: language, viewport: size });
    await enter(page);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.getByText(ann.code).waitFor();
    await page.getByText(done).first().waitFor();
    await picture(page, `${language}-${size.width}`);
    await fits(t, page);
    t.deepEqual(await violations(page), []);
    await ann.close();
    await put_away(page);
  });

test('what is kept can be read, saved and deleted', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const page = ann.page;
  await page.goto(`${server.url}/`);
  await page.getByRole('link', { name: 'What is kept' }).click();
  await page.getByText('A table that nobody uses is removed after 30 days.').waitFor();
  t.deepEqual(await page.getByRole('heading', { level: 2 }).allTextContents(), ['Your table', 'The keepsake of a game', 'A table that is kept', 'Your address on the internet', 'The log', 'This device', 'Your copy, and deletion']);
  await picture(page, 'privacy');
  t.deepEqual(await violations(page), []);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save what is here').click()]);
  t.ok(readFileSync(await download.path(), 'utf8').includes('token'), 'what is saved has the keys of seats');
  await button(page, 'Delete what is here').click();
  await page.getByText('This device has forgotten everything.').first().waitFor();
  t.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
  await ann.close();
});

await run();
