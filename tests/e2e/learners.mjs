/* Who is still learning the language, in a real browser against the real server: a player says so in the lobby, the table's
 * clock is slower while it waits for them, and a lamp tells them alone what lies on the table in their own language.
 *
 * usage: learners.mjs UNISONO [NAME…]       SHOTS=folder: pictures of it, and every game in every language
 */
import { readFileSync } from 'node:fs';
import { violations } from './look.mjs';
import { opened } from './opened.mjs';
import { prepared } from './party.mjs';
import { add_bots, heard, join, known, open_table, until } from './people.mjs';
import { run, test } from './tap.mjs';
import { texts } from './texts.mjs';

const { server, browser } = await opened(['--opening', '0']);

const button = (page, name) => page.getByRole('button', { name });
const picture = async (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/learners-${name}.png` });
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const deck = readFileSync(new URL('../../games/coordinates/decks/criteria-classroom.en.txt', import.meta.url), 'utf8');
/* What a line of the deck means in German. */
const meaning = (text) => deck.split('\n').find((line) => line.startsWith(`${text} |`))?.match(/\| de: ([^|]*)/)?.[1].trim();

test('who is learning has more time and looks words up, and nobody else notices', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await add_bots(ann.page, 3, 4);
  await ann.page.locator('.games .pick').filter({ hasText: 'Coordinates' }).press('Enter');
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
    await until(async () => (await wide(ben.page)) === 0, `the sheet does not fit ${width} pixels`);
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

/* Every game has other texts, and One Mind, Letter Dice and One Round? a keyboard beneath them. */
const GAMES = { onemind: 2, compatibility: 3, coordinates: 4, letterdice: 3, oneround: 3 };
const LANGUAGES = { en: 'Deutsch', de: 'Français', fr: 'English' };
const SMALL = { phone: [320, 568], keyboard: [320, 290], 'phone across': [568, 320] };

for (const [index, [game, people]] of Object.entries(GAMES).entries())
  for (const [language, other] of Object.entries(LANGUAGES).filter((_, at) => process.env.SHOTS || at === index % 3))
    test(`the sheet of hints fits ${game} in ${language}, beside a keyboard too`, async (t) => {
      const say = texts(language);
      const p = await prepared(browser, server.url, { game, people: ['Ann'], bots: people - 1, level: 'easy', options: { pack: 'classroom' }, tv: false, language });
      const [ann] = p.guests;
      await button(ann.page, say('menu')).first().click();
      await button(ann.page, say('people.learn')).click();
      await heard(ann, () => ann.room.people.find((one) => one.name === 'Ann')?.learning);
      await ann.page.keyboard.press('Escape');
      await button(ann.page, say('hints')).first().click();
      const sheet = ann.page.getByRole('dialog');
      await button(sheet, other).click();
      await until(async () => (await button(sheet, other).getAttribute('aria-pressed')) === 'true');
      for (const [name, [width, height]] of Object.entries(SMALL)) {
        await ann.page.setViewportSize({ width, height });
        await until(async () => (await wide(ann.page)) === 0, `something sticks out at ${name}`);
        await until(async () => {
          const box = await sheet.boundingBox();
          return box.y >= 0 && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height + 1;
        }, `the sheet is not on the screen at ${name}`);
        t.deepEqual(await violations(ann.page), [], name);
        await picture(ann.page, `${game}-${language}-${name.replace(' ', '-')}`);
      }
      t.deepEqual(ann.complaints, []);
      await p.close();
    });

await run();
