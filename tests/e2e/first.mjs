/* The first minute in a real browser against the real server: explanation and 3–2–1, practice, teams, a television that
 * gets its table and speaks its language, an address that phones can reach, stage and hand in one window.
 *
 * usage: first.mjs UNISONO [NAME…]
 */
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as path, resolve } from 'node:path';
import { phone } from './browser.mjs';
import { violations } from './look.mjs';
import { opened } from './opened.mjs';
import { add_bots, attend, choose_first_game, glimpse, guest, heard, join, known, open_table, screen, until } from './people.mjs';
import { start_server } from './server.mjs';
import { run, test } from './tap.mjs';
import { texts } from './texts.mjs';

/* Long, so that only a tap ends an explanation, however busy the machine is. */
const { server, browser } = await opened(['--opening', '60']);

/* What a button says that asks once more. */
const SURE = texts('en')('host.sure');
const button = (page, name) => page.getByRole('button', { name });
const close = (...people) => Promise.all(people.map((one) => one.close()));
/* 3–2–1 stands for three seconds, on all of these at once: it is watched for before it comes. */
async function count_on(...people) {
  const seen = await Promise.all(people.map(({ page }) => glimpse(page, '.count')));
  return () => Promise.all(seen.map((one) => one()));
}
/* What this guest has been told of the table since then, frame by frame. */
const tables = (one, from) => one.frames.slice(from).filter((frame) => frame.in).map((frame) => JSON.parse(frame.text).room?.table).filter(Boolean);

test('a game is explained to a table that meets it, the host skips, and 3–2–1 follows', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  const tv = await screen(browser, server.url, ann.code);
  await choose_first_game(ann.page);
  await tv.page.evaluate(() => {
    globalThis.explained = new Set();
    new MutationObserver(() => document.querySelectorAll('.scene p').forEach((one) => globalThis.explained.add(one.textContent))).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await button(ann.page, /^Start /).click();
  for (const one of [ann, ben, tv]) {
    await one.page.locator('.scene svg').waitFor();
    t.ok((await one.page.locator('.scene p').textContent()).length > 20, 'a sentence explains the picture');
  }
  t.equal(await button(ben.page, 'Skip').count(), 0, 'only the host skips');
  t.equal(await ben.page.getByRole('textbox').count(), 0, 'nothing is asked yet');
  /* The second picture comes by itself. */
  await until(() => tv.page.evaluate(() => globalThis.explained.size > 1), 'the pictures stand still');
  const counted = await count_on(ann, ben, tv);
  const before = ann.frames.length;
  await button(ann.page, 'Skip').click();
  await counted();
  await ben.page.getByRole('textbox').waitFor();
  for (const one of [ann, tv]) await heard(one, () => !one.room.table.opening);
  const [skipped] = tables(ann, before);
  t.ok(skipped.opening > 0 && skipped.opening <= 3000, 'it has yet to begin');
  t.equal(known(ann).phase.since, 0, 'and no time of the rules has passed');
  t.deepEqual([...ann.complaints, ...ben.complaints, ...tv.complaints], []);
  await close(ann, ben, tv);
});

/* Looking takes its time, and an explanation ends after a minute: so it has a table of its own. */
test('axe finds nothing where a game is explained', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  const tv = await screen(browser, server.url, ann.code);
  await choose_first_game(ann.page);
  await button(ann.page, /^Start /).click();
  for (const one of [ann, tv]) await one.page.locator('.scene svg').waitFor();
  for (const one of [ann, tv]) t.deepEqual(await violations(one.page), []);
  await close(ann, ben, tv);
});

/* Runs in a page: what tells of it comes after the first screen, whenever the browser has nothing better to do. Asked for once more, it is
 * handed out when it has been read; then it is shown. */
async function around_is_there() {
  const turn = () => new Promise((done) => setTimeout(done, 20));
  for (const part of [/assets\/Around-.*\.js/, /assets\/more-.*\.js/]) {
    const file = () => performance.getEntriesByType('resource').find(({ name }) => part.test(name))?.name;
    while (!file()) await turn();
    await import(file());
  }
  await turn();
}

