/* Every screen of the shell under axe-core, by day and by night: no violation.
 *
 * usage: axe.mjs UNISONO
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { open_browser } from './browser.mjs';
import { start_server } from './server.mjs';
import { at_end, run, test } from './tap.mjs';
import { tour } from './tour.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const server = await start_server(process.argv[2]);
const browser = await open_browser();
at_end(() => browser.close());
at_end(() => server.stop());

export async function violations(page) {
  await page.evaluate(axe);
  /* Colours are judged when nothing is on its way: motion ends first. */
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity).map((one) => one.finished)));
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.any[0]?.message ?? ''})`));
}

for (const dark of [false, true]) {
  test(`axe finds nothing on any screen of the shell by ${dark ? 'night' : 'day'}`, async (t) => {
    const found = [];
    let seen = 0;
    for await (const { name, page } of tour(browser, server.url, { dark })) {
      for (const line of await violations(page)) found.push(`${name}: ${line}`);
      seen++;
    }
    t.deepEqual(found, []);
    t.ok(seen >= 20);
  });
}

await run();
