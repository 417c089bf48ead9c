/* The page of every game, in a real browser and without a server: recorded games become one file each, by the program
 * itself, in all languages and with long names. On the smallest phone nothing is cut off, no two words of a picture lie on
 * each other, everybody can read it, it can be gone through, taken home and printed, and nothing is loaded from anywhere.
 *
 * usage: pages.mjs UNISONO [NAME…]          SHOTS=folder takes pictures
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open_browser, phone, put_away } from './browser.mjs';
import { both_themes } from './look.mjs';
import { at_end, run, test } from './tap.mjs';

const program = process.argv[2];
const root = new URL('../..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'unisono-pages-'));
const browser = await open_browser();
const shots = process.env.SHOTS;
at_end(() => rmSync(folder, { recursive: true, force: true }));
at_end(() => browser.close());

const NAMES = ['Maximilian', 'Anne-Charlotte', 'Ben', 'Cleo', 'Dominique', 'Élodie', 'Friedrich W.', 'Geneviève-Ann', 'Hans', 'Ida', 'Jo', 'Kim', 'Li', 'Mo'];
const LANGUAGES = ['en', 'de', 'fr'];
const unisono = (...words) => spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 26 });

/* The longest of a game's recordings that came to an end, with the names of real people. */
function recorded(game) {
  const logs = [];
  for (const script of readdirSync(join(root, 'games', game, 'golden')).filter((name) => name.endsWith('.script'))) {
    const log = join(folder, `${game}-${script}.log`);
    if (unisono('rehearse', '--log', log, join(root, 'games', game, 'golden', script)).status !== 0) continue;
    const made = unisono('keepsake', '--as', 'json', log);
    if (made.status !== 0) continue;
    const kept = JSON.parse(made.stdout);
    logs.push({ log, size: kept.players.length * 100 + kept.steps.reduce((sum, step) => sum + step.lines.length, 0) });
  }
  const { log } = logs.sort((a, b) => b.size - a.size)[0];
  const [first, ...records] = readFileSync(log, 'utf8').split('\n');
  const head = JSON.parse(first);
  writeFileSync(log, [JSON.stringify({ ...head, names: NAMES.slice(0, head.setup.seats) }), ...records].join('\n'));
  return log;
}

function made(log, language, as = 'html') {
  const { status, stdout, stderr } = unisono('keepsake', '--lang', language, '--as', as, log);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/* Words of the picture that lie on each other, by what the browser has drawn. */
const covered = (page) => page.evaluate(() => {
  const words = [...document.querySelectorAll('.sheet text')].filter((one) => /\p{L}{2}/u.test(one.textContent)).map((one) => ({ text: one.textContent, box: one.getBBox() }));
  const found = [];
  words.forEach((a, i) => words.slice(i + 1).forEach((b) => {
    const x = Math.min(a.box.x + a.box.width, b.box.x + b.box.width) - Math.max(a.box.x, b.box.x);
    /* Of the height of a line letters take the middle. */
    const y = Math.min(a.box.y + a.box.height * 0.8, b.box.y + b.box.height * 0.8) - Math.max(a.box.y + a.box.height * 0.2, b.box.y + b.box.height * 0.2);
    if (x > 1 && y > 1) found.push(`${a.text} / ${b.text}`);
  }));
  return found;
});

for (const game of readdirSync(join(root, 'games')).filter((name) => !name.includes('.'))) {
  test(`${game}: its page fits, reads well, and needs nobody`, async (t) => {
    const log = recorded(game);
    for (const language of LANGUAGES) {
      const page = await phone(browser, { viewport: { width: 320, height: 568 } });
      const asked = [];
      page.on('request', (one) => asked.push(one.url()));
      const file = join(folder, `${game}.${language}.html`);
      writeFileSync(file, made(log, language));
      await page.goto(`file://${file}`);
      t.deepEqual(asked.filter((url) => !url.startsWith(`file://${file}`) && !url.startsWith('data:')), [], 'nothing is loaded');
      t.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${language}: nothing is cut off`);
      t.deepEqual(await covered(page), [], `${language}: words lie apart`);
      t.deepEqual(await both_themes(page), [], `${language}: everybody can read it`);
      if (shots) {
        mkdirSync(shots, { recursive: true });
        await page.screenshot({ path: `${shots}/page-${game}-${language}.png`, fullPage: true });
      }
      /* On A4 with its margins: title, players, picture and caption share the first sheet. */
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 688, height: 1017 });
      t.ok((await page.evaluate(() => document.querySelector('figure').getBoundingClientRect().bottom + scrollY)) <= 1017, `${language}: the picture is on the first sheet`);
      await page.emulateMedia({ media: 'screen' });
      await page.setViewportSize({ width: 320, height: 568 });
      /* The picture grows by a tap, and the way back is one. */
      const broad = () => page.evaluate(() => document.querySelector('.sheet > svg').getBoundingClientRect().width);
      const small = await broad();
      await page.locator('.sheet > svg').click({ position: { x: 5, y: 5 } });
      t.ok((await broad()) > 2 * small, 'it can be read');
      await page.locator('.sheet > svg').click({ position: { x: 5, y: 5 } });
      t.equal(await broad(), small);
      if (language === 'en') {
        const output = page.locator('.replay output');
        await page.getByRole('button', { name: 'On', exact: true }).click();
        const first = await output.textContent();
        await page.getByRole('button', { name: 'On', exact: true }).click();
        t.ok((await output.textContent()) !== first, 'it goes from step to step');
        const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Picture (PNG)' }).click()]);
        t.equal(readFileSync(await png.path()).subarray(1, 4).toString(), 'PNG');
        await page.emulateMedia({ media: 'print' });
        t.equal(await page.locator('.take').isVisible(), false, 'paper has no buttons');
        await page.emulateMedia({ media: 'screen' });
      }
      await put_away(page);
    }
    t.ok(made(log, 'en', 'svg').includes('<svg'), 'and there is a picture of it');
    t.ok(made(log, 'en', 'text').includes(NAMES[0]), 'and a text');
  });
}

await run();
