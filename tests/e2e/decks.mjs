/* Decks of one's own, in a real browser against the real server: typed, checked, dealt and played; saved, brought to
 * another table; after the server was killed; and two thousand lines of hostile text.
 *
 * usage: decks.mjs UNISONO [NAME…]          SHOTS=folder takes pictures
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open_browser } from './browser.mjs';
import { violations } from './look.mjs';
import { guest, heard, known, open_table, until } from './people.mjs';
import { start_server } from './server.mjs';
import { at_end, run, test } from './tap.mjs';
import { texts } from './texts.mjs';

const server = await start_server(process.argv[2]);
const browser = await open_browser();
const folder = mkdtempSync(join(tmpdir(), 'unisono-decks-'));
at_end(() => rmSync(folder, { recursive: true, force: true }));
at_end(() => browser.close());
at_end(() => server.stop());

const { games } = await (await fetch(`${server.url}/api/games`)).json();
/* A game that is dealt from entries of any text, one whose entries are pictures, and their kinds. */
const find = (test) => games.flatMap((game) => (game.decks ?? []).filter(test).map((kind) => ({ game, kind })))[0];
const words = find((kind) => kind.form === 'line' && !kind.card);
const pictures = find((kind) => kind.form === 'picture');
const say = texts('en');
const kind_name = ({ game, kind }) => say(`deck.${game.id}.${kind.name}`);

const button = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' });
const shots = process.env.SHOTS;

async function picture(one, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await one.page.screenshot({ path: `${shots}/decks-${name}.png` });
}

const made_up = (stem, n) => Array.from({ length: n }, (_, i) => `${stem} ${String.fromCharCode(97 + (i % 26))}${String.fromCharCode(98 + Math.floor(i / 26) % 24)}${String.fromCharCode(97 + Math.floor(i / 624))}x`);

async function choose(one, game) {
  const index = games.findIndex((other) => other.id === game.id);
  await one.page.locator('.games .pick').nth(index).press('Enter'); /* by its key: cards move when a line comes above them */
  await heard(one, () => one.room.lobby?.game === game.id, 'the game was not chosen');
}

async function fill_up(one, game) {
  for (let n = one.room.people.length; n < game.seats[0]; n++) {
    await button(one.page, say('lobby.add_bot')).press('Enter');
    await heard(one, () => one.room.people.length > n, 'no bot came');
  }
}

async function open_sheet(one) {
  await one.page.getByRole('button', { name: new RegExp(`^${say('lobby.decks')}`) }).click();
  return one.page.getByRole('dialog');
}

/* What lies on the table, all texts of it. */
const on_table = (one) => JSON.stringify(one.frames.filter((frame) => frame.in && frame.text.includes('"views"')).map((frame) => frame.text));

async function lead_back(one) {
  await button(one.page, say('menu')).first().click();
  const dialog = one.page.getByRole('dialog');
  await button(dialog, say('host.lobby')).click();
  await button(dialog, say('host.sure')).click();
  await heard(one, () => one.room.table === null, 'the game was not left');
}

