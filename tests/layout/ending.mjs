/* How a stage tells the end of a game that has places, in stories of every game that ends so: the third first, then the
 * second, after a breath the winners with the title, then the awards; with reduced motion all of it in the first
 * picture, and so after a press.
 *
 * usage: ending.mjs UNISONO
 */
import { resolve } from 'node:path';
import { open_browser } from '../e2e/browser.mjs';
import { start_server } from '../e2e/server.mjs';
import { at_end, run, test } from '../e2e/tap.mjs';
import { frame_of, games, play } from './stories.mjs';
import { open_theatre } from './theatre.mjs';

const program = resolve(process.argv[2]);
const server = await start_server(program);
const browser = await open_browser();
at_end(() => server.stop());
at_end(() => browser.close());

/* The last two moments of the first game that ends with places. */
function find({ id, min }) {
  for (let seed = 1; seed < 6; seed++) {
    let setup;
    let before;
    for (const line of play(program, { game: id, seats: Math.max(min, 4), language: 'en', seed, count: 1, clever: true, plain: true })) {
      const step = JSON.parse(line);
      setup = step.setup ?? setup;
      if (step.setup) continue;
      const now = { setup, at: step.at, view: step.views['-1'], seat: -1 };
      if (now.view.result && before) {
        if (now.view.result.outcome === 'ranked') return { before, after: now };
        break;
      }
      before = now;
    }
  }
  return undefined;
}

/* In the page: what the ending shows, where it differs from what it showed before. With `pictures` as it is painted; else with every change, so
 * that a machine which skips pictures misses no step. */
function watch(pictures) {
  globalThis.ending_seen = [];
  const look = () => {
    const ending = document.querySelector('.ending');
    const now = ending && { steps: ending.querySelectorAll('.podium .told').length, title: Boolean(ending.querySelector('h2')), awards: ending.querySelectorAll('.awards li:not(.later)').length };
    const last = globalThis.ending_seen.at(-1);
    if (now && JSON.stringify(now) !== JSON.stringify(last)) globalThis.ending_seen.push(now);
    if (pictures) requestAnimationFrame(look);
  };
  look();
  if (!pictures) new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}

async function end(theatre, { before, after }, pictures = false) {
  await theatre.show({ frame: frame_of(before) });
  await theatre.page.locator('.stage').waitFor();
  await theatre.page.evaluate(watch, pictures);
  const { room, views, at } = frame_of(after);
  /* Nothing is told but the end itself. */
  await theatre.page.evaluate((message) => globalThis.story.wire.tell(message), { rev: 2, at, room, views });
  await theatre.page.locator('.ending').waitFor();
}
const seen = (theatre) => theatre.page.evaluate(() => globalThis.ending_seen);
const all_told = (theatre, awards) => theatre.page.waitForFunction((n) => globalThis.ending_seen.at(-1)?.title && globalThis.ending_seen.at(-1).awards === n, awards);

let ranked = 0;
for (const game of games(program)) {
  const story = find(game);
  if (!story) continue;
  const awards = Math.min(3, (story.after.view.awards ?? []).length);

  test(`${game.id}: the third is told first, the winners last, then the awards`, async (t) => {
    const theatre = await open_theatre(browser, server.url, { screen: 'table', language: 'en' });
    await theatre.page.emulateMedia({ reducedMotion: 'no-preference' });
    await theatre.resize({ width: 1280, height: 720 });
    await end(theatre, story);
    if (!(await theatre.page.locator('.podium').count())) return theatre.close(); /* teams: one of them has won, and that is all */
    ranked++;
    await all_told(theatre, awards);
    const told = await seen(theatre);
    const most = told.at(-1).steps;
    t.ok(most > 1, 'a podium of more than one step');
    t.deepEqual(told.filter((one) => !one.title).map((one) => one.steps), Array.from({ length: most }, (_, step) => step), 'one step after the other, and no title before the last');
    t.deepEqual(told.filter((one) => one.title).map((one) => one.awards), Array.from({ length: awards + 1 }, (_, award) => award), 'awards after the title, one by one');

    await end(theatre, story);
    await theatre.page.locator('.ending').click();
    await theatre.page.waitForFunction(() => globalThis.ending_seen.at(-1)?.title);
    const pressed = (await seen(theatre)).at(-1);
    t.deepEqual(pressed, { steps: most, title: true, awards }, 'a press tells the rest at once');
    t.deepEqual(theatre.complaints, []);
    await theatre.close();
  });

  test(`${game.id}: with reduced motion the whole end is there at once`, async (t) => {
    const theatre = await open_theatre(browser, server.url, { screen: 'table', language: 'en' });
    await theatre.page.emulateMedia({ reducedMotion: 'reduce' });
    await theatre.resize({ width: 1280, height: 720 });
    await end(theatre, story, true);
    await all_told(theatre, awards);
    t.equal((await seen(theatre)).length, 1, JSON.stringify(await seen(theatre)));
    await theatre.close();
  });
}
test('some game has a podium', async (t) => t.ok(ranked > 0));
await run();
