/* A seat goes to another phone, and windows that forget are noticed, in a real browser against the real server.
 *
 * usage: moving.mjs UNISONO [NAME…]          SHOTS=folder takes pictures
 */
import { mkdirSync } from 'node:fs';
import { violations } from './look.mjs';
import { opened } from './opened.mjs';
import { known, prepared } from './party.mjs';
import { glimpse, guest, heard, join, open_table, until } from './people.mjs';
import { run, test } from './tap.mjs';
import { foreign, texts } from './texts.mjs';

const { server, browser } = await opened();

const button = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' });
const english = texts('en');
const shots = process.env.SHOTS;

async function picture(one, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await one.page.screenshot({ path: `${shots}/moving-${name}.png` });
}

/* The code that the old phone shows. */
async function ticket_of(one) {
  await button(one.page, 'Menu').click();
  await button(one.page, 'Play on another phone').click();
  const dialog = one.page.getByRole('dialog', { name: 'Menu' });
  await dialog.getByRole('img', { name: /QR code that takes/ }).waitFor();
  return dialog.locator('.code').textContent();
}

const seat_of = (one, name) => one.room.people.find((person) => person.name === name);

test('by the link of the old phone, in the middle of a game; everybody is told, and the old one lets go', async (t) => {
  const p = await prepared(browser, server.url, { game: 'onemind', people: ['Ann', 'Ben'], bots: 1 });
  const [ann, ben] = p.guests;
  const ticket = await ticket_of(ben);
  await picture(ben, 'ticket');
  t.deepEqual(await violations(ben.page), []);
  const next = await guest(browser);
  /* It is said for a few seconds, on all screens at once. */
  const told = await Promise.all([ann, p.tv].map((one) => glimpse(one.page, 'body *', 'Ben plays on another phone now.')));
  await next.page.goto(`${server.url}/j/${p.code}#${ticket}`, { waitUntil: 'commit' });
  await heard(next, () => known(next).me, 'no seat came along');
  await next.page.locator('main.play').waitFor();
  t.equal(new URL(next.page.url()).hash, '', 'the link is used up');
  await ben.page.getByRole('heading', { name: 'Your seat is on another phone now' }).waitFor();
  await picture(ben, 'gone');
  t.deepEqual(await violations(ben.page), []);
  for (const one of told) await one();
  /* A reload keeps both as they are; the same link is of no use to a third. */
  const before = next.welcomes;
  await next.page.reload({ waitUntil: 'commit' });
  await heard(next, () => next.welcomes > before && known(next).me, 'the seat was lost again');
  await ben.page.reload();
  await ben.page.getByRole('heading', { name: 'Your seat is on another phone now' }).waitFor();
  const third = await guest(browser);
  await third.page.goto(`${server.url}/j/${p.code}#${ticket}`, { waitUntil: 'commit' });
  await third.page.getByText('This code is not good (any more).').first().waitFor();
  await third.page.getByRole('heading', { name: 'Take a seat' }).waitFor();
  await button(ben.page, 'Take a seat').click();
  await ben.page.getByRole('heading', { name: 'Take a seat' }).waitFor();
  t.deepEqual([...p.complaints(), ...next.complaints, ...third.complaints], []);
  await Promise.all([p.close(), next.close(), third.close()]);
});

test('by the code of the old phone, typed; with a password the code opens the door too', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann', { viewport: { width: 320, height: 568 } });
  const ben = await join(browser, server.url, ann.code, 'Ben');
  const ticket = await ticket_of(ann);
  await picture(ann, 'ticket-small');
  const next = await guest(browser, { viewport: { width: 320, height: 568 } });
  await next.page.goto(`${server.url}/j/${ann.code}`, { waitUntil: 'commit' });
  await button(next.page, 'I already have a seat here').click();
  const dialog = next.page.getByRole('dialog', { name: 'I already have a seat here' });
  const field = dialog.getByLabel('Code from your old phone');
  await field.fill('WWWWWWW');
  await button(dialog, 'Take my seat').click();
  await dialog.getByRole('alert').getByText('This code is not good').waitFor();
  await picture(next, 'typed-wrong');
  t.deepEqual(await violations(next.page), []);
  await field.fill(ticket.toLowerCase());
  await button(dialog, 'Take my seat').click();
  /* She is the host still. */
  await button(next.page, /^(Start|Pick a game)/).waitFor();
  await ann.page.getByRole('heading', { name: 'Your seat is on another phone now' }).waitFor();
  await button(next.page, 'Table').click();
  await next.page.getByRole('dialog').getByLabel('Password').fill('sesame');
  await button(next.page, 'Set').click();
  await heard(next, () => next.room.info.password, 'no password');
  const other = await guest(browser);
  await other.page.goto(`${server.url}/j/${ann.code}#${await ticket_of(ben)}`, { waitUntil: 'commit' });
  await heard(other, () => other.room.people && seat_of(other, 'Ben')?.here && other.room.people.length === 2, 'the door stayed shut');
  await ben.page.getByRole('heading', { name: 'Your seat is on another phone now' }).waitFor();
  t.deepEqual([...ann.complaints, ...next.complaints, ...other.complaints], []);
  await Promise.all([ann, ben, next, other].map((one) => one.close()));
});

