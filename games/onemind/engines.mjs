/* A table screen on old engines: a whole game of One Mind with two of today's phones and an old Chromium as the
 * television. Prints a row of the table in docs/web.md for each engine; ends with 1 when one fails.
 *
 * usage: engines.mjs UNISONO [VERSION…]          SHOTS=folder keeps pictures of lobby, game and end */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open_browser } from '../../tests/e2e/browser.mjs';
import { ballot, vote, write } from '../../tests/e2e/games.mjs';
import { phase, play_on, prepared, push } from '../../tests/e2e/party.mjs';
import { heard, known, until } from '../../tests/e2e/people.mjs';
import { start_server } from '../../tests/e2e/server.mjs';
import { texts } from '../../tests/e2e/texts.mjs';
import { engines, start_engine } from '../../tools/engines/engine.mjs';

const PATIENCE = 30_000;
const english = texts('en');
const [program, ...chosen] = process.argv.slice(2);
const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

const BUNDLE = `performance.getEntriesByType('resource').some((one) => one.name.endsWith('/old.js')) ? 'old' : 'today’s'`;
const seat = (one) => Math.max(...one.views.keys());

/* The letter this phone's word must begin with, and syllables without sense. */
function word(one, ending) {
  const { round, letters, rows } = known(one).table;
  const letter = round === 0 ? letters?.[seat(one)] : rows[round].token;
  return `${letter && letter !== '?' ? letter : 'W'}O${ending}`;
}

/* Everybody answers what is asked of them until `done`. */
function read_out(p, done) {
  return play_on(p, async (one, view) => {
    const open = ballot(one);
    if (open && ![...open.yes, ...open.no].includes(seat(one))) return vote(one, false, { say: english }).then(() => true);
    for (const action of ['decline', 'go_on'])
      if (view.can?.includes(action)) return push(one, english(`action.onemind.${action}`), () => known(one).can.includes(action) && !done());
    return false;
  }, done);
}

/* What somebody in front of the television reads; capitals or not is a matter of style. */
async function shows(tv, what, why) {
  let seen = '';
  await until(async () => {
    seen = await tv.evaluate("document.body ? document.body.innerText : ''");
    return seen.toUpperCase().includes(what.toUpperCase());
  }, `${why}: no "${what}"`, PATIENCE).catch((error) => {
    throw new Error(`${error.message} in: ${seen.replace(/\s+/g, ' ').slice(0, 200) || 'nothing at all'}; ${tv.complaints.join(' | ')}`);
  });
}

/* Nothing that can be read lies outside of the screen, and nothing makes it scroll. */
const OUTSIDE = `(() => {
  const root = document.scrollingElement || document.documentElement;
  const out = root.scrollWidth > innerWidth + 1 ? ['the page is ' + root.scrollWidth + ' wide'] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.data.trim() || text.parentElement.closest('.visually-hidden, [aria-live]')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width > 1 && (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1)) out.push(text.data.trim());
  }
  return out;
})()`;

async function look(tv, name) {
  const outside = await tv.evaluate(OUTSIDE);
  if (shots) await tv.picture(join(shots, `${tv.version.split('.')[0]}-${name}.png`));
  if (outside.length) throw new Error(`${name}: outside of the screen: ${outside.join(', ')}`);
}

/* An engine that can run nothing of ours still says what to do. */
async function plain_page(url, tv) {
  await tv.without_scripts(true);
  await tv.open(url);
  await shows(tv, 'Sonst nichts?', 'the plain page');
  await until(() => tv.evaluate(`document.querySelector('#splash svg').getBoundingClientRect().width > 50`), 'the plain page shows no sign', PATIENCE);
  await until(() => tv.evaluate(`getComputedStyle(document.querySelector('#splash div')).opacity === '1'`), 'the plain page stays blank', PATIENCE);
  await look(tv, 'plain');
  await tv.without_scripts(false);
}

async function play(browser, url, tv) {
  const p = await prepared(browser, url, {
    game: 'onemind', people: ['Ann', 'Ben'], tv: false, start: false,
    options: { check_time: 0, vote_time: 120, reading_pace: 'relaxed' },
  });
  const [ann, ben] = p.guests;
  await tv.open(`${url}/t/${p.code}`);
  await shows(tv, p.code, 'the lobby shows its code');
  await until(() => tv.evaluate(`!!document.querySelector('svg path[d], canvas, img')`), 'no QR code', PATIENCE);
  await shows(tv, 'Ann', 'the lobby shows who sits');
  await look(tv, 'lobby');
  await push(ann, english('lobby.start', { game: english('game.onemind') }));
  for (const [index, one] of p.guests.entries()) {
    await phase(one, 'start');
    await write(one, word(one, ['LUXIP', 'BAFFUN'][index]));
  }
  await shows(tv, 'LUXIP', 'the game shows the start words');
  await look(tv, 'start');
  for (const one of p.guests) {
    await phase(one, 'look');
    await push(one, english('action.onemind.go_on'), () => known(one).can.includes('go_on'));
  }
  for (let round = 1; !known(ann).result; round++) {
    await Promise.all(p.guests.map((one) => heard(one, (view) => view.table.round === round && view.phase.name === 'write', 'no next round')));
    const match = word(ann, `MATCHI${'ABCDEFGH'[round]}`);
    await write(ann, match);
    await write(ben, match);
    await shows(tv, match, 'the game shows the words');
    if (round === 1) await look(tv, 'game');
    await read_out(p, () => known(ann).result || known(ann).table.round > round);
  }
  await shows(tv, 'One mind!', 'the end is shown');
  await look(tv, 'end');
  await p.close();
  if (tv.complaints.length) throw new Error(tv.complaints.join(' | '));
}

const server = await start_server(program);
const browser = await open_browser();
let failed = 0;
console.log('| engine | bundle | a whole game, and the plain page | time |\n|---|---|---|---|');
for (const engine of engines(chosen)) {
  const began = Date.now();
  const tv = await start_engine(engine);
  let bundle = '?';
  const trouble = await play(browser, server.url, tv)
    .then(async () => {
      bundle = await tv.evaluate(BUNDLE);
      await plain_page(server.url, tv);
    })
    .then(() => undefined, (error) => error);
  if (trouble && shots) await tv.picture(join(shots, `${tv.version.split('.')[0]}-failed.png`)).catch(() => undefined);
  await tv.close();
  if (trouble) failed++;
  console.log(`| Chromium ${tv.version} | ${bundle} | ${trouble ? `failed: ${trouble.message}` : 'played to its end'} | ${Math.round((Date.now() - began) / 1000)} s |`);
}
await browser.close();
await server.stop();
process.exit(failed ? 1 : 0);