test('a table opened before the dictionary is there hears when it has come', async (t) => {
  const words = mkdtempSync(path(tmpdir(), 'unisono-words-'));
  const young = await start_server(process.argv[2], ['--lexicon', words]);
  const ann = await open_table(browser, young.url, 'Ann');
  const tv = await screen(browser, young.url, ann.code);
  await ann.page.getByText('The dictionary is not ready yet').waitFor();
  for (const one of [ann, tv]) await one.page.evaluate(around_is_there);
  copyFileSync(resolve(import.meta.dirname, '../../build/lexicon/en.lex'), path(words, 'en.lex.new'));
  /* It is said for a few seconds, on both at once: so both are watched before it comes. */
  const said = await Promise.all([ann, tv].map((one) => glimpse(one.page, 'body *', 'The dictionary is ready')));
  renameSync(path(words, 'en.lex.new'), path(words, 'en.lex'));
  for (const one of said) await one();
  await ann.page.getByText('The dictionary is not ready yet').waitFor({ state: 'detached' });
  for (const one of [ann, tv]) t.deepEqual(await violations(one.page), []);
  await close(ann, tv);
  await young.stop();
  rmSync(words, { recursive: true });
});

test('practice ends after a round, says that nothing counted, and the table knows the game', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  const tv = await screen(browser, server.url, ann.code);
  await choose_first_game(ann.page);
  await button(ann.page, 'Practise').click();
  await button(ann.page, 'Skip').click();
  await ben.page.locator('.pill').getByText('Practice').waitFor();
  await ann.page.getByText('Nothing counts').waitFor();
  await tv.page.getByText('Nothing counts').waitFor();
  t.equal(await tv.page.locator('.headline .practice').textContent(), 'Practice', 'it stands in the place of the round');
  /* Ending a round is tested with every game (tests/room/test_opening.c); here the host has seen enough. */
  await button(ann.page, 'Menu').click();
  await button(ann.page, 'End this game').click();
  await button(ann.page.getByRole('dialog'), SURE).click();
  await heard(ann, () => ann.room.table === null, 'the practice does not end');
  const counted = await count_on(ann);
  const before = ann.frames.length;
  await button(ann.page, /^Start /).click();
  await counted();
  const [begun] = tables(ann, before);
  t.ok(begun.opening > 0 && begun.opening <= 3000, 'nobody is told twice');
  t.equal(begun.practice, undefined);
  await close(ann, ben, tv);
});

test('the lobby shows who plays with whom, the host swaps and mixes, and each is told again', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  const tv = await screen(browser, server.url, ann.code);
  await add_bots(ann.page, 3, 4);
  /* Some game is played in pairs by four. */
  const { games } = await (await fetch(`${server.url}/api/games`)).json();
  for (const [i, { id }] of games.entries()) {
    await ann.page.locator('.games .pick').nth(i).press('Enter');
    await heard(ann, () => ann.room.lobby.game === id, `${id} was not chosen`);
    if (ann.room.lobby.teams) break;
  }
  const sides = (page) => page.locator('.sides section, .teams section').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  const partner_of = (name) => {
    const { people, lobby } = ben.room;
    const index = people.findIndex((one) => one.name === name);
    return people.find((one, at) => at !== index && lobby.teams[at] === lobby.teams[index]).name;
  };
  await ben.page.locator('.sides').waitFor();
  await tv.page.locator('.teams section').first().waitFor();
  t.deepEqual(await sides(ben.page), await sides(tv.page), 'everybody sees the same');
  t.equal(await button(ben.page, 'Mix').count(), 0);
  if (partner_of('Ann') !== 'Ben') {
    const other = partner_of('Ann');
    await button(ann.page, 'Ben: change places').click();
    await ann.page.getByText('Ben changes places with').waitFor();
    await button(ann.page, `${other}: change places`).click();
    await heard(ben, () => partner_of('Ann') === 'Ben');
  }
  await button(ann.page, 'Mix').click();
  await heard(ben, () => partner_of('Ann') !== 'Ben', 'mixing changes somebody’s partner');
  const partner = partner_of('Ben');
  t.deepEqual(await violations(ann.page), []);
  await button(ann.page, /^Start /).click();
  await button(ann.page, 'Skip').waitFor();
  /* Everybody has the pictures before what follows them, which stands for three seconds. */
  for (const one of [ben, tv]) await one.page.locator('.scene').waitFor();
  const told = await Promise.all([glimpse(ben.page, '.count .partner', `You play with ${partner}`), glimpse(tv.page, '.count .teams')]);
  await button(ann.page, 'Skip').click();
  for (const one of told) await one();
  await close(ann, ben, tv);
});

