/* A table that is kept, in a real browser against the real server: its name, who thinks like whom, the end of the evening on
 * the stage, a picture to take home, a power cut, and how everything is forgotten.
 *
 * usage: memory.mjs UNISONO [NAME…]          SHOTS=folder takes pictures
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { violations } from './look.mjs';
import { play_matching } from './match.mjs';
import { opened } from './opened.mjs';
import { button, prepared, push } from './party.mjs';
import { heard, until } from './people.mjs';
import { run, test } from './tap.mjs';
import { texts } from './texts.mjs';

const { server, browser } = await opened();
const english = texts('en');
const shots = process.env.SHOTS;

async function picture(page, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/memory-${name}.png` });
}

async function download(page, press) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('a table is kept, remembers its evening, shows it, and forgets it', async (t) => {
  const p = await prepared(browser, server.url, { game: 'onemind', people: ['Ann', 'Ben'], options: { check_time: 0, vote_time: 120 } });
  const [ann, ben] = p.guests;
  const secrets = await play_matching(p);
  for (const one of p.all) await until(() => one.room.table?.keepsake, 'nobody was told of the keepsake');
  await push(ann, english('result.lobby'));

  /* The host keeps the table; everybody sees its name. */
  await button(ann.page, english('lobby.keep')).click();
  const sheet = ann.page.getByRole('dialog');
  await sheet.getByLabel(english('memory.name')).fill('The Friday table');
  await button(sheet, english('memory.keep')).click();
  for (const one of p.all) await heard(one, () => one.room.info.kept === 'The Friday table', 'nobody was told');
  await sheet.getByRole('heading', { name: english('memory.kin') }).waitFor();
  await sheet.getByRole('table').waitFor();
  t.ok((await sheet.getByRole('row').count()) === 3, 'a row for each of them');
  t.ok(/\d+ of \d+, chance \d+/.test(await sheet.innerText()), 'with what it rests on');
  t.deepEqual(await violations(ann.page), []);
  await picture(ann.page, 'sheet');

  /* What is theirs, to take away. */
  const own = await download(ann.page, () => button(sheet, english('memory.save_all')).click());
  t.equal(JSON.parse(own.bytes).name, 'The Friday table');
  for (const secret of secrets) t.ok(!own.bytes.includes(secret), 'no word that was taken back');
  t.ok(!/[0-9a-f]{32}"/.test(own.bytes.toString().replace(/"address": "[0-9a-f]{48}"/g, '')), 'no key of a device');
  await ann.page.keyboard.press('Escape');

  /* The end of the evening: on the stage, and as a picture on every phone. */
  await button(ann.page, english('lobby.tonight')).click();
  await button(sheet, english('tonight.show')).click();
  await p.tv.page.getByRole('main', { name: english('tonight.title') }).waitFor();
  await p.tv.page.getByText('The Friday table').waitFor();
  await p.tv.page.getByText('Ann and Ben').first().waitFor();
  await sheet.getByRole('img').waitFor();
  t.deepEqual(await violations(ann.page), []);
  for (const [width, height] of [[1280, 720], [1920, 1080]]) {
    await p.tv.page.setViewportSize({ width, height });
    await picture(p.tv.page, `stage-${width}`);
  }
  await picture(ann.page, 'tonight');
  const png = await download(ann.page, () => button(sheet, english('tonight.share')).click());
  t.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  const svg = await download(ann.page, () => button(sheet, 'SVG').click());
  t.ok(svg.bytes.includes('Ann'));
  await sheet.getByLabel(english('tonight.names')).uncheck();
  await until(async () => !(await download(ann.page, () => button(sheet, 'SVG').click())).bytes.includes('Ann'), 'names are not optional');
  await ann.page.keyboard.press('Escape');

  /* A power cut takes nothing: who looks meanwhile is shown it when there is a line again. Whoever wants to be forgotten is. */
  const before = p.guests.map((one) => one.welcomes);
  await server.kill();
  await button(ann.page, english('lobby.tonight')).click();
  await sheet.getByRole('heading', { name: english('tonight.title') }).first().waitFor();
  t.equal(await sheet.getByRole('img').count(), 0, 'a picture without anybody who makes it');
  await server.launch();
  for (const [index, one] of p.guests.entries()) await heard(one, () => one.welcomes > before[index] && one.room.info.kept === 'The Friday table', 'it was forgotten');
  await sheet.getByRole('img').waitFor();
  await ann.page.keyboard.press('Escape');
  await button(ben.page, 'The Friday table').click();
  const bens = ben.page.getByRole('dialog');
  await button(bens, english('memory.forget')).click();
  await button(bens, english('host.sure')).click();
  await until(async () => !(await bens.innerText()).includes('Ben'), 'Ben is still there');
  await button(ann.page, 'The Friday table').click();
  await button(sheet, english('memory.forget_all')).click();
  await button(sheet, english('host.sure')).click();
  for (const one of p.guests) await heard(one, () => one.room.info.kept === undefined, 'it is still kept');
  t.deepEqual(p.complaints(), []);
  await p.close();
});

