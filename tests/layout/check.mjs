/* Checks the laws of layout (laws.mjs) over stories of every game and of the lobby, in a real browser: today's Chromium, or
 * another engine (tests/engines/all.mjs).
 *
 * usage: check.mjs UNISONO [--game ID] [--screen phone|table] [--size 320x568] [--lang de] [--seats 8] [--text largest] [--all] [--pictures FOLDER]
 *                  [--engine webkit] [--told FOLDER]
 * The worst cases (most players, longest words, small screens) unless --all; TAP, one line a game, screen and number of players. With
 * --pictures there is a picture of each kind of violation, with what it is about outlined. With --told stories are kept there
 * for whoever looks at them next, on another engine.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { open_browser } from '../e2e/browser.mjs';
import { start_server } from '../e2e/server.mjs';
import { read_here, translations, untranslated } from '../e2e/tongue.mjs';
import { prove } from './faults.mjs';
import { install } from './laws.mjs';
import { lobby_moments } from './lobby.mjs';
import { CODE, games, NAMES, story, words_of } from './stories.mjs';
import { pass } from './pass.mjs';
import { open_theatre } from './theatre.mjs';

const { values: asked, positionals: [program] } = parseArgs({
  allowPositionals: true,
  options: {
    game: { type: 'string' }, screen: { type: 'string' }, size: { type: 'string' }, lang: { type: 'string' }, seats: { type: 'string' }, text: { type: 'string', default: 'usual' },
    all: { type: 'boolean', default: false }, pictures: { type: 'string' }, engine: { type: 'string' }, told: { type: 'string' },
  },
});

/* Frames as quick as they are made: nobody looks at them. */
const QUICK = ['--disable-frame-rate-limit'];
const PHONES = ['320x568', '360x640', '390x844', '844x390', '820x1180', '1366x768'];
const TABLES = ['1366x768', '1280x720', '1920x1080', '3840x2160', '820x1180'];
const sizes_of = (screen) => {
  const all = screen === 'table' ? TABLES : PHONES;
  const worst = screen === 'table' ? ['1280x720'] : ['320x568', '844x390'];
  /* Large texts are as large as a phone is wide. */
  if (asked.text !== 'usual' && !asked.all && !asked.size) return ['320x568', '360x640', '390x844', '844x390'];
  return asked.size ? [asked.size] : asked.all ? all : worst;
};
const languages = asked.lang ? [asked.lang === 'qps' ? 'en' : asked.lang] : asked.all ? ['de', 'en', 'fr'] : ['de'];
/* Nobody's language (e2e/tongue.mjs) stands in the place of English, around the words that English tables play with. */
const foreign = asked.lang === 'qps';
const say = foreign ? translations() : undefined;
const size_of = (text) => ({ width: Number(text.split('x')[0]), height: Number(text.split('x')[1]) });

