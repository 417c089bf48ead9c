/* Looking at a page: what axe-core has against it, by day and by night, and pictures where somebody wants them
 * (SHOTS=folder in the environment).
 *
 *     const { look, found } = onlooker('onemind');
 *     await look('write', { ann, tv });               every rule by day, those about colours by night too
 *     t.deepEqual(found, []);
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/* A theme changes colours and nothing else: the same page need not be read twice for the rest. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];
const folder = process.env.SHOTS;

/* Colours are judged when nothing is on its way: motion ends first, and what begins when it ends, too. What the browser has
 * put to rest never ends. */
async function settled(page) {
  await page.evaluate(async () => {
    const long_enough = new Promise((done) => setTimeout(done, 5000));
    const ending = () => document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const still = async () => {
      await frame();
      for (let moving = ending(); moving.length; moving = ending()) {
        await Promise.allSettled(moving.map((one) => one.finished));
        await frame();
      }
    };
    await Promise.race([still(), long_enough]);
  });
}

export async function violations(page, rules) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  await settled(page);
  const found = await page.evaluate(
    (runOnly) => globalThis.axe.run(document, { resultTypes: ['violations'], elementRef: false, ...(runOnly ? { runOnly } : {}) }),
    rules,
  );
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)} (${node.any[0]?.message ?? node.all[0]?.message ?? ''})`));
}

/* Both themes of one page, and a picture of each where they are wanted. */
export async function both_themes(page, picture) {
  const found = [];
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    /* The page learns of it a little later; axe would see the ink of one theme on the paper of the other. */
    await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme);
    for (const line of await violations(page, colorScheme === 'dark' ? ABOUT_COLOURS : undefined)) found.push(`${colorScheme}: ${line}`);
    if (!folder || !picture) continue;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${picture}-${colorScheme === 'light' ? 'day' : 'night'}.png`) });
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) found.push(`${wide} pixels too wide`);
  return found;
}

/* Every moment of a game: `look('write', { ann, tv })` collects what is wrong on these pages. */
export function onlooker(prefix) {
  const found = [];
  async function look(moment, people) {
    const all = await Promise.all(Object.entries(people).map(async ([who, { page }]) => {
      const lines = await both_themes(page, `${prefix}-${moment}-${who}`);
      return lines.map((line) => `${moment}, ${who}, ${line}`);
    }));
    found.push(...all.flat());
  }
  return { look, found };
}
