/* Plays every game on every engine, and looks at the laws of layout there. Prints the table of docs/web.md.
 *
 * usage: run.mjs UNISONO [ENGINE…] [--game ID]…          ENGINE: webkit, firefox, 64, 72 …; SHOTS=folder keeps pictures
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
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

async function step(engine, what, body) {
  const began = Date.now();
  const trouble = await body().then(() => undefined, (error) => error);
  if (trouble) troubles.push(`${engine}, ${what}: ${trouble.stack ?? trouble}`);
  return trouble ? '**failed**' : `${Math.round((Date.now() - began) / 1000)} s`;
}

/* The laws of layout, as `make test` looks at them; a television's engine shows no phone. */
async function laws(engine) {
  const flags = [join(import.meta.dirname, '../layout/check.mjs'), program, '--engine', engine.id, ...(engine.phone ? [] : ['--screen', 'table'])];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(said.split('\n').filter((line) => /^(not ok|#)/.test(line)).slice(0, 40).join('\n') || `ended with ${code}`);
}

const server = await start_server(program);
const today = await open_browser();
console.log(`| engine | as | bundle | ${games.join(' | ')} | laws of layout | plain page |`);
console.log(`|---|---|---|${games.map(() => '---|').join('')}---|---|`);
for (const engine of engines(chosen)) {
  const house = await open_house(engine, today, server.url);
  const cells = [];
  for (const game of games) cells.push(await step(engine.id, game, () => play(house, game)));
  const plain = /^\d/.test(engine.id) ? await step(engine.id, 'the plain page', () => plain_page(house)) : '–';
  await house.close();
  if (!asked.game) cells.push(await step(engine.id, 'the laws of layout', () => laws(engine)));
  else cells.push('–');
  console.log(`| ${house.name} | ${engine.phone ? 'phone, table' : 'table'} | ${house.bundle} | ${cells.join(' | ')} | ${plain} |`);
}
await today.close();
await server.stop();
for (const one of troubles) console.log(`\n${one}`);
process.exit(troubles.length ? 1 : 0);
