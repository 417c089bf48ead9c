/* What came out of which engine, kept in a file until program or tests change.
 *
 *     const results = open_results('build/release/engines.json', 'build/release/unisono');
 *     results.put('72', 'onemind', 63);            seconds, or 'failed'
 *     results.has('72', 'onemind')                 it went well: not to be done again
 *     results.cell('72', 'onemind')                as the table shows it */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/* Whatever decides over a result: the program, which holds the web app, and what plays it. */
function key_of(program) {
  const hash = createHash('sha256').update(readFileSync(program));
  const scripts = (folder) => readdirSync(join(root, folder)).filter((name) => /\.(mjs|txt)$/.test(name)).sort().map((name) => join(root, folder, name));
  const games = readdirSync(join(root, 'games'), { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => `games/${name}`);
  for (const file of ['tests/engines', 'tests/layout', 'tests/e2e', ...games].flatMap(scripts)) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

export function open_results(file, program, fresh = false) {
  const key = key_of(program);
  const read = () => {
    const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    return kept?.key === key ? kept : { key, engines: {} };
  };
  const state = fresh ? { key, engines: {} } : read();
  const touched = new Set();
  const of = (id) => (state.engines[id] ??= { name: id, bundle: '?', cells: {} });
  /* Somebody else may look at other engines meanwhile. */
  const save = (id) => {
    touched.add(id);
    const others = fresh ? {} : read().engines;
    const engines = { ...others, ...Object.fromEntries([...touched].map((one) => [one, of(one)])) };
    writeFileSync(`${file}.${process.pid}`, JSON.stringify({ key, engines }, null, 1));
    renameSync(`${file}.${process.pid}`, file);
  };
  return {
    has: (id, what) => typeof of(id).cells[what] === 'number',
    put(id, what, came) {
      of(id).cells[what] = came;
      save(id);
    },
    call(id, name, bundle) {
      Object.assign(of(id), { name, ...(bundle === '?' ? {} : { bundle }) });
      save(id);
    },
    called: (id) => of(id),
    cell(id, what) {
      const came = of(id).cells[what];
      return came === undefined ? '' : came === 'failed' ? '**failed**' : what === 'plain page' ? 'shown' : String(came);
    },
    /* How much of it all is good. */
    told(engines, columns) {
      const cells = engines.flatMap(({ id }) => columns.map((what) => of(id).cells[what])).filter((came) => came !== undefined);
      return `${cells.filter((came) => came !== 'failed').length} of ${cells.length} good`;
    },
  };
}
