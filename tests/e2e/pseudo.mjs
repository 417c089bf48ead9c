/* A language that nobody speaks (tools/translate/po.py pseudo): a third longer, between brackets. What stands outside of them was
 * never translated, what does not fit would not fit in a fourth language either.
 *
 * usage: pseudo.mjs UNISONO [NAME…]          SHOTS=folder takes pictures
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { open_browser, phone, put_away } from './browser.mjs';
import { open_table } from './people.mjs';
import { start_server } from './server.mjs';
import { at_end, run, test } from './tap.mjs';

const root = resolve(import.meta.dirname, '../..');
const server = await start_server(process.argv[2]);
const browser = await open_browser();
at_end(() => browser.close());
at_end(() => server.stop());
const shots = process.env.SHOTS;

/* English -> what stands in its place. */
function translations() {
  const folder = mkdtempSync(join(tmpdir(), 'unisono-po-'));
  execFileSync('python3', [join(root, 'tools/translate/po.py'), 'pseudo', folder]);
  const text = readFileSync(join(folder, 'qps.po'), 'utf8');
  rmSync(folder, { recursive: true });
  return new Map([...text.matchAll(/^msgid (".*")\nmsgstr (".*")$/gm)].map(([, from, to]) => [JSON.parse(from), JSON.parse(to)]));
}

const say = translations();
/* A file of texts is an object in a string: those that hold English are answered in the language of the test. */
const TEXTS = /^var \w+=JSON\.parse\((`[^]*`)\);export\{\w+ as default\};\s*$/;

async function speak(page) {
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch();
    const found = TEXTS.exec(await answer.text());
    const entries = found ? Object.entries(JSON.parse(new Function(`return ${found[1]}`)())) : [];
    if (!entries.length || !entries.every(([, text]) => say.has(text))) return route.fulfill({ response: answer });
    const body = `export default ${JSON.stringify(Object.fromEntries(entries.map(([key, text]) => [key, say.get(text)])))};`;
    return route.fulfill({ response: answer, body });
  });
}

/* Names are not translated: of people, of the program, of languages; nor are codes, addresses and commands. */
const NAMES = /Unisono|Ann|Ben|English|Deutsch|Français|unisono admin token|KQ7TM|https?:\S+|\b\d+ (?:MB|ms|min|h|d)\b|sqlite/g;

function untranslated(text, code) {
  let rest = text.replaceAll(code, ' ').replace(NAMES, ' ');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  return rest.match(/\p{L}{3,}[^\n]*/gu) ?? [];
}

/* What is read, and what readers of screens are told. */
function seen(page) {
  return page.evaluate(() => {
    const told = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')]
      .filter((one) => one.checkVisibility?.() ?? true)
      .flatMap((one) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''));
    return [document.body.innerText, ...told].join('\n');
  });
}

function clipped(page) {
  return page.evaluate(() => {
    const found = [];
    for (const one of document.querySelectorAll('body *')) {
      const style = getComputedStyle(one);
      const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      if (!own || one.closest('.visually-hidden, [aria-hidden=true]') || style.visibility === 'hidden') continue;
      const hides = style.overflowX === 'hidden' || style.overflowX === 'clip';
      if (hides && one.scrollWidth > one.clientWidth + 1) found.push(`${one.className || one.tagName}: ${one.textContent.trim().slice(0, 60)}`);
      const box = one.getBoundingClientRect();
      if (box.width && (box.right > innerWidth + 1 || box.left < -1) && !one.closest('[data-scrolls]')) found.push(`beyond the edge: ${one.textContent.trim().slice(0, 60)}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push(`${document.documentElement.scrollWidth - innerWidth} pixels too wide`);
    return found;
  });
}

async function look(t, page, name, code = '') {
  await page.evaluate(() => document.fonts.ready);
  if (shots) {
    mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: `${shots}/pseudo-${name}.png`, fullPage: true });
  }
  t.deepEqual(untranslated(await seen(page), code), [], `${name}: not translated`);
  t.deepEqual(await clipped(page), [], `${name}: clipped`);
}

for (const size of [{ width: 390, height: 844 }, { width: 320, height: 568 }])
  test(`every text of the shell can be translated and fits ${size.width} by ${size.height}`, async (t) => {
    const ann = await open_table(browser, server.url, 'Ann');
    const page = await phone(browser, { viewport: size });
    await speak(page);
    const name = (what) => `${what}-${size.width}`;
    await page.goto(server.url);
    await page.getByText(/^⟦.*⟧$/).first().waitFor();
    await page.locator('.games button').first().waitFor();
    await look(t, page, name('home'));
    await page.locator('header button').last().click();
    await page.locator('dialog legend').first().waitFor();
    await look(t, page, name('settings'));
    for (const [path, wait, what] of [['/j/AAAAA', 'main h1', 'no-room'], ['/privacy', 'main .panel h2', 'privacy'], ['/admin', 'input[type=password]', 'console'], ['/rules', 'main h2', 'rules'], ...(size.width > 320 ? [['/tv', 'main h1', 'tv']] : [])]) {
      await page.goto(server.url + path);
      await page.locator(wait).first().waitFor();
      await look(t, page, name(what), /[2-9A-Z]{5}/.exec(await page.locator('main').innerText())?.[0] ?? '-');
    }
    await page.goto(`${server.url}/j/${ann.code}`);
    await page.locator('main input').first().waitFor();
    await look(t, page, name('join'), ann.code);
    await page.locator('main input').first().fill('Ben');
    await page.keyboard.press('Enter');
    await ann.page.getByText('At the table: 2').waitFor();
    await page.locator('.games .pick').first().waitFor();
    await look(t, page, name('lobby'), ann.code);
    await ann.close();
    await page.unrouteAll();
    await put_away(page);
  });

test('the test sees what it looks for', async (t) => {
  t.deepEqual(untranslated('⟦Çlöšë·⟧ Close ⟦Ben ⟦x⟧ y⟧', 'ABCDE'), ['Close  ']);
  t.ok(say.size > 500);
  t.equal(say.get('Close'), '⟦Çlöšë·⟧');
});

await run();
