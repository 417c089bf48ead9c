/* The safe area of phones with round corners and a camera in the glass, upright and on the side: nothing to read or to tap lies outside of
 * it, in stories of every game and of the lobby. In TAP.
 *
 * usage: safe.mjs UNISONO [--pictures FOLDER]
 */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { open_browser } from '../e2e/browser.mjs';
import { start_server } from '../e2e/server.mjs';
import { at_end, run, test } from '../e2e/tap.mjs';
import { install } from './laws.mjs';
import { lobby_moments } from './lobby.mjs';
import { games, story } from './stories.mjs';
import { open_theatre } from './theatre.mjs';

const { values: { pictures }, positionals: [given] } = parseArgs({ allowPositionals: true, options: { pictures: { type: 'string' } } });
const program = resolve(given);
/* An iPhone of 390 by 844 points. */
const GLASS = [
  { size: { width: 390, height: 844 }, insets: { top: 47, right: 0, bottom: 34, left: 0 } },
  { size: { width: 844, height: 390 }, insets: { top: 0, right: 47, bottom: 21, left: 47 } },
];
const server = await start_server(program);
const browser = await open_browser();
at_end(() => browser.close());
at_end(() => server.stop());
/* The phone of somebody who plays, and of somebody who only looks on. */
async function seat(watches) {
  const theatre = await open_theatre(browser, server.url, { screen: 'phone', language: 'de', watches });
  await theatre.install(install);
  return { theatre, devtools: await theatre.page.context().newCDPSession(theatre.page) };
}
const player = await seat(false);
const onlooker = await seat(true);

async function put_glass({ theatre, devtools }, { size, insets }) {
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await theatre.resize(size);
}

/* Runs in the page. */
async function look([frames, insets]) {
  const { story, laws } = globalThis;
  const all = [];
  for (const frame of frames) {
    await story.show(frame);
    all.push(laws.safe({ insets }));
  }
  return all;
}

async function picture(theatre, moment, size, where) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await theatre.show(moment);
  await theatre.page.screenshot({ path: `${pictures}/${`${moment.name}-${size.width}-${where}`.replace(/[^\w.-]+/g, '_').slice(0, 120)}.png` });
}

/* The law can fail: a line below the camera, and one beside it. */
test('a planted line under the edge of the glass is found', async (t) => {
  for (const glass of GLASS) {
    await put_glass(player, glass);
    const found = await player.theatre.page.evaluate(({ insets }) => {
      const line = document.createElement('p');
      line.textContent = 'words';
      Object.assign(line.style, { position: 'fixed', zIndex: 99, margin: 0 });
      document.body.append(line);
      const { width, height } = line.getBoundingClientRect();
      return [4, -4].map((by) => {
        Object.assign(line.style, insets.left ? { left: `${insets.left - by}px`, top: '80px' } : { left: '80px', top: `${innerHeight - insets.bottom - height + by}px` });
        return globalThis.laws.safe({ insets }).some((one) => one.what.startsWith('"words"')) && width > 0;
      }).concat(line.remove() ?? []);
    }, glass);
    t.deepEqual(found, [true, false]);
  }
});

const kinds = [...games(program).map(({ id, max }) => [id, () => story(program, { game: id, seats: max, language: 'de' })]), ['lobby', () => lobby_moments(games(program), 'de', false)]];
for (const [id, moments] of kinds) {
  test(`${id}: within the safe area`, async (t) => {
    const here = moments().filter(({ screen }) => screen === 'phone');
    t.ok(here.length);
    const told = new Map();
    for (const place of [player, onlooker]) {
      const { theatre } = place;
      const some = here.filter((one) => Boolean(one.watches) === (place === onlooker));
      await theatre.clear();
      for (const glass of GLASS) {
        await put_glass(place, glass);
        for (const [index, found] of (await theatre.app.evaluate(look, [some.map((one) => one.frame), glass.insets])).entries())
          for (const { where, what } of found) {
            const key = `${glass.size.width} ${where}`;
            if (told.has(key)) continue;
            told.set(key, `${key}: ${what} [${some[index].name}]`);
            await picture(theatre, some[index], glass.size, where);
          }
      }
    }
    t.deepEqual([...told.values()], []);
    t.deepEqual([...player.theatre.complaints, ...onlooker.theatre.complaints], []);
  });
}

await run([]);
