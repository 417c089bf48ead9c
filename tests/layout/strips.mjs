/* Strips of pictures: the big moment of each game on the table screen, beat by beat, for the documentation.
 *
 * usage: strips.mjs UNISONO FOLDER [--game ID]
 * A game's moment.json says what to look for: so many `seats`, and of each of the `moments` the `facts` that come
 * together (with some of what they say), perhaps in a `phase`, and the `beats` to take pictures of; "" is the end of it. Each strip is one file,
 * FOLDER/moment-ID.webp, of at most 150 KB. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { open_browser } from '../e2e/browser.mjs';
import { start_server } from '../e2e/server.mjs';
import { frame_of, games, play } from './stories.mjs';
import { open_theatre } from './theatre.mjs';

const { values: asked, positionals: [program, folder] } = parseArgs({ allowPositionals: true, options: { game: { type: 'string' } } });
const full = resolve(program);
const root = resolve(import.meta.dirname, '../..');
const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana'];
const SIZE = { width: 1280, height: 720 };
const WIDE = 560;
const MOST = 150 * 1024;
const SEEDS = 40;
/* Beats are told so many times slower: a picture takes its time. */
const SLOWER = 6;

const named = (frame) => {
  for (const one of frame.room.people) Object.assign(one, { name: NAMES[one.player - 1], here: true, bot: undefined, guest: one.player });
  return frame;
};
const clean = (view) => ({ ...view, seats: view.seats.map((one) => ({ ...one, state: 'here' })) });

/* The first story in which this happens: what was seen before it, and after. */
function find(game, { facts, phase }, { seats, seed: first = 1, clever = true }) {
  for (let seed = first; seed < first + SEEDS; seed++) {
    let setup;
    let before;
    for (const line of play(full, { game, seats, language: 'en', seed, count: 1, clever, plain: true })) {
      const step = JSON.parse(line);
      if (step.setup) {
        setup = step.setup;
        continue;
      }
      const view = clean(step.views['-1']);
      const told = (wanted) => step.facts?.some((fact) => Object.entries(wanted).every(([key, value]) => fact[key] === value));
      if (before && facts.every(told) && (!phase || before.view.phase.name === phase)) return { before, after: { setup, at: step.at, view, seat: -1 }, facts: step.facts };
      before = { setup, at: step.at, view, seat: -1 };
    }
  }
  throw new Error(`${game}: ${JSON.stringify(facts)} never happened`);
}

async function take(theatre, { before, after, facts }, beats) {
  const { page } = theatre;
  await theatre.show({ frame: named(frame_of(before)) });
  await page.locator('.stage').waitFor();
  const { room, views, at } = named(frame_of(after));
  await page.evaluate((message) => globalThis.story.wire.tell(message), { rev: 2, at, room, views, facts });
  const taken = [];
  for (const beat of beats) {
    await page.waitForFunction((name) => document.querySelector('.stage')?.dataset.beat === name, beat);
    await page.waitForTimeout(450);
    taken.push(await page.screenshot());
  }
  return taken;
}

/* Side by side in one file. */
async function paste(page, taken, file) {
  const high = Math.round((WIDE * SIZE.height) / SIZE.width);
  for (let quality = 0.86; quality > 0.3; quality -= 0.08) {
    const url = await page.evaluate(async ([taken, wide, high, quality]) => {
      const canvas = document.createElement('canvas');
      const gap = 8;
      canvas.width = taken.length * (wide + gap) - gap;
      canvas.height = high;
      const pen = canvas.getContext('2d');
      pen.imageSmoothingQuality = 'high';
      for (const [index, data] of taken.entries()) {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        pen.drawImage(image, index * (wide + gap), 0, wide, high);
      }
      return canvas.toDataURL('image/webp', quality);
    }, [taken.map((one) => one.toString('base64')), WIDE, high, quality]);
    const bytes = Buffer.from(url.split(',')[1], 'base64');
    if (bytes.length > MOST) continue;
    writeFileSync(file, bytes);
    return bytes.length;
  }
  throw new Error(`${file} is too large`);
}

const server = await start_server(full);
const browser = await open_browser();
mkdirSync(folder, { recursive: true });
try {
  for (const { id } of games(full).filter((one) => !asked.game || one.id === asked.game)) {
    const path = join(root, 'games', id, 'moment.json');
    if (!existsSync(path)) continue;
    const told = JSON.parse(readFileSync(path, 'utf8'));
    const theatre = await open_theatre(browser, server.url, { screen: 'table', language: 'en', dark: true });
    await theatre.page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'dark' });
    await theatre.resize(SIZE);
    await theatre.page.evaluate((slower) => {
      const wait = globalThis.setTimeout;
      globalThis.setTimeout = (what, ms, ...rest) => wait(what, ms > 60 ? ms * slower : ms, ...rest);
    }, SLOWER);
    const taken = [];
    for (const moment of told.moments) taken.push(...(await take(theatre, find(id, moment, told), moment.beats)));
    const file = join(folder, `moment-${id}.webp`);
    console.log(`unisono: ${file}, ${Math.ceil((await paste(await browser.newPage(), taken, file)) / 1024)} KB`);
    await theatre.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
