/* The shell in a language that nobody speaks (tongue.mjs): nothing outside of brackets, nothing cut off. The screens of games and the
 * lobby are looked at by tests/layout/check.mjs --lang qps.
 *
 * usage: pseudo.mjs UNISONO [NAME…]          SHOTS=folder takes pictures
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { phone, put_away } from './browser.mjs';
import { opened } from './opened.mjs';
import { open_table } from './people.mjs';
import { start_server } from './server.mjs';
import { run, test } from './tap.mjs';
import { clipped, read, speak, translations, untranslated } from './tongue.mjs';

const { server, browser } = await opened();
const shots = process.env.SHOTS;

const say = translations();
const NAMES = ['Ann', 'Ben', 'KQ7TM'];

async function look(t, page, name, code = '', known = () => false) {
  await page.evaluate(() => document.fonts.ready);
  if (shots) {
    mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: `${shots}/pseudo-${name}.png`, fullPage: true });
  }
  t.deepEqual(untranslated(await read(page), [...NAMES, code], known), [], `${name}: not translated`);
  t.deepEqual(await clipped(page), [], `${name}: clipped`);
}

for (const size of [{ width: 390, height: 844 }, { width: 320, height: 568 }])
  test(`every text of the shell can be translated and fits ${size.width} by ${size.height}`, async (t) => {
    const ann = await open_table(browser, server.url, 'Ann');
    const page = await phone(browser, { viewport: size });
    await speak(page, say);
    const name = (what) => `${what}-${size.width}`;
    await page.goto(server.url);
    await page.getByText(/^⟦.*⟧$/).first().waitFor();
    await page.locator('.games button').first().waitFor();
    await look(t, page, name('home'));
    await page.locator('header button').last().click();
    await page.locator('dialog legend').first().waitFor();
    await look(t, page, name('settings'));
    for (const [path, wait, what] of [['/j/AAAAA', 'main h1', 'no-room'], ['/privacy', 'main .panel h2', 'privacy'], ['/admin', 'input[type=password]', 'console'], ['/rules', 'main h2', 'rules'], ...(size.width > 320 ? [['/tv', '.code:not(.waiting)', 'tv']] : [])]) {
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

/* With the token: figures, a table, an address, deeds, and what is asked before something is done for good. Lines of the log are as they are.
   The server is its own: for a while it takes no new tables. */
for (const size of [{ width: 390, height: 844 }, { width: 320, height: 568 }])
  test(`every text of the console can be translated and fits ${size.width} by ${size.height}`, async (t) => {
    const own = await start_server(process.argv[2]);
    const ann = await open_table(browser, own.url, 'Ann');
    const page = await phone(browser, { viewport: size });
    await speak(page, say);
    await page.goto(`${own.url}/admin`);
    await page.locator('input[type=password]').fill(readFileSync(`${own.store}.admin`, 'utf8').trim());
    await page.locator('form button[type=submit]').first().click();
    await page.getByText(ann.code).waitFor();
    await page.locator('form input').fill('Ann');
    await page.locator('form button[type=submit]').click();
    await page.locator('section form + p + button').click(); /* no new tables */
    await page.locator('.draining').waitFor();
    await page.getByText(say.get('No new tables from then on')).first().waitFor();
    /* Of every table its code, and of addresses and the commit their numbers. */
    const as_is = (await page.locator('.log, li b, li .id, dd .soft').allInnerTexts()).join('\n').toLowerCase();
    const known = (part) => as_is.includes(part);
    const name = (what) => `console-${what}-${size.width}`;
    await look(t, page, name('in'), ann.code, known);
    for (const [what, button] of [['close', page.locator('li', { hasText: ann.code }).locator('button')], ['remove', page.locator('li', { hasText: '127.0.x.x' }).locator('button')]]) {
      await button.click();
      await page.locator('dialog[open] p').waitFor();
      await look(t, page, name(what), ann.code, known);
      await page.locator('dialog[open] button').last().click();
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    }
    await ann.close();
    await page.unrouteAll();
    await put_away(page);
    await own.stop();
  });

test('the test sees what it looks for', async (t) => {
  t.deepEqual(untranslated('⟦Çlöšë·⟧ Close ⟦Ben ⟦x⟧ y⟧\nAnn Ben Bent', ['Ann', 'Ben']), ['Close', 'Bent']);
  t.deepEqual(untranslated('⟦Çlöšë·⟧\n3 × Sea\nBig Ben\nthe sea: ⟦Çlöšë·⟧', ['Ben'], (word) => ['sea', 'big ben'].includes(word)), ['the sea']);
  t.ok(say.size > 500);
  t.equal(say.get('Close'), '⟦Çlöšë·⟧');
});

await run();