test('whose phone is gone says a name, and the host says no, then yes', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  const { code } = ann;
  await ben.close();
  await heard(ann, () => seat_of(ann, 'Ben')?.here === false, 'Ben is still here');
  const next = await guest(browser);
  await next.page.goto(`${server.url}/j/${code}`, { waitUntil: 'commit' });
  await button(next.page, 'I already have a seat here').click();
  const dialog = next.page.getByRole('dialog', { name: 'I already have a seat here' });
  await picture(next, 'names');
  await button(dialog, 'Ben').click();
  await dialog.locator('p').getByText('The host is asked whether you may play on as Ben.').waitFor();
  const bar = ann.page.getByRole('region', { name: 'A seat for another phone' });
  await bar.getByText('Another phone wants to play on as Ben.').waitFor();
  await picture(ann, 'host-asked');
  t.deepEqual(await violations(ann.page), []);
  const turned_down = await glimpse(next.page, 'body *', 'You do not play on as Ben.');
  await button(bar, 'No').click();
  await turned_down();
  await button(dialog, 'Ben').click();
  await button(bar, 'Yes, let them').click();
  await heard(next, () => next.room.people?.some((one) => one.name === 'Ben' && one.here), 'Ben is not back');
  await until(async () => (await dialog.count()) === 0 || !(await dialog.isVisible()), 'the sheet stays open');
  await button(next.page, 'More about Ben').waitFor();
  t.deepEqual([...ann.complaints, ...next.complaints], []);
  await Promise.all([ann, next].map((one) => one.close()));
});

/* What these apps call themselves; Chromium is made to say so. */
const AGENTS = {
  Instagram: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 334.0.0.24.98',
  Facebook: 'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/465.0.0.57.83;]',
};

test('a window inside an app is noticed and told how to go on, with the seat, in three languages', async (t) => {
  for (const [language, app] of [['en', 'Instagram'], ['de', 'Facebook'], ['fr', 'Instagram']]) {
    const say = texts(language);
    const ann = await guest(browser, { userAgent: AGENTS[app], locale: language });
    await ann.page.goto(server.url, { waitUntil: 'commit' });
    await button(ann.page, say('home.create')).click();
    const aside = ann.page.getByRole('complementary', { name: say('inside') });
    await aside.getByText(say('inside.app', { app })).waitFor();
    await button(aside, say('inside.copy')).waitFor();
    await ann.page.getByLabel(say('sit.name')).fill('Ann');
    await button(ann.page, say('sit.go')).click();
    await button(aside, say('inside.copy_seat')).waitFor();
    await picture(ann, `inside-${language}`);
    t.deepEqual(await violations(ann.page), []);
    t.deepEqual(foreign(await ann.page.innerText('body'), language), []);
    /* The link that leads out leads to a browser of the system, with the seat. */
    const out = await until(async () => {
      const href = await aside.getByRole('link', { name: say('inside.open') }).getAttribute('href');
      return /#\w{7}/.test(href) ? href : undefined;
    }, 'the link has no ticket');
    t.match(out, app === 'Facebook' ? /^intent:\/\/.*scheme=http;/ : /^x-safari-http:\/\//);
    const [, path] = /(\/j\/\w+#\w{7})/.exec(out);
    const next = await guest(browser);
    await next.page.goto(server.url + path, { waitUntil: 'commit' });
    await button(next.page, 'More about Ann').waitFor();
    await ann.page.getByRole('heading', { name: say('closed.moved') }).waitFor();
    t.deepEqual([...ann.complaints, ...next.complaints], []);
    await Promise.all([ann, next].map((one) => one.close()));
  }
});

test('who wants to stay is not asked again; an ordinary browser never is; one without storage is', async (t) => {
  const aside = (one) => one.page.getByRole('complementary', { name: english('inside') });
  const ann = await guest(browser, { userAgent: AGENTS.Instagram });
  await ann.page.goto(`${server.url}/new`, { waitUntil: 'commit' });
  await button(aside(ann), 'Stay here').click();
  await aside(ann).waitFor({ state: 'detached' });
  const before = ann.welcomes;
  await ann.page.reload({ waitUntil: 'commit' });
  await heard(ann, () => ann.welcomes > before, 'not back');
  const usual = await guest(browser);
  await usual.page.goto(`${server.url}/new`, { waitUntil: 'commit' });
  const bare = await guest(browser);
  await bare.page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('no', 'SecurityError'); } });
  });
  await bare.page.goto(`${server.url}/new`, { waitUntil: 'commit' });
  await aside(bare).getByText('This browser keeps nothing.').waitFor();
  await picture(bare, 'keeps-nothing');
  /* What tells it has come to all of them by now. */
  for (const one of [ann, usual]) {
    await until(() => one.page.evaluate(() => performance.getEntriesByType('resource').some((each) => /assets\/Around-/.test(each.name))), 'it never looked');
    t.equal(await aside(one).count(), 0);
  }
  t.deepEqual([...ann.complaints, ...usual.complaints, ...bare.complaints], []);
  await bare.page.context().close();
  await Promise.all([ann, usual].map((one) => one.close()));
});

await run();
