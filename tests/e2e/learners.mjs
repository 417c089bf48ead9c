/* Who is still learning the language, in a real browser against the real server: a player says so in the lobby, the table's
 * clock is slower while it waits for them, and a lamp tells them alone what lies on the table in their own language.
 *
 * usage: learners.mjs UNISONO [NAME…]       SHOTS=folder: pictures of it
 */
import { readFileSync } from 'node:fs';
import { open_browser } from './browser.mjs';
import { violations } from './look.mjs';
import { heard, join, known, open_table, until } from './people.mjs';
import { start_server } from './server.mjs';
import { at_end, run, test } from './tap.mjs';

const server = await start_server(process.argv[2], ['--opening', '0']);
const browser = await open_browser();
at_end(() => browser.close());
at_end(() => server.stop());

const button = (page, name) => page.getByRole('button', { name });
const picture = async (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/learners-${name}.png` });
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const deck = readFileSync(new URL('../../games/coordinates/decks/criteria-classroom.en.txt', import.meta.url), 'utf8');
/* What a line of the deck means in German. */
const meaning = (text) => deck.split('\n').find((line) => line.startsWith(`${text} |`))?.match(/\| de: ([^|]*)/)?.[1].trim();

test('who is learning has more time and looks words up, and nobody else notices', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  for (let bots = 1; bots < 3; bots++) {
    await button(ann.page, 'Add a bot').click();
    await ann.page.getByText(`At the table: ${bots + 2}`).waitFor();
  }
  await ann.page.locator('.games .pick').filter({ hasText: 'Coordinates' }).click();
  await button(ann.page.getByRole('group', { name: 'Pack', exact: true }), 'Classroom A2').click();
  await heard(ann, () => ann.room.lobby?.options.pack === 'classroom');

  await button(ben.page, 'More about Ben').click();
  await button(ben.page, 'Learning the language').click();
  await heard(ann, () => ann.room.people.find((one) => one.name === 'Ben')?.learning);
  await until(async () => (await button(ben.page, 'Learning the language').getAttribute('aria-pressed')) === 'true');
  await picture(ben.page, 'lobby');
  await ben.page.keyboard.press('Escape');
  await ann.page.getByText('learning', { exact: true }).waitFor();

  await button(ann.page, /^Start /).click();
  await heard(ben, (view) => view.phase?.waiting?.length);
  const seat = ben.room.people.find((one) => one.name === 'Ben').seat;
  const waited = () => known(ben, seat)?.phase?.waiting.includes(seat);
  await heard(ben, () => (ben.room.table.slow ?? 1) === (waited() ? 2 : 1), 'the table waits twice as long for Ben, and for nobody else');

  await button(ben.page, 'Hints').click();
  await button(ben.page, 'Deutsch').click();
  const { vertical, horizontal } = known(ben, seat).table;
  const criteria = [vertical, horizontal];
  t.ok(criteria.every(meaning), `the pack says what its criteria mean: ${criteria}`);
  for (const text of criteria) await ben.page.getByText(meaning(text), { exact: true }).waitFor();
  for (const [width, height] of [[390, 844], [320, 568]]) {
    await ben.page.setViewportSize({ width, height });
    t.equal(await wide(ben.page), 0, `the sheet fits ${width} pixels`);
    t.deepEqual(await violations(ben.page), []);
    await picture(ben.page, String(width));
  }
  t.equal(await button(ann.page, 'Hints').count(), 0, 'Ann has no lamp');
  t.ok(!criteria.some((text) => ann.frames.some((frame) => frame.text.includes(meaning(text)))), 'and was told nothing of it');

  await ben.page.keyboard.press('Escape');
  await button(ben.page, 'Menu').first().click();
  await button(ben.page, 'Learning the language').click();
  await heard(ann, () => !ann.room.people.find((one) => one.name === 'Ben')?.learning);
  await until(async () => (await button(ben.page, 'Hints').count()) === 0, 'the lamp is still there');
  t.deepEqual([...ann.complaints, ...ben.complaints], []);
});

await run();
