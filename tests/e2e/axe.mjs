/* Every screen of the shell under axe-core, by day and by night: no violation.
 *
 * usage: axe.mjs UNISONO
 */
import { both_themes } from './look.mjs';
import { opened } from './opened.mjs';
import { run, test } from './tap.mjs';
import { tour } from './tour.mjs';

const { server, browser } = await opened();

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
