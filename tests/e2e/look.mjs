/* Looking at a page: what axe-core has against it, by day and by night, and pictures where somebody wants them
 * (SHOTS=folder in the environment). */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.any[0]?.message ?? ''})`));
}

/* Colours of a theme change softly: look when everything stands still. */
async function settled(page) {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
  });
}

/* Every moment of a game: `look('write', ann, tv)` collects what is wrong on these pages, in both themes. */
export function onlooker(prefix) {
  const found = [];
  const folder = process.env.SHOTS;
  async function look(moment, people) {
    for (const [who, { page }] of Object.entries(people)) {
      for (const colorScheme of ['dark', 'light']) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await settled(page);
        for (const line of await violations(page)) found.push(`${moment}, ${who}, ${colorScheme}: ${line}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) found.push(`${moment}, ${who}: ${wide} pixels too wide`);
        if (folder) {
          mkdirSync(folder, { recursive: true });
          await page.screenshot({ path: join(folder, `${prefix}-${moment}-${who}-${colorScheme}.png`) });
        }
      }
    }
  }
  return { look, found };
}