/* An evening of all games, after others: everything there is to tell, to be told once somebody asks. */
function rich_evening(games) {
  const names = ['Maximilian', 'Anne-Charlotte', 'Ben', 'Cleo', 'Dominique', 'Élodie', 'Friedrich W.', 'Geneviève-Ann'];
  const pair = { persons: [2, 5], tries: 40, hits: 31, chance: 11, above: 30, close: true };
  return {
    name: 'The Friday table', evening: 1_794_100_000_000, evenings: 4,
    persons: names.map((name, i) => ({ person: i + 1, name, mark: i, games: 9, wins: 2, since: 1, x: 120 + (i % 3) * 360, y: 120 + Math.floor(i / 3) * 330 })),
    games: [...games, ...games].slice(0, 8).map((game, i) => ({ game, ended: i, evening: 0, outcome: i % 2 ? 'ranked' : 'won', persons: [1, 2, 3], winners: [2, 8], word: 'PORCUPINE', by: [1, 2] })),
    closest: pair, closer: [pair],
    records: games.map((game) => ({ game, record: 'points', n: 18, before: 17, ended: 1, persons: [2, 8] })),
    words: ['NUT', 'SUNFLOWER', 'LANTERN', 'WINDMILL'].map((word) => ({ word, language: 'en', games: 3, evenings: 2, by: [1] })),
  };
}

test('an evening of many games fits the stage, and nobody is cut off', async (t) => {
  const p = await prepared(browser, server.url, { game: 'onemind', people: ['Ann', 'Ben'], start: false });
  const { games } = await (await fetch(`${server.url}/api/games`)).json();
  const tonight = rich_evening(games.map(({ id }) => id));
  const { page } = p.tv;
  await page.routeWebSocket(/\/ws/, (here) => {
    const server_side = here.connectToServer();
    here.onMessage((text) => {
      const asked = JSON.parse(text);
      if (asked.ask === 'tonight') here.send(JSON.stringify({ told: asked.tag, tonight }));
      else server_side.send(text);
    });
    server_side.onMessage((text) => {
      const told = JSON.parse(text);
      if (told.room?.info) told.room.info.tonight = true;
      here.send(JSON.stringify(told));
    });
  });
  for (const [width, height] of [[1280, 720], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    await page.reload();
    await page.getByText('PORCUPINE').waitFor();
    const cut = () => page.evaluate(() => {
      const box = document.querySelector('.told').getBoundingClientRect();
      return [...document.querySelectorAll('.told dt, .told dd, .told li')].filter((one) => {
        const is = one.getBoundingClientRect();
        return is.top < box.top - 1 || is.bottom > box.bottom + 1 || is.right > box.right + 1;
      }).map((one) => one.textContent);
    });
    await until(async () => !(await cut()).length, `${width}: ${await cut()}`);
    t.ok((await page.locator('.told dd').first().innerText()).includes('Anne-Charlotte'), 'the closest two come first');
    const least = await page.evaluate(() => Math.min(...[...document.querySelectorAll('.told dt, .told strong, .told small')].map((one) => parseFloat(getComputedStyle(one).fontSize))));
    t.ok(least >= height / 48, `letters of ${least} pixels are read from the sofa`);
    await picture(page, `rich-${width}`);
  }
  await p.close();
});

await run();