test('a deck is typed, checked, dealt and played, saved, and brought to another table; all of it survives kill -9', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  await choose(ann, words.game);
  await fill_up(ann, words.game);
  let sheet = await open_sheet(ann);
  await picture(ann, 'none');
  await button(sheet, say('deck.write', { kind: kind_name(words) })).click();
  await sheet.getByLabel(say('deck.name')).fill('Grandma’s house');
  const area = sheet.locator('textarea');
  await area.fill('attic\nbiscuit tin\nattics\n\u202etxet\n' + 'far too long '.repeat(9));
  await sheet.getByText('2 lines need mending.').waitFor();
  await sheet.getByRole('button', { name: /^Line 3 says what line 1 says/ }).waitFor();
  await sheet.getByRole('button', { name: /^Line 4/ }).click();
  t.equal(await area.evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd)), '\u202etxet');
  t.ok(await button(sheet, say('deck.keep')).isDisabled(), 'what is wrong can be kept');
  await picture(ann, 'faults');
  t.deepEqual(await violations(ann.page), []);
  const mine = made_up('grandma', 60);
  await area.fill(mine.join('\n'));
  await sheet.getByText('60 entries. Everything is fine.').waitFor();
  await button(sheet, say('deck.try')).click();
  t.ok(mine.includes(await sheet.locator('.dealt .card').first().innerText()));
  await picture(ann, 'tried');
  await button(sheet, say('deck.keep')).click();
  await heard(ann, () => ann.room.decks?.length === 1, 'the deck was not kept');
  await button(sheet, say('deck.use.only')).click();
  await heard(ann, () => ann.room.decks[0].use === 'only', 'it is still mixed');
  await picture(ann, 'list');
  t.deepEqual(await violations(ann.page), []);

  /* As a file, and by a link. */
  const [download] = await Promise.all([ann.page.waitForEvent('download'), button(sheet, say('deck.save')).click()]);
  const file = join(folder, 'grandma.txt');
  await download.saveAs(file);
  const saved = readFileSync(file, 'utf8');
  t.ok(saved.includes('@name Grandma’s house') && saved.includes(`@deck ${words.game.id}/${words.kind.name}`) && saved.includes(mine[59]));
  await button(sheet, say('deck.share')).click();
  const link = await sheet.locator('input[readonly]').inputValue();
  t.match(link, /\/d\/[0-9a-f]{32}$/);
  await ann.page.keyboard.press('Escape');

  /* It is dealt, and bots play along. */
  ann.frames.length = 0;
  await button(ann.page, /^Start /).click();
  await ann.page.locator('main.play').waitFor();
  await until(() => mine.some((word) => on_table(ann).includes(word)), 'nothing of the deck is on the table');

  /* The server is killed in the middle of it. */
  const before = ann.welcomes;
  await server.restart();
  await heard(ann, () => ann.welcomes > before && ann.room.table, 'nobody came back');
  t.equal(ann.room.decks[0].name, 'Grandma’s house');
  t.equal(ann.room.decks[0].use, 'only');
  await until(() => mine.some((word) => on_table(ann).includes(word)), 'the words of the deck are gone');
  t.deepEqual(ann.complaints, []);

  /* Afterwards there is a list of the evening's words. */
  await lead_back(ann);
  await ann.page.getByRole('button', { name: new RegExp(`^${say('words')}`) }).click();
  const list = ann.page.getByRole('dialog');
  await picture(ann, 'words');
  const [table] = await Promise.all([ann.page.waitForEvent('download'), button(list, say('words.csv')).click()]);
  await table.saveAs(join(folder, 'words.csv'));
  const csv = readFileSync(join(folder, 'words.csv'), 'utf8');
  t.ok(mine.some((word) => csv.includes(`,${word}\r\n`)), 'the table has no word of the game');
  await ann.page.keyboard.press('Escape');

  /* Another table takes the file, and yet another the link. */
  const ben = await open_table(browser, server.url, 'Ben');
  await choose(ben, words.game);
  sheet = await open_sheet(ben);
  await sheet.locator('input[type=file]').setInputFiles(file);
  await sheet.getByText('60 entries. Everything is fine.').waitFor();
  t.equal(await sheet.locator('textarea').inputValue(), mine.join('\n'));
  await button(sheet, say('deck.keep')).click();
  await heard(ben, () => ben.room.decks?.length === 1, 'the file was not kept');
  t.equal(ben.room.decks[0].entries, 60);
  await button(sheet, say('deck.drop')).click();
  await button(sheet, say('host.sure')).click();
  await heard(ben, () => ben.room.decks?.length === 0, 'it was not removed');
  const cleo = await guest(browser);
  await cleo.page.goto(link);
  await cleo.page.getByText(say('home.deck')).waitFor();
  await picture(cleo, 'link');
  await button(cleo.page, say('home.create')).click();
  await cleo.page.getByLabel(say('sit.name')).fill('Cleo');
  await button(cleo.page, say('sit.go')).click();
  await cleo.page.getByText('60 entries. Everything is fine.').waitFor();
  await button(cleo.page, say('deck.keep')).click();
  await heard(cleo, () => cleo.room.decks?.[0]?.name === 'Grandma’s house', 'the link was not kept');
  t.deepEqual([...ben.complaints, ...cleo.complaints], []);
  await Promise.all([ann, ben, cleo].map((one) => one.close()));
});