test('a television shows a code, the host types it, and it is the table’s screen', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const tv = await guest(browser, { viewport: { width: 1280, height: 720 } });
  await tv.page.goto(`${server.url}/tv`);
  const code = await until(async () => /^[A-Z0-9]{5,7}$/.exec(await tv.page.locator('.code').textContent())?.[0], 'no code');
  t.equal(code.length, ann.code.length);
  t.deepEqual(await violations(tv.page), []);
  await button(ann.page, /Invite/).click();
  await button(ann.page, 'Connect a TV').click();
  await ann.page.getByText('/tv', { exact: false }).first().waitFor();
  const field = ann.page.getByLabel('Code on the television');
  await field.fill('ZZZZZ');
  await button(ann.page, 'Connect').click();
  await ann.page.getByText('No television shows this code').waitFor();
  t.deepEqual(await violations(ann.page), []);
  await field.fill(code.toLowerCase());
  await button(ann.page, 'Connect').click();
  await ann.page.getByText('The television is at your table now').first().waitFor();
  await tv.page.waitForURL(`**/t/${ann.code}`);
  await tv.page.getByText('Ann', { exact: true }).waitFor();
  await heard(ann, () => ann.room.guests.screens === 1);
  t.deepEqual([...ann.complaints, ...tv.complaints], []);
  await close(ann, tv);
});

test('a table screen speaks the language of its table, until somebody chooses another there', async (t) => {
  const ann = await guest(browser, { locale: 'de-DE' });
  await ann.page.goto(server.url);
  await button(ann.page, 'Zusammen spielen').click();
  await ann.page.waitForURL(/\/j\/\w+/);
  const tv = await screen(browser, server.url, new URL(ann.page.url()).pathname.split('/')[2]);
  await tv.page.getByText('Wer setzt sich zuerst?').waitFor();
  t.equal(await tv.page.locator('html').getAttribute('lang'), 'de');
  await button(tv.page, /^Deutsch/).click();
  await tv.page.getByText('Qui s’assoit en premier ?').waitFor();
  await tv.page.reload();
  await tv.page.getByText('Qui s’assoit en premier ?').waitFor();
  t.equal(await tv.page.locator('html').getAttribute('lang'), 'fr');
  t.deepEqual(tv.complaints, []);
  await close(ann, tv);
});

/* Runs in the page before the app: a device with one voice. */
function one_voice(lang) {
  Object.defineProperty(globalThis, 'speechSynthesis', { value: { getVoices: () => [{ lang, localService: true }], addEventListener() {}, cancel() {}, speak() {} } });
}

test('a table screen offers to read aloud where it has a voice for the language of the table, whatever it speaks itself', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  /* Devices of their own: nobody else gets what was put into them. */
  for (const [lang, reads] of [['en-GB', 1], ['fr-FR', 0]]) {
    const tv = await guest(browser, { viewport: { width: 1280, height: 720 }, hasTouch: false, locale: 'fr-CH' });
    await tv.page.addInitScript(one_voice, lang);
    await tv.page.addInitScript(() => localStorage.setItem('unisono.language', 'fr'));
    await tv.page.goto(`${server.url}/t/${ann.code}`);
    await tv.page.getByText('Ann', { exact: true }).waitFor();
    t.equal(await button(tv.page, texts('fr')('sound.aloud.off')).count(), reads, lang);
    await tv.page.context().close();
  }
  await ann.close();
});

/* Runs in a page: what the first thing that is said covers, as soon as it is there. It stands for seconds only. */
function note_covered() {
  new MutationObserver((_, watcher) => {
    const bubble = document.querySelector('.over p');
    if (!bubble) return;
    watcher.disconnect();
    const { left, top, right, bottom } = bubble.getBoundingClientRect();
    const covered = [...document.querySelectorAll('main *')].filter((node) => {
      const box = node.getBoundingClientRect();
      return (!node.children.length || node.matches('.code')) && box.left < right && left < box.right && box.top < bottom && top < box.bottom;
    });
    globalThis.covered = { said: bubble.textContent, by: covered.map((node) => node.textContent) };
  }).observe(document, { subtree: true, childList: true });
}

