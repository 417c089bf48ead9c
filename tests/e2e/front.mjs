/* The two pictures of the front page, from a real table: before the game, and while people think.
 *
 * usage: front.mjs UNISONO FOLDER
 * Writes FOLDER/lobby.png (table screen, front page, lobby) and FOLDER/evening.png (table screen, a phone). */
import { join as path } from 'node:path';
import { open_browser } from './browser.mjs';
import { choose_first_game, guest, join, open_table, screen, until } from './people.mjs';
import { start_server } from './server.mjs';

const [program, folder] = process.argv.slice(2);
const PHONE = { colorScheme: 'light', reducedMotion: 'reduce', viewport: { width: 390, height: 844 } };
const TELEVISION = { colorScheme: 'dark', reducedMotion: 'reduce', viewport: { width: 1500, height: 844 } };
/* A word for any letter that a game may ask for. */
const WORDS = ['Apple', 'Bridge', 'Candle', 'Dream', 'Evening', 'Forest', 'Garden', 'Harbour', 'Island', 'Journey', 'Kitchen', 'Lantern', 'Mountain', 'Night',
  'Ocean', 'Piano', 'Queen', 'River', 'Summer', 'Theatre', 'Umbrella', 'Village', 'Winter', 'Xylophone', 'Youth', 'Zebra'];
const button = (page, name) => page.getByRole('button', { name });

/* Side by side, as they stand in a room: one large, the others in somebody's hand. */
async function beside(browser, taken, file) {
  const page = await browser.newPage({ viewport: { width: 1600, height: 400 } });
  const pictures = taken.map((one) => `<img src="data:image/png;base64,${one.toString('base64')}">`);
  await page.setContent(`<body style="margin:0"><div style="display:inline-flex;gap:14px;padding:14px;background:#f3e8d5">${pictures.join('')}</div></body>`);
  await page.evaluate(() => {
    for (const one of document.images) one.height = 560;
  });
  await page.locator('div').screenshot({ path: file });
  await page.close();
  console.log(`unisono: ${file}`);
}

const server = await start_server(program, ['--public-url', 'http://unisono.home.arpa/']);
const browser = await open_browser();
try {
  const front = await guest(browser, PHONE);
  await front.page.goto(server.url);
  await button(front.page, 'Play together').waitFor();
  const ann = await open_table(browser, server.url, 'Ann', PHONE);
  const tv = await screen(browser, server.url, ann.code, TELEVISION);
  const others = [];
  for (const name of ['Ben', 'Cleo', 'Dan', 'Eve']) others.push(await join(browser, server.url, ann.code, name, PHONE));
  await choose_first_game(ann.page);
  await until(() => button(ann.page, /^Start /).isEnabled());
  await tv.page.getByText('Eve', { exact: true }).waitFor();
  await ann.page.evaluate(() => scrollTo(0, 0));
  await beside(browser, [await tv.page.screenshot(), await front.page.screenshot(), await ann.page.screenshot()], path(folder, 'lobby.png'));

  await button(ann.page, /^Start /).click();
  /* What comes before the first card can be skipped by the host. */
  const skip = button(ann.page, /Skip|Begin|Let’s go/);
  const field = ann.page.locator('main.play input, main.play button').first();
  await until(async () => {
    if (await skip.count()) await skip.first().click().catch(() => undefined);
    return (await field.count()) && !(await skip.count());
  });
  await until(() => tv.page.locator('.stage').count());
  /* All but two have written; Ann is about to. */
  for (const one of [...others.slice(1), ann]) {
    const input = one.page.locator('main.play input').first();
    await input.waitFor();
    const letter = (await input.getAttribute('placeholder'))?.trim()[0] ?? 'A';
    await input.fill(WORDS.find((word) => word.startsWith(letter)) ?? WORDS[0]);
    if (one !== ann) await input.press('Enter');
  }
  await tv.page.waitForTimeout(1500); /* the picture has settled */
  await beside(browser, [await tv.page.screenshot(), await ann.page.screenshot()], path(folder, 'evening.png'));
} finally {
  await browser.close();
  await server.stop();
}