test('two thousand lines of hostile text change nothing but words', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann', { viewport: { width: 320, height: 568 } });
  await choose(ann, words.game);
  await fill_up(ann, words.game);
  const nasty = [
    '<script>fire()</script>', '<img src=x onerror=fire()>', '"></p><h1>', "'; DROP TABLE--", '{n} {name}', '${7*7}', '{{7*7}}', '%s%n%x',
    'javascript:fire()', '&lt;b&gt;&amp;', '\\u0000\\"', '../../../etc/passwd', '=cmd()', '\u0639\u0631\u0628\u064a', '\u{1f600}\u{1f680}', 'ﬁﬀ ½ ℌ',
  ];
  const lines = Array.from({ length: 2000 }, (_, i) => `${nasty[i % nasty.length]}${i.toString(36)}`.normalize('NFC'));
  const file = join(folder, 'hostile.txt');
  writeFileSync(file, `@name <b onclick=fire()>"hostile"</b>\n@language en\n\n${lines.join('\r\n')}\r\n`);
  await ann.page.evaluate(() => {
    globalThis.fired = 0;
    globalThis.fire = () => globalThis.fired++;
  });
  const sheet = await open_sheet(ann);
  await sheet.locator('input[type=file]').setInputFiles(file);
  await sheet.getByText(/^2000 entries/).waitFor();
  await picture(ann, 'hostile-320');
  await button(sheet, say('deck.keep')).click();
  await heard(ann, () => ann.room.decks?.[0]?.entries === 2000, 'it was not kept');
  await sheet.getByRole('heading', { name: '<b onclick=fire()>"hostile"</b>' }).waitFor();
  await button(sheet, say('deck.use.only')).click();
  await heard(ann, () => ann.room.decks[0].use === 'only', 'it is still mixed');
  await picture(ann, 'hostile-list-320');
  t.ok(await ann.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is wider than the phone');
  await ann.page.keyboard.press('Escape');
  await button(ann.page, /^Start /).click();
  await ann.page.locator('main.play').waitFor();
  await heard(ann, () => known(ann).phase, 'the game did not begin');
  await until(() => lines.some((line) => on_table(ann).includes(JSON.stringify(JSON.stringify(line).slice(1, -1)).slice(1, -1))), 'nothing of the deck is on the table');
  await picture(ann, 'hostile-play-320');
  t.equal(await ann.page.evaluate(() => globalThis.fired), 0);
  t.equal(await ann.page.locator('main h1, main script, main img[src=x]').count(), 0);
  t.deepEqual(ann.complaints, []);
  await ann.close();
});

test('pictures are chosen from the library and played with, in German', async (t) => {
  const de = texts('de');
  const ann = await guest(browser, { locale: 'de-DE', viewport: { width: 820, height: 1180 } });
  await ann.page.goto(server.url);
  await button(ann.page, de('home.create')).click();
  await ann.page.getByLabel(de('sit.name')).fill('Ann');
  await button(ann.page, de('sit.go')).click();
  await heard(ann, () => ann.room.people?.length === 1, 'nobody sat down');
  await choose(ann, pictures.game);
  for (let n = 1; n < pictures.game.seats[0]; n++) {
    await button(ann.page, de('lobby.add_bot')).press('Enter');
    await heard(ann, () => ann.room.people.length > n, 'no bot came');
  }
  await ann.page.getByRole('button', { name: new RegExp(`^${de('lobby.decks')}`) }).click();
  const sheet = ann.page.getByRole('dialog');
  await button(sheet, de('deck.write', { kind: de(`deck.${pictures.game.id}.${pictures.kind.name}`) })).click();
  const grid = sheet.locator('.grid button');
  await grid.first().waitFor();
  const chosen = [];
  for (let i = 0; i < 10; i++) {
    const one = grid.nth(i * 15 + 3);
    chosen.push(await one.getAttribute('aria-label'));
    await one.click();
  }
  await sheet.getByText(de('deck.fine', { entries: '10 Einträge' })).waitFor();
  await picture(ann, 'pictures-tablet');
  t.deepEqual(await violations(ann.page), []);
  await button(sheet, de('deck.keep')).click();
  await heard(ann, () => ann.room.decks?.[0]?.entries === 10, 'it was not kept');
  await ann.page.keyboard.press('Escape');
  await ann.page.getByRole('button', { name: de('lobby.start', { game: de(`game.${pictures.game.id}`) }) }).click();
  await ann.page.locator('main.play').waitFor();
  await heard(ann, () => ann.room.table?.pictures?.length === pictures.kind.most, 'no pictures were told');
  const names = ann.room.decks[0];
  t.equal(names.kind, pictures.kind.name);
  t.equal(new Set(ann.room.table.pictures).size, pictures.kind.most);
  t.deepEqual(ann.complaints, []);
  await ann.close();
});

