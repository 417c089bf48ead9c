/* Pictures of stories: every phase of every game, on a phone and on the table screen.
 *
 * usage: shots.mjs UNISONO FOLDER [--game ID] [--screen phone|table] [--size 320x568] [--lang de] [--seats 8] [--day] [--night] [--keyboard] [--thorough]
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { open_browser } from '../e2e/browser.mjs';
import { start_server } from '../e2e/server.mjs';
import { lobby_moments } from './lobby.mjs';
import { games, story } from './stories.mjs';
import { open_theatre } from './theatre.mjs';

const { values: asked, positionals: [program, folder] } = parseArgs({
  allowPositionals: true,
  options: {
    game: { type: 'string' }, screen: { type: 'string' }, size: { type: 'string' }, lang: { type: 'string' }, seats: { type: 'string' },
    night: { type: 'boolean', default: false }, day: { type: 'boolean', default: false }, keyboard: { type: 'boolean', default: false }, thorough: { type: 'boolean', default: false },
  },
});
const full = resolve(program);
const USUAL = { phone: '390x844', table: '1920x1080' };
const themes = asked.day ? [false] : asked.night ? [true] : [false, true];
const counts = ({ min, max }) => (asked.seats ? [Math.min(max, Math.max(min, Number(asked.seats)))] : [...new Set([min, Math.min(max, Math.max(min, 5)), max])]);
const server = await start_server(full);
const browser = await open_browser();
mkdirSync(folder, { recursive: true });
let count = 0;

/* One screen in one language: every moment is shown once, by day and by night. */
async function evening({ screen, language, watches, moments }) {
  const theatre = await open_theatre(browser, server.url, { screen, language, watches });
  const [width, height] = (asked.size ?? USUAL[screen]).split('x').map(Number);
  const clip = asked.keyboard ? { clip: { x: 0, y: 0, width, height: Math.ceil(height / 2) } } : {};
  await theatre.resize({ width, height }, asked.keyboard);
  for (const [index, moment] of moments.entries()) {
    if (moment.game !== moments[index - 1]?.game) await theatre.clear();
    await theatre.show(moment);
    for (const dark of themes) {
      await theatre.light(dark);
      await theatre.page.screenshot({ path: join(folder, `${moment.name.replace(/[^\w]+/g, '-')}-${index}${dark ? '-night' : ''}.jpg`), type: 'jpeg', quality: 85, ...clip });
      count++;
    }
  }
  await theatre.close();
}

function* evenings() {
  for (const language of asked.lang ? [asked.lang] : ['en', 'de', 'fr']) {
    const all = games(full).filter(({ id }) => !asked.game || id === asked.game);
    const moments = all.flatMap((game) => counts(game).flatMap((seats) => story(full, { game: game.id, seats, language, thorough: asked.thorough })));
    if (!asked.game || asked.game === 'lobby') moments.push(...lobby_moments(games(full).slice(0, 2), language));
    for (const screen of asked.screen ? [asked.screen] : ['phone', 'table'])
      for (const watches of [false, true]) {
        const here = moments.filter((one) => one.screen === screen && Boolean(one.watches) === watches);
        if (here.length) yield { screen, language, watches, moments: here };
      }
  }
}

try {
  const waiting = evenings();
  const lane = async () => {
    for (const one of waiting) await evening(one);
  };
  /* As many side by side as a small machine has cores. */
  await Promise.all([lane(), lane()]);
  console.log(`unisono: ${count} pictures of stories in ${folder}/`);
} finally {
  await browser.close();
  await server.stop();
}
