/* Plays every game on every engine, and looks at the laws of layout there. Prints the table of docs/web.md.
 *
 * usage: run.mjs UNISONO [ENGINE…] [--game ID]… [--fresh]          ENGINE: webkit, firefox, 64, 72 …; SHOTS=folder keeps pictures
 * What has come to a good end is kept beside the program, so that a run that was cut short goes on where it was, and engines that
 * were looked at one by one end up in one table. It counts as long as program and tests are the same; --fresh forgets it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { open_browser } from '../e2e/browser.mjs';
import { start_server } from '../e2e/server.mjs';
import { engines } from './all.mjs';
import { open_house, plain_page, play } from './play.mjs';
import { open_results } from './results.mjs';

const { values: asked, positionals: [program, ...chosen] } = parseArgs({ allowPositionals: true, options: { game: { type: 'string', multiple: true }, fresh: { type: 'boolean', default: false } } });
const all = readdirSync(new URL('../../games/', import.meta.url), { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name);
const games = asked.game ?? all;
const troubles = [];
const results = open_results(join(dirname(program), 'engines.json'), program, asked.fresh);

/* Things at a time: a game waits more than it works, and the laws only work. */
let free = availableParallelism() + 1;
const queue = [];
async function lane(body) {
  if (free) free--;
  else await new Promise((go) => queue.push(go));
  try {
    return await body();
  } finally {
    const next = queue.shift();
    if (next) next();
    else free++;
  }
}

/* One cell of the table: done once. */
function step(engine, what, body) {
  if (results.has(engine.id, what)) return Promise.resolve();
  return lane(async () => {
    const began = Date.now();
    const trouble = await body().then(() => undefined, (error) => error);
    const took = Math.round((Date.now() - began) / 1000);
    if (trouble) troubles.push(`${engine.id}, ${what}: ${trouble.stack ?? trouble}`);
    results.put(engine.id, what, trouble ? 'failed' : took);
    console.error(`# ${engine.id}, ${what}: ${trouble ? `failed after ${took} s: ${trouble.message ?? trouble}` : `${took} s`}`);
  });
}

/* The laws of layout, as `make test` looks at them; a television's engine shows no phone. */
async function laws(engine, screen) {
  const flags = [join(import.meta.dirname, '../layout/check.mjs'), program, '--engine', engine.id, '--told', told, '--screen', screen];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(said.split('\n').filter((line) => /^(not ok|#)/.test(line)).slice(0, 40).join('\n') || `ended with ${code}`);
}

const server = await start_server(program);
const told = mkdtempSync(join(tmpdir(), 'unisono-stories-'));
const today = await open_browser();
const LAWS = { table: 'laws, table', phone: 'laws, phone' };

/* A row of the table. Games are played one after the other: they share the devices of a house, and a bad one does not keep the next from
 * being played. Meanwhile the laws of layout are looked at, and the page with scripts off, which says something after nine seconds. */
async function row(engine) {
  const steps = [...games, ...(/^\d/.test(engine.id) ? ['plain page'] : []), ...(asked.game ? [] : [LAWS.table, ...(engine.phone ? [LAWS.phone] : [])])];
  if (steps.every((what) => results.has(engine.id, what))) return;
  const house = await open_house(engine, today, server.url);
  const beside = [];
  if (steps.includes('plain page')) beside.push(step(engine, 'plain page', () => plain_page(house)));
  if (!asked.game) for (const screen of engine.phone ? ['phone', 'table'] : ['table']) beside.push(step(engine, LAWS[screen], () => laws(engine, screen)));
  for (const game of games)
    await step(engine, game, async () => {
      for (let times = engine.again?.[game] ?? 1; times > 0; times--) await play(house, game);
    });
  await Promise.all(beside);
  results.call(engine.id, house.name, house.bundle);
  await house.close();
}

const rows = engines(chosen);
const waiting = rows.values();
/* So many engines are open at a time; which of their things are done is up to the lanes. */
await Promise.all(Array.from({ length: free }, async () => {
  for (const engine of waiting)
    await row(engine).catch((error) => {
      troubles.push(`${engine.id}: ${error.stack ?? error}`);
      console.error(`# ${engine.id}: ${error.message ?? error}`);
    });
}));
await today.close();
await server.stop();
rmSync(told, { recursive: true });

const columns = [...games, 'plain page', ...Object.values(LAWS)];
console.log(`\n| engine | as | bundle | ${columns.join(' | ')} |`);
console.log(`|---|---|---|${columns.map(() => '---|').join('')}`);
for (const engine of rows) {
  const { name, bundle } = results.called(engine.id);
  console.log(`| ${name} | ${engine.phone ? 'phone, table' : 'table'} | ${bundle} | ${columns.map((what) => results.cell(engine.id, what)).join(' | ')} |`);
}
for (const one of troubles) console.log(`\n${one}`);
console.log(`\n${results.told(rows, columns)}`);
process.exit(troubles.length ? 1 : 0);