test('a file with lines that are no pictures says which they are, and each is taken out in one tap', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann', { viewport: { width: 320, height: 568 } });
  await choose(ann, pictures.game);
  const decks = new URL(`../../games/${pictures.game.id}/decks/`, import.meta.url);
  const set = readdirSync(decks).map((name) => /^pictures-(\w+)\.en\.txt$/.exec(name)?.[1]).find(Boolean);
  const names = readFileSync(new URL(`pictures-${set}.en.txt`, decks), 'utf8').split('\n').filter((line) => line && !/^[#@]/.test(line)).map((line) => line.split('|')[0].trim());
  const file = join(folder, 'pictures.txt');
  writeFileSync(file, `@deck ${pictures.game.id}/${pictures.kind.name}\n@name Ours\n@language en\n\n${set}/${names[0]}\n${set}/of-nobody-at-all\n${set}/${names[1]}\nnowhere\n`);
  const sheet = await open_sheet(ann);
  await sheet.locator('input[type=file]').setInputFiles(file);
  await sheet.getByText('2 lines need mending.').waitFor();
  const faults = sheet.locator('.faults li');
  t.match(await faults.first().innerText(), new RegExp(`^${set}/of-nobody-at-all is not a picture of this game`));
  await picture(ann, 'no-pictures-320');
  t.deepEqual(await violations(ann.page), []);
  t.ok(await ann.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is wider than the phone');
  await faults.first().getByRole('button').click();
  await sheet.getByText('1 line needs mending.').waitFor();
  await faults.first().getByRole('button').click();
  await sheet.getByText('2 entries. Everything is fine.').waitFor();
  await button(sheet, say('deck.keep')).click();
  await heard(ann, () => ann.room.decks?.[0]?.entries === 2, 'it was not kept');
  t.deepEqual(ann.complaints, []);
  await ann.close();
});

test('on a small phone, in German, whoever tries a deck sees its cards, and every button has room', async (t) => {
  const de = texts('de');
  const ann = await guest(browser, { locale: 'de-DE', viewport: { width: 320, height: 568 } });
  await ann.page.goto(server.url);
  await button(ann.page, de('home.create')).click();
  await ann.page.getByLabel(de('sit.name')).fill('Ann');
  await button(ann.page, de('sit.go')).click();
  await heard(ann, () => ann.room.people?.length === 1, 'nobody sat down');
  await choose(ann, words.game);
  await ann.page.getByRole('button', { name: new RegExp(`^${de('lobby.decks')}`) }).click();
  const sheet = ann.page.getByRole('dialog');
  await button(sheet, de('deck.write', { kind: de(`deck.${words.game.id}.${words.kind.name}`) })).click();
  await sheet.locator('textarea').fill(made_up('oma', 30).join('\n'));
  await sheet.getByText(de('deck.fine', { entries: '30 Einträge' })).waitFor();
  await button(sheet, de('deck.try')).click();
  const last = sheet.locator('.dealt .card').last();
  await until(async () => {
    const [card, foot] = await Promise.all([last.boundingBox(), sheet.locator('.foot').boundingBox()]);
    return card && card.y + card.height <= foot.y + 1;
  }, 'the cards are below the foot', 5000);
  const narrow = await sheet.locator('.foot button').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText));
  t.deepEqual(narrow, []);
  await picture(ann, 'tried-320-de');

  /* With a keyboard on the screen whoever types sees four lines of it, and what is wrong with them. */
  const area = sheet.locator('textarea');
  await area.fill(`oma\n${'viel zu lang '.repeat(9)}`);
  const state = sheet.getByText('1 Zeile muss verbessert werden.');
  await state.waitFor();
  await ann.page.setViewportSize({ width: 320, height: 290 });
  const places = () => Promise.all([area, sheet.locator('.foot'), sheet.locator('header'), state].map((one) => one.boundingBox()));
  await until(async () => {
    const [field, foot, head] = await places();
    return Math.min(field.y + field.height, foot.y) - Math.max(field.y, head.y + head.height) >= 4 * 16 * 1.45;
  }, 'the field is covered', 5000);
  const [, foot, , line] = await places();
  t.ok(line.y >= foot.y && line.y + line.height <= 290, 'what is wrong cannot be seen');
  await picture(ann, 'typing-320-de');
  await ann.close();
});

await run();
