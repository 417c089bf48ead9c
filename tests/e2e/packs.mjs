/* Packs and the filter in a real browser against the real server: a pack is one tap in the lobby of every game, and what
 * is dealt then stands in its file; names and words that the table does not take are refused with a reason, and one that
 * nobody wants to see any more is gone from every screen, as the code is where somebody films.
 *
 * usage: packs.mjs UNISONO [NAME…]       SHOTS=folder: pictures of the lobby
 */
import { readdirSync, readFileSync } from 'node:fs';
import { write } from './games.mjs';
import { violations } from './look.mjs';
import { opened } from './opened.mjs';
import { prepared } from './party.mjs';
import { add_bots, heard, known, open_table, until } from './people.mjs';
import { run, test } from './tap.mjs';

const { server, browser } = await opened(['--opening', '0']);

const root = new URL('../../', import.meta.url);
const { games } = await (await fetch(`${server.url}/api/games`)).json();
const button = (page, name) => page.getByRole('button', { name });
const picture = async (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/packs-${name}.png` });

/* What the decks of a game hold that come in this pack: entries as they are dealt, words of a challenge one by one. */
function entries_of(game, pack) {
  const folder = new URL(`games/${game}/decks/`, root);
  return readdirSync(folder)
    .filter((name) => name.endsWith(`-${pack}.en.txt`))
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
    .filter((line) => line && !/^[#@]/.test(line))
    .flatMap((line) => line.split('|')[0].trim().split(/,\s*/));
}

/* Texts in what this phone was told of the table. */
function texts_in(value) {
  if (typeof value === 'string') return [value.toLowerCase()];
  return value && typeof value === 'object' ? Object.values(value).flatMap(texts_in) : [];
}

const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('every game has packs, one tap in the lobby, and deals from the one that was picked', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const { page } = ann;
  await add_bots(page, 2, 4);
  let dealt = 0;
  for (const [at, { id, options }] of games.entries()) {
    const choices = options.find((one) => one.name === 'pack')?.choices ?? [];
    t.equal(choices.length, 7, `${id} has six packs, the one for language lessons by two levels`);
    await page.locator('.games .pick').nth(at).press('Enter');
    await heard(ann, () => ann.room.lobby?.game === id);
    const packs = page.getByRole('group', { name: 'Pack', exact: true });
    await until(async () => (await button(packs, 'Everyday').getAttribute('aria-pressed')) === 'true', 'everyday is not the usual one');
    await button(packs, 'Children').click();
    await heard(ann, () => ann.room.lobby?.options.pack === 'children');
    await until(async () => (await button(packs, 'Children').getAttribute('aria-pressed')) === 'true');
    if (at === 0) {
      for (const [width, height] of [[390, 844], [320, 568]]) {
        await page.setViewportSize({ width, height });
        await packs.evaluate((one) => one.scrollIntoView({ block: 'center' }));
        await until(async () => (await wide(page)) === 0, `the lobby does not fit ${width} pixels`);
        t.deepEqual(await violations(page), []);
        await picture(page, String(width));
      }
      await page.setViewportSize({ width: 390, height: 844 });
    }
    await button(page, /^Start /).click();
    const entries = new Set(entries_of(id, 'children').map((one) => one.toLowerCase()));
    t.ok(entries.size > 20, `${id} has words for children`);
    await heard(ann, (view) => view.phase);
    dealt += texts_in(known(ann)).some((text) => entries.has(text)) ? 1 : 0;
    await button(page, 'Menu').first().click();
    await button(page, 'End this game').click();
    await button(page, 'Sure?').click();
    await heard(ann, () => ann.room.table === null);
  }
  t.ok(dealt >= 3, `words of the pack lie on the table where a game begins with some: ${dealt} games`);
  t.deepEqual(ann.complaints, []);
  await ann.close();
});

test('the host chooses what the table takes, and a refusal says why', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const { page } = ann;
  await page.locator('.games .pick').first().click();
  await button(page, /^Options/).click();
  const dialog = page.getByRole('dialog');
  t.equal(await button(dialog, 'By pack').getAttribute('aria-pressed'), 'true', 'it goes by the pack');
  await button(dialog, 'Strict').last().click();
  await heard(ann, () => ann.room.info?.filter === 'strict');
  await dialog.getByText('No swearing').waitFor();
  await button(dialog, 'Strict').last().scrollIntoViewIfNeeded();
  await picture(page, 'filter');
  await page.keyboard.press('Escape');
  await button(page, 'Second person on this phone').click();
  await dialog.getByLabel('Name of the second person').fill('Bastard');
  await button(dialog, 'Sit down').click();
  await page.getByText('That name isn’t for this table').first().waitFor();
  t.equal(ann.room.people.length, 1);
  t.deepEqual(ann.complaints, []);
  await ann.close();
});

test('a word is off every screen in one tap, and not among the words of the evening', async (t) => {
  const p = await prepared(browser, server.url, { game: 'onemind', people: ['Ann', 'Ben'], options: { free: true } });
  const [ann, ben] = p.guests;
  const everybody = [...p.guests, p.tv];
  await write(ann, 'WOLUXIP');
  await write(ben, 'WOBAFFUN');
  for (const one of everybody) await one.page.getByText('WOBAFFUN').first().waitFor();
  await button(ann.page, 'Menu').first().click();
  await button(ann.page.getByRole('dialog'), 'WOBAFFUN').click();
  await heard(ben, () => ben.room.info.veiled?.includes('WOBAFFUN'));
  for (const one of everybody) await until(async () => !(await one.page.innerText('body')).includes('WOBAFFUN'), 'it is still on a screen');
  for (const one of everybody) await one.page.getByText('WOLUXIP').first().waitFor(); /* the other word is not gone with it */

  /* Whoever takes the words home does not take this one, and each word once. */
  await button(ann.page, 'Menu').first().click();
  const dialog = ann.page.getByRole('dialog');
  await button(dialog, 'End this game').click();
  await button(dialog, 'Sure?').click();
  await heard(ann, () => ann.room.table === null);
  for (const one of p.guests) {
    await one.page.getByRole('button', { name: /^Words of the evening/ }).click();
    t.equal((await one.page.getByRole('dialog').getByRole('list').innerText()).replace(/\s+/g, ' ').trim(), 'WOLUXIP Ann');
  }
  t.deepEqual([...ann.complaints, ...ben.complaints, ...p.tv.complaints], []);
  await p.close();
});

test('in the middle of a game the code goes from every screen, and from the names of files', async (t) => {
  const p = await prepared(browser, server.url, { game: 'onemind', people: ['Ann', 'Ben'], options: { free: true } });
  const [ann, ben] = p.guests;
  await p.tv.page.getByText(p.code).first().waitFor();
  await write(ann, 'WOLUXIP');
  await write(ben, 'WOBAFFUN');
  await p.tv.page.getByText('WOBAFFUN').first().waitFor();
  await button(ann.page, 'Menu').first().click();
  const menu = ann.page.getByRole('dialog');
  await menu.getByRole('switch', { name: 'Hide the code' }).check();
  await heard(p.tv, () => p.tv.room.info.hidden, 'the code is not hidden');
  for (const one of p.all) await until(async () => !(await one.page.innerText('body')).includes(p.code), 'the code is on a screen');
  await picture(ann.page, 'hidden-playing');
  t.deepEqual(await violations(ann.page), []);
  await button(menu, 'End this game').click();
  await button(menu, 'Sure?').click();
  await heard(ann, () => ann.room.table === null, 'the game was not left');
  await button(ann.page, /^Words of the evening/).click();
  const [download] = await Promise.all([ann.page.waitForEvent('download'), button(ann.page.getByRole('dialog'), 'Save as text').click()]);
  t.equal(download.suggestedFilename(), 'words.txt');
  t.deepEqual(p.complaints(), []);
  await p.close();
});

await run();
