/* What stays of a game, in a real browser against the real server: the way there, the page, what one takes home, the
 * end of it.
 *
 * usage: keepsake.mjs UNISONO [NAME…]          SHOTS=folder takes pictures
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { both_themes, violations } from './look.mjs';
import { play_matching } from './match.mjs';
import { opened } from './opened.mjs';
import { button, prepared, push } from './party.mjs';
import { until } from './people.mjs';
import { run, test } from './tap.mjs';
import { texts } from './texts.mjs';

const { server, browser } = await opened();

const english = texts('en');
const shots = process.env.SHOTS;

async function picture(page, name, how = {}) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/keepsake-${name}.png`, ...how });
}

const address_of = (one) => one.room.table?.keepsake;

test('a game leaves a page behind: from the end screen, on every device the same, without what was secret', async (t) => {
  const p = await prepared(browser, server.url, { game: 'onemind', people: ['Ann', 'Ben'], bots: 1, options: { check_time: 0, vote_time: 120 } });
  const [ann, ben] = p.guests;
  const secrets = await play_matching(p);
  for (const one of p.all) await until(() => address_of(one), 'nobody was told of the keepsake');
  t.ok(/^[0-9a-f]{48}$/.test(address_of(ann)), 'an address that nobody can guess');
  t.deepEqual(p.all.map(address_of), p.all.map(() => address_of(ann)));
  /* The secret is shown now, and a phone that was there computes every draw again. */
  const deal = ben.room.deal.game;
  t.deepEqual(deal.parts.map((one) => one.seat), [0, 1]);
  t.deepEqual(deal.out, []);
  await button(ben.page, english('fair')).click();
  const fair = ben.page.getByRole('dialog');
  for (const what of ['mine', 'parts', 'table', 'seal']) await fair.getByText(english(`deal.${what}.yes`)).waitFor();
  await button(fair, english('deal.compute')).click();
  await fair.getByText(/^All right: [1-9]/).waitFor();
  t.deepEqual(await violations(ben.page), []);
  await picture(ben.page, 'deal-end');
  await ben.page.keyboard.press('Escape');
  const link = ben.page.getByRole('link', { name: english('keepsake.look') });
  await link.waitFor();
  await p.tv.page.getByRole('img', { name: english('keepsake.scan') }).waitFor();
  t.deepEqual(await violations(ben.page), []);
  await picture(ben.page, 'phone-end');
  await p.tv.page.setViewportSize({ width: 1920, height: 1080 });
  await picture(p.tv.page, 'stage-end');

  const [page] = await Promise.all([ben.page.context().waitForEvent('page'), link.click()]);
  await page.waitForLoadState();
  t.ok(page.url().includes(`/k/${address_of(ann)}`));
  await page.getByRole('heading', { name: 'One Mind', exact: true }).waitFor();
  const html = await page.content();
  for (const name of ['Ann', 'Ben']) t.ok(html.includes(name), `${name} is on it`);
  t.ok(html.includes('OMATCHI'), 'and what they wrote');
  for (const secret of secrets) t.ok(!html.includes(secret), 'but not what was taken back');
  t.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex, nofollow');
  t.deepEqual(await both_themes(page), [], 'everybody can read it');
  const marks = await page.evaluate(() => [...document.querySelectorAll('.mark')].map((one) => {
    const [frame, disc] = [one, one.firstElementChild].map((it) => it.getBoundingClientRect());
    return Math.max(Math.abs(frame.left - disc.left), Math.abs(frame.right - disc.right), Math.abs(frame.top - disc.top), Math.abs(frame.bottom - disc.bottom));
  }));
  t.ok(marks.length >= 3 && Math.max(...marks) < 2, 'marks are whole');
  await picture(page, 'page-phone', { fullPage: true });

  /* The same on every device, in every language. */
  const places = async (where) => where.evaluate(() => [...document.querySelectorAll('.sheet circle, .sheet path')].map((one) => one.outerHTML).join());
  const map = await places(page);
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Jedes Wort' }).waitFor();
  t.equal(await places(page), map, 'the map is the same');
  await page.getByRole('link', { name: 'Français' }).click();
  await page.getByRole('heading', { name: 'Tous les mots' }).waitFor();
  await page.getByRole('link', { name: 'English' }).click();

  /* Step by step. */
  const shown = () => page.evaluate(() => [...document.querySelectorAll('.sheet text')].filter((one) => getComputedStyle(one).visibility !== 'hidden').length);
  await page.getByRole('heading', { name: 'Every word' }).waitFor();
  const all = await shown();
  await button(page, 'On').click();
  t.equal(await page.locator('.replay output').textContent(), 'Start words');
  t.ok((await shown()) < all, 'the first step shows less');
  await button(page, 'Back').click();

  /* Once more, on the stage that it was played on. */
  const watched = await page.context().newPage();
  await watched.setViewportSize({ width: 1280, height: 720 });
  await watched.goto(new URL(await page.getByRole('link', { name: 'Watch it on the stage' }).getAttribute('href'), server.url).href);
  const controls = watched.getByRole('group', { name: english('replay') });
  await controls.waitFor();
  for (let i = 0; i < 2; i++) await button(controls, english('replay.step_on')).click();
  await watched.getByText(/OMATCHI/).first().waitFor();
  await picture(watched, 'replay');
  const seen = await watched.locator('.replay').innerText();
  for (const secret of secrets) t.ok(!seen.includes(secret), 'the stage shows no secret either');
  const where = async () => Number(await controls.getByRole('slider').inputValue());
  const before = await where();
  await button(controls, english('replay.play')).click();
  await until(async () => (await where()) > before, 'it does not play');
  await button(controls, english('replay.pause')).click();
  const on = button(controls, english('replay.step_on'));
  while (await on.isEnabled()) await on.click();
  await watched.locator('.ending').waitFor();
  await picture(watched, 'replay-end');
  await watched.close();

  /* What one takes home. */
  const take = async (name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).or(page.getByRole('link', { name })).click()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const png = await take('Picture (PNG)');
  t.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  t.ok(png.bytes.length > 20000, 'and there is something on it');
  if (shots) (await import('node:fs')).writeFileSync(`${shots}/keepsake-shared.png`, png.bytes);
  const svg = await take('Picture (SVG)');
  t.ok(svg.bytes.toString().includes('Ann'));
  await page.getByLabel('With names').uncheck();
  t.ok(!(await take('Picture (SVG)')).bytes.toString().includes('Ann'), 'names are optional');
  const nameless = await take('The whole page as one file');
  t.ok(!nameless.bytes.toString().includes('Ann'));
  await page.getByLabel('With names').check();
  const file = await take('The whole page as one file');
  t.equal(file.name, 'unisono-one-mind.html');
  t.ok(file.bytes.toString().includes('Ann') && !/(src|href)="\//.test(file.bytes.toString()), 'it needs no server');

  await page.setViewportSize({ width: 1280, height: 900 });
  await picture(page, 'page-desktop', { fullPage: true });
  await page.emulateMedia({ media: 'print' });
  await picture(page, 'page-print', { fullPage: true });
  await page.emulateMedia({ media: 'screen' });

  /* Nothing is lost by a power cut; the host ends it, for everybody and for good. */
  await server.restart();
  await page.reload();
  await page.getByRole('heading', { name: 'Every word' }).waitFor();
  for (const one of p.all) await until(() => address_of(one), 'it was forgotten');
  await push(ann, english('result.lobby'));
  await button(ann.page, english('keepsake.all')).click();
  const sheet = ann.page.getByRole('dialog');
  await button(sheet, english('keepsakes.delete')).click();
  await picture(ann.page, 'list');
  await button(sheet, english('host.sure')).click();
  await sheet.getByText(english('keepsakes.none')).waitFor();
  const gone = await page.reload();
  t.equal(gone.status(), 404);
  await page.getByText('There is no keepsake here').waitFor();
  t.deepEqual(p.complaints(), []);
  await p.close();
});

await run();
