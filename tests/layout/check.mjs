/* Checks the laws of layout (laws.mjs) over stories of every game and of the lobby, in a real browser: today's Chromium, or
 * another engine (tests/engines/all.mjs).
 *
 * usage: check.mjs UNISONO [--game ID] [--screen phone|table] [--size 320x568] [--lang de] [--seats 8] [--text largest] [--all] [--pictures FOLDER]
 *                  [--engine webkit]
 * The worst cases (most players, longest words, small screens) unless --all; TAP, one line a game and screen. With
 * --pictures there is a picture of each kind of violation, with what it is about outlined.
 */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { open_browser } from '../e2e/browser.mjs';
import { start_server } from '../e2e/server.mjs';
import { read_here, translations, untranslated } from '../e2e/tongue.mjs';
import { prove } from './faults.mjs';
import { install } from './laws.mjs';
import { lobby_moments } from './lobby.mjs';
import { CODE, games, NAMES, story, words_of } from './stories.mjs';
import { open_theatre } from './theatre.mjs';
import { variants } from './variants.mjs';

const { values: asked, positionals: [program] } = parseArgs({
  allowPositionals: true,
  options: {
    game: { type: 'string' }, screen: { type: 'string' }, size: { type: 'string' }, lang: { type: 'string' }, seats: { type: 'string' }, text: { type: 'string', default: 'usual' },
    all: { type: 'boolean', default: false }, pictures: { type: 'string' }, engine: { type: 'string' },
  },
});

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

async function outline(theatre, moment, violation, file) {
  await theatre.show(moment);
  await theatre.page.evaluate(([left, top, width, height]) => {
    const mark = document.createElement('div');
    mark.id = 'violation';
    mark.style.cssText = `position:fixed;z-index:99999;pointer-events:none;outline:3px solid magenta;left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    document.body.append(mark);
  }, violation.box ?? [0, 0, 10, 10]);
  await theatre.page.screenshot({ path: file });
  await theatre.page.evaluate(() => document.getElementById('violation').remove());
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
  const note = (violation, moment, size, keyboard) => {
    const key = `${violation.law} ${violation.where} ${size}${keyboard ? ' keyboard' : ''}`;
    const line = told.get(key) ?? { ...violation, size, keyboard, moment, times: 0 };
    line.times++;
    told.set(key, line);
  };
  for (const size of sizes_of(screen)) {
    const about = { screen, names: NAMES };
    const typing = [];
    const look = async (some, keyboard) => {
      await theatre.resize(size_of(size), keyboard);
      if (foreign && size === sizes_of(screen)[0] && !keyboard)
        for (const [index, text] of (await theatre.look(some, 'read', about)).entries())
          for (const line of untranslated(text, [...NAMES, CODE], played(words, some[index].view))) note({ law: 'tongue', what: line, where: line.slice(0, 40) }, some[index], size, false);
      for (const [index, { found, types }] of (await theatre.look(some, 'check', about)).entries()) {
        for (const one of found) note(one, some[index], size, keyboard);
        if (types) typing.push(some[index]);
      }
      looked += some.length;
    };
    await look(moments, false);
    if (screen === 'phone' && keyboards(size_of(size))) await look([...typing], true);
    /* What jumps on one screen jumps on the others. */
    if (size !== sizes_of(screen)[0] && !asked.all) continue;
    await theatre.resize(size_of(size), false);
    for (const moment of moments) {
      const changed = variants(moment);
      for (const [what, violations] of await theatre.compare(moment, changed)) for (const one of violations) note({ ...one, what: `${one.what} (${what})` }, moment, size, false);
      looked += changed.length;
    }
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
    await outline(theatre, moment, { box }, `${asked.pictures}/${name}.png`);
  }
}

const full = resolve(program);
const server = await start_server(full);
const browser = asked.engine ? await (await import('../engines/play.mjs')).open_house((await import('../engines/all.mjs')).engines([asked.engine])[0], undefined, server.url) : await open_browser();
let number = 0;
let failed = 0;
const began = Date.now();
let states = 0;
try {
  const all = games(full).filter(({ id }) => !asked.game || asked.game === id);
  const kinds = [...all.map((game) => ({ id: game.id, moments: (language) => seats_of(game).flatMap((seats) => story(full, { game: game.id, seats, language, thorough: asked.all })) }))];
  if (!asked.game || asked.game === 'lobby') kinds.push({ id: 'lobby', moments: (language) => lobby_moments(games(full), language, asked.all) });
  for (const language of languages) {
    for (const screen of ['phone', 'table'].filter((one) => !asked.screen || asked.screen === one)) {
      const theatre = await open_theatre(browser, server.url, { screen, language, text: asked.text, say });
      await theatre.install(install);
      if (foreign) await theatre.page.evaluate(`globalThis.laws.read = ${read_here}`);
      if (language === languages[0]) for (const [fault, caught] of await prove(theatre, screen)) {
        if (!caught) failed++;
        console.log(`${caught ? 'ok' : 'not ok'} ${++number} - a planted fault is found on a ${screen}: ${fault}`);
      }
      for (const { id, moments } of kinds) {
        const told = new Map();
        const here = moments(language).filter((one) => one.screen === screen);
        const start = Date.now();
        await theatre.clear();
        const looked = await judge(theatre, here, screen, told);
        states += looked;
        for (const line of theatre.complaints.splice(0)) told.set(line, { law: 'error', what: line, where: '', size: '', moment: here[0], times: 1 });
        await pictures(theatre, told);
        if (told.size || !looked) failed++;
        console.log(`${told.size || !looked ? 'not ok' : 'ok'} ${++number} - ${id} ${screen} ${language}: ${looked} states # ${Date.now() - start} ms`);
        for (const { law, what, where, size, keyboard, times, moment } of told.values())
          console.log(`#   ${law.padEnd(8)} ${size}${keyboard ? ' keyboard' : ''} ${where}: ${what}${times > 1 ? ` and ${times - 1} more` : ''} [${moment?.name ?? ''}]`);
      }
      await theatre.close();
    }
  }
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
