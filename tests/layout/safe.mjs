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
const theatre = await open_theatre(browser, server.url, { screen: 'phone', language: 'de' });
await theatre.install(install);
const devtools = await theatre.page.context().newCDPSession(theatre.page);

async function put_glass({ size, insets }) {
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await theatre.resize(size);
}

async function picture(moment, size, where) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await theatre.show(moment);
  await theatre.page.screenshot({ path: `${pictures}/${`${moment.name}-${size.width}-${where}`.replace(/[^\w.-]+/g, '_').slice(0, 120)}.png` });
}

/* The law can fail: a line below the camera, and one beside it. */
test('a planted line under the edge of the glass is found', async (t) => {
  for (const glass of GLASS) {
    await put_glass(glass);
    const found = await theatre.page.evaluate(({ insets }) => {
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
    await theatre.clear();
    const told = new Map();
    for (const glass of GLASS) {
      await put_glass(glass);
      for (const [index, found] of (await theatre.look(here, 'safe', { insets: glass.insets })).entries())
        for (const { where, what } of found) {
          const key = `${glass.size.width} ${where}`;
          if (told.has(key)) continue;
          told.set(key, `${key}: ${what} [${here[index].name}]`);
          await picture(here[index], glass.size, where);
        }
    }
    t.deepEqual([...told.values()], []);
    t.deepEqual(theatre.complaints, []);
  });
}

await run([]);
