/* What stays of a game, in a language that nobody speaks (tongue.mjs): the pages that the program writes by itself, from the goldens of
 * every game that come to an end. Nothing outside of brackets, nothing cut off on a phone.
 *
 * usage: pseudo_keepsake.mjs UNISONO NOBODY          NOBODY: the same program with that language as its English (tests/nobody.py)
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { words_of } from '../layout/stories.mjs';
import { open_browser, phone, put_away } from './browser.mjs';
import { at_end, run, test } from './tap.mjs';
import { clipped, read, untranslated } from './tongue.mjs';

/* Whole, for they are called from another folder. */
const [unisono, nobody] = process.argv.slice(2).map((path) => resolve(path));
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'unisono-keepsake-'));
const browser = await open_browser();
at_end(() => rmSync(folder, { recursive: true }));
at_end(() => browser.close());

const call = (program, ...words) => execFileSync(program, words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });

/* Logs of games in English that were played to their end. */
function logs_of(game) {
  const home = join(root, 'games', game, 'golden');
  return readdirSync(home)
    .filter((name) => name.endsWith('.golden') && /game_ended outcome=(?!abandoned)/.test(readFileSync(join(home, name), 'utf8')))
    .map((name) => ({ script: join(home, name.replace(/golden$/, 'script')), log: join(folder, `${game}-${name}`) }))
    .filter(({ script }) => !/^language (?!en)/m.test(readFileSync(script, 'utf8')))
    .map(({ script, log }) => (call(unisono, 'rehearse', '--log', log, script), log));
}

/* What people have called themselves and written, whole or a line of it; what the program itself has to say is in small letters there. */
function words_in(log) {
  const names = [];
  const said = [];
  const gather = (value, key) => {
    if (key === 'name') names.push(value);
    else if (typeof value === 'string' && /[^a-z_]/.test(value)) said.push(value.toLowerCase());
    else if (value && typeof value === 'object') for (const [one, inside] of Object.entries(value)) gather(inside, one);
  };
  gather(JSON.parse(call(unisono, 'keepsake', log, '--as', 'json')), '');
  return { names, said };
}

const games = readdirSync(join(root, 'games'), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? one.name : []));
for (const game of games)
  test(`keepsakes of ${game} can be translated and fit`, async (t) => {
    const logs = logs_of(game);
    t.ok(logs.length > 0, 'no golden comes to an end');
    const decks = words_of(game, 'en');
    const page = await phone(browser, { viewport: { width: 320, height: 568 } });
    for (const log of logs) {
      const { names, said } = words_in(log);
      const known = (part) => decks.has(part) || said.some((text) => ` ${text} `.includes(` ${part} `));
      const name = log.slice(folder.length + 1);
      t.deepEqual(untranslated(call(nobody, 'keepsake', log, '--as', 'text'), names, known), [], `${name}: the text`);
      await page.setContent(call(nobody, 'keepsake', log));
      t.deepEqual(untranslated(await read(page), names, known), [], `${name}: the page`);
      t.deepEqual(await clipped(page), [], `${name}: clipped`);
    }
    await put_away(page);
  });

await run([]);
