/* Every game to its end by somebody who hears and presses keys, and never sees the page (reader.mjs). What to do next is
 * in games/ID/blind.mjs. Bots are the others; there are no clocks at this table.
 *
 * usage: blind.mjs UNISONO [--short] [GAME…]          --short: only games that are over soon
 */
import { readdirSync } from 'node:fs';
import { opened } from './opened.mjs';
import { prepared } from './party.mjs';
import { known } from './people.mjs';
import { reader } from './reader.mjs';
import { run, test } from './tap.mjs';
import { texts } from './texts.mjs';

const { server, browser } = await opened(['--bot-hurry', '90']);
const say = texts('en');
const short = process.argv.includes('--short');

/* Votes are the same in all games, and so is an end. */
const VOTES = [(r) => r.has('heading', /./) && r.has('region', say('vote.title')) && r.all('button', say('vote.no')).some((one) => one.pressed === 'false' || one.pressed === false) && r.press('button', say('vote.no'))];
const over = (r) => r.has('button', say('result.again'));

/* Which phases came, and when: only to compare with what was said. */
function phases_of(one) {
  const came = [];
  one.waiting.add(() => {
    const { phase } = known(one);
    if (phase && came.at(-1)?.name !== phase.name) came.push({ name: phase.name, at: Date.now() });
  });
  return came;
}

async function without_clocks(r) {
  /* What a game can be asked for comes a moment after its name. */
  while (!(await r.press('button', new RegExp(`^${say('lobby.options')}`)))) await r.news();
  while (!(await r.go('button', say('clocks.off')))) await r.news();
  await r.key('Enter');
  for (;;) {
    await r.look();
    if (r.all('button', say('clocks.off')).some((one) => String(one.pressed) === 'true')) break;
    await r.news();
  }
  await r.key('Escape');
}

async function play(t, game, { bots = 2, options = {}, steps, hears = [] }) {
  const p = await prepared(browser, server.url, { game, people: ['Ann'], bots, options, tv: false, start: false, look: { hasTouch: false } });
  const [ann] = p.guests;
  const r = await reader(ann);
  const came = phases_of(ann);
  await r.look();
  await without_clocks(r);
  while (!(await r.press('button', say('lobby.start', { game: say(`game.${game}`) })))) await r.news();
  let lost = 0;
  for (;;) {
    const before = JSON.stringify(await r.look());
    if (over(r)) break;
    let acted = false;
    for (const step of [...VOTES, ...steps]) {
      acted = await step(r);
      if (acted) break;
    }
    /* Wherever the table goes, a keyboard is somewhere in it, as soon as the page is drawn. */
    for (let tries = 0; tries < 20 && (await r.look(), !r.focus()); tries++) await r.page.evaluate(() => new Promise(requestAnimationFrame));
    if (!r.focus()) lost++;
    /* What came while the focus was looked for is news already. */
    if (!acted && !over(r) && JSON.stringify(r.nodes) === before) await r.news();
  }
  t.equal(lost, 0, 'the focus was lost');
  /* The end was said, as its heading says it. */
  const [title] = r.all('heading').filter((one) => r.heard(one.name) && !/^Unisono$/.test(one.name));
  t.ok(title, `the end is not said: ${r.said.slice(-5).map(({ text }) => text).join(' | ')}; headings: ${r.all('heading').map((one) => one.name).join(' | ')}`);
  /* Something was said of every phase that lasted long enough to be told. */
  for (const [index, { name, at }] of came.entries()) {
    const until = came[index + 1]?.at ?? Date.now();
    if (until - at > 1500) t.ok(r.said.some((line) => line.at >= at - 100 && line.at <= until), `nothing was said in ${name}`);
  }
  for (const line of hears) t.ok(r.heard(line), `never heard: ${line}`);
  t.deepEqual(p.complaints(), []);
  await p.close();
}

const games = readdirSync(new URL('../../games/', import.meta.url), { withFileTypes: true }).filter((one) => one.isDirectory());
for (const { name } of games) {
  const { default: how } = await import(`../../games/${name}/blind.mjs`);
  if (!short || how.short) test(`${name}: from the lobby to the end, by ear and keys`, (t) => play(t, name, how));
}

await run(process.argv.slice(3).filter((one) => !one.startsWith('--')));
