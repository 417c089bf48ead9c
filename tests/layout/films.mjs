/* Moving pictures: the big moment of each game on the table screen, for the front page and the documentation.
 *
 * usage: films.mjs UNISONO FOLDER [--game ID]
 * A game's moment.json says what to look for: so many `seats`, and of each of the `moments` the `facts` that come
 * together (with some of what they say), perhaps in a `phase`, and for how many `seconds` it is worth looking (`crowd` is for stories.mjs). Each film is
 * one file, FOLDER/moment-ID.webp. Time in the page is ours: it goes on by one picture when that has been taken, so a film is
 * smooth however slow the machine is. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { open_browser } from '../e2e/browser.mjs';
import { start_server } from '../e2e/server.mjs';
import { frame_of, games, play } from './stories.mjs';
import { open_theatre } from './theatre.mjs';
import { animated } from './webp.mjs';

const { values: asked, positionals: [program, folder] } = parseArgs({ allowPositionals: true, options: { game: { type: 'string' } } });
const full = resolve(program);
const root = resolve(import.meta.dirname, '../..');
const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana'];
const SIZE = { width: 1280, height: 720 };
const WIDE = 600;
const MOST = 800 * 1024;
const SEEDS = 40;
/* Milliseconds of a picture, and how long the first and the last stay. */
const STEP = 100;
const FIRST = 800;
const LAST = 2000;
const SECONDS = 5;

const named = (frame) => {
  for (const one of frame.room.people) Object.assign(one, { name: NAMES[one.player - 1], here: true, bot: undefined, guest: one.player });
  return frame;
};
const clean = ({ verdict: _, ...view }) => ({ ...view, seats: view.seats.map((one) => ({ ...one, state: 'here' })) });

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
      if (before && !view.votes?.length && facts.every(told) && (!phase || before.view.phase.name === phase)) return { before, after: { setup, at: step.at, view, seat: -1 }, facts: step.facts };
      before = { setup, at: step.at, view, seat: -1 };
    }
  }
  throw new Error(`${game}: ${JSON.stringify(facts)} never happened`);
}

/* All that moves by itself goes on by so many milliseconds. */
function move(step) {
  const film = (globalThis.film ??= { now: 0, begun: new WeakMap() });
  film.now += step;
  for (const one of document.getAnimations()) {
    if (!film.begun.has(one)) {
      film.begun.set(one, film.now - Number(one.currentTime ?? 0));
      one.pause();
    }
    const at = film.now - film.begun.get(one);
    if (at < Number(one.effect.getComputedTiming().endTime)) one.currentTime = at;
    else one.finish();
  }
}

async function take(theatre, { before, after, facts }, seconds) {
  const { page } = theatre;
  await page.clock.resume();
  await theatre.show({ frame: named(frame_of(before)) });
  await page.locator('.stage').waitFor();
  /* Ahead of its clock by more than a busy machine takes to say so. */
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3000);
  const taken = [{ picture: await page.screenshot(), ms: FIRST }];
  const { room, views, at } = named(frame_of(after));
  await page.evaluate((message) => globalThis.story.wire.tell(message), { rev: 2, at, room, views, facts });
  for (let ms = 0; ms < seconds * 1000; ms += STEP) {
    await page.clock.runFor(STEP);
    await page.evaluate(move, STEP);
    taken.push({ picture: await page.screenshot(), ms: STEP });
  }
  taken.at(-1).ms = LAST;
  return taken;
}

async function develop(page, taken, file) {
  const size = { width: WIDE, height: Math.round((WIDE * SIZE.height) / SIZE.width) };
  for (let quality = 0.8; quality > 0.2; quality -= 0.15) {
    const bytes = await animated(page, taken, size, quality);
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
    await theatre.page.clock.install();
    const taken = [];
    for (const moment of told.moments) {
      if (taken.length) taken.at(-1).ms = FIRST;
      taken.push(...(await take(theatre, find(id, moment, told), moment.seconds ?? SECONDS)));
    }
    const file = join(folder, `moment-${id}.webp`);
    const bytes = await develop(await browser.newPage(), taken, file);
    console.log(`unisono: ${file}, ${taken.length} pictures, ${Math.ceil(bytes / 1024)} KB`);
    await theatre.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
