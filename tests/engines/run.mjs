/* Plays every game on every engine, and looks at the laws of layout there. Prints the table of docs/web.md.
 *
 * usage: run.mjs UNISONO [ENGINE…] [--game ID]…          ENGINE: webkit, firefox, 64, 72 …; SHOTS=folder keeps pictures
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { open_browser } from '../e2e/browser.mjs';
import { start_server } from '../e2e/server.mjs';
import { engines } from './all.mjs';
import { open_house, plain_page, play } from './play.mjs';

const { values: asked, positionals: [program, ...chosen] } = parseArgs({ allowPositionals: true, options: { game: { type: 'string', multiple: true } } });
const all = readdirSync(new URL('../../games/', import.meta.url), { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name);
const games = asked.game ?? all;
const troubles = [];
/* Engines at a time: they wait more than they work. */
const LANES = availableParallelism() + 1;

async function step(engine, what, body) {
  const began = Date.now();
  const trouble = await body().then(() => undefined, (error) => error);
  if (trouble) troubles.push(`${engine}, ${what}: ${trouble.stack ?? trouble}`);
  const took = `${Math.round((Date.now() - began) / 1000)} s`;
  console.error(`# ${engine}, ${what}: ${trouble ? `failed after ${took}: ${trouble.message ?? trouble}` : took}`);
  return trouble ? '**failed**' : took;
}

/* The laws of layout, as `make test` looks at them; a television's engine shows no phone. */
async function laws(engine) {
  const flags = [join(import.meta.dirname, '../layout/check.mjs'), program, '--engine', engine.id, '--told', told, ...(engine.phone ? [] : ['--screen', 'table'])];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(said.split('\n').filter((line) => /^(not ok|#)/.test(line)).slice(0, 40).join('\n') || `ended with ${code}`);
}

const server = await start_server(program);
const told = mkdtempSync(join(tmpdir(), 'unisono-stories-'));
const today = await open_browser();
/* A row of the table. The laws of layout, and the page with scripts off, which says something after nine seconds, are looked at while
 * games are played. */
async function row(engine) {
  const house = await open_house(engine, today, server.url);
  const lawful = asked.game ? '–' : step(engine.id, 'the laws of layout', () => laws(engine));
  const plain = /^\d/.test(engine.id) ? step(engine.id, 'the plain page', () => plain_page(house)) : '–';
  const cells = [];
  for (const game of games) cells.push(await step(engine.id, game, () => play(house, game)));
  cells.push(await plain, await lawful);
  await house.close();
  return `| ${house.name} | ${engine.phone ? 'phone, table' : 'table'} | ${house.bundle} | ${cells.join(' | ')} |`;
}

console.log(`| engine | as | bundle | ${games.join(' | ')} | plain page | laws of layout |`);
console.log(`|---|---|---|${games.map(() => '---|').join('')}---|---|`);
const rows = engines(chosen);
/* A row is told when those before it have been. */
const done = rows.map(() => undefined);
const next = rows.entries();
let line = 0;
await Promise.all(Array.from({ length: LANES }, async () => {
  for (const [at, engine] of next) {
    done[at] = await row(engine).catch((error) => {
      troubles.push(`${engine.id}: ${error.stack ?? error}`);
      return `| ${engine.id} | **failed** |`;
    });
    for (; done[line]; line++) console.log(done[line]);
  }
}));
await today.close();
await server.stop();
rmSync(told, { recursive: true });
for (const one of troubles) console.log(`\n${one}`);
process.exit(troubles.length ? 1 : 0);
