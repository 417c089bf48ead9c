/* What a stage goes through: every beat it names and every picture it paints, in order.
 *
 *     await watch_stage(tv.page);
 *     …something is revealed…
 *     await beats_until(tv.page, 'match');            ['slide', 'turn', 'breath', 'fly', 'match']
 *     await pictures(tv.page)                         what the stage said in each frame that differs from the one before
 */
import { until } from './people.mjs';

/* With all motion, unless `calm`. */
export async function watch_stage(page, calm = false) {
  await page.emulateMedia({ reducedMotion: calm ? 'reduce' : 'no-preference' });
  await page.locator('.stage').waitFor();
  await page.evaluate(() => {
    const seen = { beats: [], pictures: [] };
    globalThis.stage_seen = seen;
    const stage = () => document.querySelector('.stage');
    new MutationObserver(() => {
      const beat = stage()?.dataset.beat ?? '';
      if (beat && beat !== seen.beats.at(-1)?.beat) seen.beats.push({ beat, text: stage().innerText });
      if (!beat) seen.beats.push({ beat: '', text: '' });
    }).observe(stage(), { attributes: true, attributeFilter: ['data-beat'] });
    const paint = () => {
      const text = stage()?.innerText ?? '';
      if (text !== seen.pictures.at(-1)) seen.pictures.push(text);
      requestAnimationFrame(paint);
    };
    paint();
  });
}

/* From now on the page runs as on a set that is this much slower. */
export const slow_down = async (page, rate) => (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate });

/* From now on no beat ends by itself: only a skip shows what comes after it. */
export const stand_still = (page) => page.evaluate(() => {
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (what, ms, ...rest) => wait(what, ms > 100 ? 3_600_000 : ms, ...rest);
});

/* The beats up to one of this name, without those before them that repeat. */
export async function beats_until(page, last) {
  const names = () => page.evaluate(() => globalThis.stage_seen.beats.map(({ beat }) => beat).filter(Boolean));
  await until(async () => (await names()).includes(last), `the stage never came to ${last}`);
  const all = await names();
  return all.slice(0, all.indexOf(last) + 1);
}

/* What the stage said when a beat began. */
export const text_at = (page, beat) => page.evaluate((name) => globalThis.stage_seen.beats.find((one) => one.beat === name)?.text ?? '', beat);
export const pictures = (page) => page.evaluate(() => globalThis.stage_seen.pictures);