test('what is said to the table stands on its screen for a moment, and covers neither the code nor anybody', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  const tv = await screen(browser, server.url, ann.code);
  await tv.page.locator('main .code').waitFor();
  await tv.page.evaluate(note_covered);
  await ben.page.getByLabel('Say something').fill('Shall we begin?');
  await ben.page.getByLabel('Say something').press('Enter');
  const { said, by } = await tv.page.waitForFunction(() => globalThis.covered).then((one) => one.jsonValue());
  t.ok(said.includes('Shall we begin?'), said);
  t.deepEqual(by.filter((text) => text.endsWith(ann.code) || ['Ann', 'Ben'].includes(text.trim())), []);
  await close(ann, ben, tv);
});

test('opened on the host’s own machine, the invitation is one that phones can reach', async (t) => {
  const open = await start_server(process.argv[2], ['--host', '']);
  try {
    const port = new URL(open.url).port;
    const told = await (await fetch(`http://127.0.0.1:${port}/api/local/reach`)).json();
    const ann = await open_table(browser, `http://localhost:${port}`, 'Ann');
    await button(ann.page, /Invite/).click();
    const shown = ann.page.locator('.invite .url');
    if (told.url) {
      await until(async () => (await shown.textContent()).startsWith(new URL(told.url).host), 'still localhost');
      t.ok(!/localhost|127\.0\.0\.1/.test(await shown.textContent()));
      t.equal((await fetch(`${told.url}/api/local/reach`)).status, 404, 'others are not told');
    } else {
      await ann.page.getByText('Phones cannot reach this address').waitFor();
    }
    await ann.close();
  } finally {
    await open.stop();
  }
});

test('a wide window shows the stage and the own hand side by side', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await choose_first_game(ann.page);
  await button(ann.page, /^Start /).click();
  await button(ann.page, 'Skip').click();
  await ben.page.getByRole('textbox').waitFor();
  t.equal(await ben.page.locator('.beside').count(), 0, 'a phone has no room for it');
  await ben.page.setViewportSize({ width: 1366, height: 768 });
  /* It comes over the network, and is measured when it has come. */
  const frame = ben.page.locator('aside.beside .frame');
  await until(async () => (await frame.boundingBox()).width > 700, 'the stage is too small');
  const stage = await frame.boundingBox();
  const hand = await ben.page.getByRole('textbox').boundingBox();
  t.ok(stage.x + stage.width <= hand.x && stage.y + stage.height <= 768, 'and lies beside the hand');
  await ben.page.locator('aside.beside .picture').getByText('Ann').first().waitFor();
  t.equal(ben.room.guests.screens, 0, 'it is no screen of the table');
  t.deepEqual(await violations(ben.page), []);
  await ben.page.setViewportSize({ width: 390, height: 844 });
  await until(async () => (await ben.page.locator('.beside').count()) === 0, 'it stays on a phone');
  t.deepEqual(ben.complaints, []);
  await close(ann, ben);
});

/* The app that comes before the script that says hello would say it once more, on a line that nobody hears. */
test('the bundle for old engines says hello once, whatever comes first', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const old = attend(await phone(browser, { hasTouch: false }));
  await old.page.addInitScript(() => (CSS.supports = () => false));
  await old.page.route('**/assets/old/boot-*.js', async (route) => {
    const answer = await route.fetch();
    /* Late enough for everything else. */
    await old.page.waitForTimeout(1500);
    await route.fulfill({ response: answer });
  });
  await old.page.goto(`${server.url}/j/${ann.code}`, { waitUntil: 'commit' });
  await old.page.getByLabel('Your name').waitFor();
  t.ok(await old.page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/assets\/old\/boot/.test(name))), 'it is that bundle');
  t.equal(old.frames.filter((frame) => !frame.in && 'hello' in JSON.parse(frame.text)).length, 1);
  t.equal(old.lines.size, 1);
  await old.page.context().close();
  await ann.close();
});

await run();
