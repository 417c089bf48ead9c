/* Every screen of the shell under axe-core, by day and by night: no violation.
 *
 * usage: axe.mjs UNISONO
 */
import { open_browser } from './browser.mjs';
import { both_themes } from './look.mjs';
import { start_server } from './server.mjs';
import { at_end, run, test } from './tap.mjs';
import { tour } from './tour.mjs';

const server = await start_server(process.argv[2]);
const browser = await open_browser();
at_end(() => browser.close());
at_end(() => server.stop());

test('axe finds nothing on any screen of the shell, by day and by night', async (t) => {
  const found = [];
  let seen = 0;
  for await (const { name, page } of tour(browser, server.url)) {
    for (const line of await both_themes(page)) found.push(`${name}: ${line}`);
    seen++;
  }
  t.deepEqual(found, []);
  t.ok(seen >= 20, `only ${seen} screens were seen`);
});

await run();