async function outline(theatre, moment, violation, file, size) {
  await theatre.show(moment);
  await theatre.app.evaluate(([left, top, width, height]) => {
    const mark = document.createElement('div');
    mark.id = 'violation';
    mark.style.cssText = `position:fixed;z-index:99999;pointer-events:none;outline:3px solid magenta;left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    document.body.append(mark);
  }, violation.box ?? [0, 0, 10, 10]);
  await theatre.picture(file, size);
  await theatre.app.evaluate(() => document.getElementById('violation').remove());
}

/* A keyboard on the glass takes the lower half of a phone; a tablet and a laptop keep enough. */
const keyboards = ({ width, height }) => width < 1000 && height < 1000;

/* Whether a text is of a game's decks, or in the view of a moment: whole, or a line of it. What the program itself has to say there is in
 * small letters. */
function played(words, view) {
  const shown = [];
  const gather = (value) => {
    if (typeof value === 'string' && /[^a-z_]/.test(value)) shown.push(value.toLowerCase());
    else if (value && typeof value === 'object') Object.values(value).forEach(gather);
  };
  gather(view);
  return (part) => words.has(part) || shown.some((text) => ` ${text} `.includes(` ${part} `));
}

/* Everything that is wrong with these moments on one screen, by size: a line each, and how often. */
async function judge(theatre, moments, screen, told) {
  let looked = 0;
  const words = foreign && moments[0]?.view ? words_of(moments[0].game, 'en') : new Set();
  const note = (violation, moment) => {
    const { law, where, size, keyboard } = violation;
    const key = `${law} ${where} ${size}${keyboard ? ' keyboard' : ''}`;
    const line = told.get(key) ?? { ...violation, moment, times: 0 };
    line.times++;
    told.set(key, line);
  };
  const sizes = sizes_of(screen).map((name) => ({ ...size_of(name), name, keyboard: screen === 'phone' && keyboards(size_of(name)) }));
  /* What jumps on one screen jumps on the others. */
  const jumps = asked.all ? sizes_of(screen) : sizes_of(screen).slice(0, 1);
  for (const [index, { found, states, read }] of (await pass(theatre, moments, { sizes, jumps, about: { screen, names: NAMES }, reads: foreign })).entries()) {
    for (const one of found) note(one, moments[index]);
    if (read) for (const line of untranslated(read, [...NAMES, CODE], played(words, moments[index].view))) note({ law: 'tongue', what: line, where: line.slice(0, 40), size: sizes[0].name, keyboard: false }, moments[index]);
    looked += states;
  }
  return looked;
}

async function pictures(theatre, told) {
  if (!asked.pictures) return;
  mkdirSync(asked.pictures, { recursive: true });
  for (const { law, where, size, keyboard, moment, box } of told.values()) {
    if (!size) continue;
    await theatre.resize(size_of(size), keyboard);
    const name = `${moment.game}-${moment.screen}-${size}${keyboard ? '-keyboard' : ''}-${law}-${where}`.replace(/[^\w.-]+/g, '_').slice(0, 120);
    await outline(theatre, moment, { box }, `${asked.pictures}/${name}.png`, size_of(size));
  }
}

const full = resolve(program);
const server = await start_server(full);
const browser = asked.engine ? await (await import('../engines/play.mjs')).open_house((await import('../engines/all.mjs')).engines([asked.engine])[0], undefined, server.url, { quick: true }) : await open_browser(QUICK);
let number = 0;
let failed = 0;
const began = Date.now();
let states = 0;
const all = games(full);
const ids = [...all.map(({ id }) => id), 'lobby'].filter((id) => !asked.game || asked.game === id);
const told_once = new Map();
/* Whole, or not there: others may look for it meanwhile. */
function kept(key, tell) {
  const file = asked.told && join(asked.told, `${key}.json`);
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const moments = tell();
  if (!file) return moments;
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(moments));
  renameSync(`${file}.${process.pid}`, file);
  return moments;
}
/* Told once a language: phones and table screens share them. */
function moments_of(id, language) {
  const key = `${id} ${language}`;
  const game = all.find((one) => one.id === id);
  const tell = () => (game ? seats_of(game).flatMap((seats) => story(full, { game: id, seats, language, thorough: asked.all })) : lobby_moments(all, language, asked.all));
  if (!told_once.has(key)) told_once.set(key, kept(key, tell));
  return told_once.get(key);
}

/* A game with so many players each: where a machine has other things to do all stories take hours, and what was looked at is told. */
function* parts_of(screen, language) {
  for (const id of ids) {
    const all = moments_of(id, language).filter((one) => one.screen === screen);
    const counts = [...new Set(all.map((one) => one.seats))];
    for (const seats of counts.length ? counts : [undefined]) yield { id, seats, here: all.filter((one) => one.seats === seats) };
  }
}

/* One screen in one language: planted faults, then every game. */
async function evening({ screen, language, proves }) {
  const enter = async (watches) => {
    const theatre = await open_theatre(browser, server.url, { screen, language, text: asked.text, say, windowed: !asked.engine, quick: true, watches });
    await theatre.install(install);
    if (foreign) await theatre.app.evaluate(`globalThis.laws.read = ${read_here}`);
    return theatre;
  };
  const theatre = await enter(false);
  let gallery;
  if (proves) for (const [fault, caught] of await prove(theatre, screen)) {
    if (!caught) failed++;
    console.log(`${caught ? 'ok' : 'not ok'} ${++number} - a planted fault is found on a ${screen}: ${fault}`);
  }
  for (const { id, seats, here } of parts_of(screen, language)) {
    const told = new Map();
    const start = Date.now();
    let looked = 0;
    /* Who plays, and who only looks on: nobody is both. */
    for (const watches of [false, true]) {
      const some = here.filter((one) => Boolean(one.watches) === watches);
      if (!some.length) continue;
      const place = watches ? (gallery ??= await enter(true)) : theatre;
      await place.clear();
      const found = new Map();
      looked += await judge(place, some, screen, found);
      for (const line of place.complaints.splice(0)) found.set(line, { law: 'error', what: line, where: '', size: '', moment: some[0], times: 1 });
      await pictures(place, found);
      for (const [key, one] of found) told.set(`${watches} ${key}`, one);
    }
    states += looked;
    if (told.size || !looked) failed++;
    console.log(`${told.size || !looked ? 'not ok' : 'ok'} ${++number} - ${id} ${screen} ${language}${seats ? `, ${seats} players` : ''}: ${looked} states # ${Date.now() - start} ms`);
    for (const { law, what, where, size, keyboard, times, moment } of told.values())
      console.log(`#   ${law.padEnd(8)} ${size}${keyboard ? ' keyboard' : ''} ${where}: ${what}${times > 1 ? ` and ${times - 1} more` : ''} [${moment?.name ?? ''}]`);
  }
  await theatre.close();
  await gallery?.close();
}

try {
  const screens = ['phone', 'table'].filter((one) => !asked.screen || asked.screen === one);
  const evenings = languages.flatMap((language) => screens.map((screen) => ({ screen, language, proves: language === languages[0] })));
  /* Two side by side, where there is more than a minute of work. */
  const next = async () => {
    for (let one = evenings.shift(); one; one = evenings.shift()) await evening(one);
  };
  await Promise.all(Array.from({ length: asked.all && !asked.engine ? 2 : 1 }, next));
} finally {
  console.log(`1..${number}`);
  console.log(`# ${states} states in ${Math.round((Date.now() - began) / 1000)} s`);
  await browser.close();
  await server.stop();
}
process.exitCode = failed || !number ? 1 : 0;

/* The most players, and with --all the fewest and five too. */
function seats_of({ min, max }) {
  if (asked.seats) return [Math.min(max, Math.max(min, Number(asked.seats)))];
  return asked.all ? [...new Set([min, Math.min(max, Math.max(min, 5)), max])] : [max];
}
