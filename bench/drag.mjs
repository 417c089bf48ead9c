/* Dragging on a phone at a table of fourteen: frames per second, work per frame, bytes per position.
 * A phone of 390 by 844 with a processor four times as slow as this one. The rules let one team of seven lay tokens at
 * a time, so six other hands move, fifteen times a second each; `waved_per_second` is what they sent, and
 * `moved_per_second` what reached this phone of it.
 *
 * usage: drag.mjs UNISONO           prints a line of JSON; does nothing where there is no Chromium
 *
 * Frames are those the page was given; a machine with other work to do gives fewer of them. `busy` does not
 * depend on that: milliseconds of the page's own thread per frame, at a quarter of the speed. 16.6 is all there is. */
import { browser_path, open_browser } from '../tests/e2e/browser.mjs';
import { gather } from '../tests/e2e/crowd.mjs';
import { heard, known } from '../tests/e2e/people.mjs';
import { prepared } from '../tests/e2e/party.mjs';
import { start_server } from '../tests/e2e/server.mjs';

const SLOWER = 4;
const SECONDS = 5;
const OFTEN = 15;

async function meter(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return async () => Object.fromEntries((await devtools.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
}

/* In the page: the time between frames, for as long as the hand moves. */
const watch = () => {
  globalThis.frames = [];
  let last = performance.now();
  const tick = (now) => {
    globalThis.frames.push(now - last);
    last = now;
    globalThis.watching = requestAnimationFrame(tick);
  };
  globalThis.watching = requestAnimationFrame(tick);
};
const seen = () => (cancelAnimationFrame(globalThis.watching), globalThis.frames.slice(1));

/* A finger that circles for some seconds, about once a frame. */
async function drag(page, x, y) {
  const end = Date.now() + SECONDS * 1000;
  await page.mouse.move(x, y);
  await page.mouse.down();
  let moves = 0;
  for (; Date.now() < end; moves++) {
    await page.mouse.move(x + Math.cos(moves / 12) * 60, y + Math.sin(moves / 12) * 60);
    await new Promise((done) => setTimeout(done, 8));
  }
  await page.mouse.up();
  return moves;
}

function figures(name, deltas, before, after, moves) {
  const sorted = [...deltas].sort((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] * 10) / 10;
  const spent = deltas.reduce((sum, one) => sum + one, 0);
  const per_frame = (key) => Math.round(((after[key] - before[key]) * 1e5) / deltas.length) / 100;
  return {
    bench: name, fps: Math.round((deltas.length * 1e4) / spent) / 10, p50: at(0.5), p95: at(0.95), longest: at(1), moves,
    busy: per_frame('TaskDuration'), script: per_frame('ScriptDuration'), style: per_frame('RecalcStyleDuration'), layout: per_frame('LayoutDuration'),
    layouts: after.LayoutCount - before.LayoutCount,
  };
}

async function measure(name, one, spot) {
  const metrics = await meter(one.page);
  await one.page.evaluate(watch);
  const before = await metrics();
  const moves = await drag(one.page, spot.x, spot.y);
  const after = await metrics();
  return figures(name, await one.page.evaluate(seen), before, after, moves);
}

async function token(browser, url) {
  const crowd = await gather(browser, url);
  const e = await prepared(browser, url, { game: 'coordinates', people: ['Ann'], tv: false, start: false });
  const [ann] = e.guests;
  await crowd.sit(ann.code, 13);
  await ann.page.getByRole('button', { name: /^Start / }).click();
  await heard(ann, (view) => view.phase?.name === 'place', 'no game came');
  await ann.page.locator('.field').waitFor();
  await crowd.wave('place', OFTEN);
  await heard(ann, () => new Set(ann.frames.filter((frame) => frame.text.startsWith('{"moved"')).map((frame) => JSON.parse(frame.text).moved[0])).size >= 6, 'nobody moves');
  const box = await ann.page.locator('.field').boundingBox();
  const from = ann.frames.length;
  const before = await crowd.waved();
  const began = performance.now();
  const result = await measure('drag-token', ann, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const took = performance.now() - began;
  const after = await crowd.waved();
  const hands = ann.frames.slice(from).filter((frame) => frame.in && frame.text.startsWith('{"moved"'));
  await crowd.rest();
  const bytes = hands.map((frame) => Buffer.byteLength(frame.text) + 2);
  await e.close();
  await crowd.close();
  const per_second = (count) => Math.round((count * 1000) / took);
  return {
    ...result, others: 13, hands: after.hands, waved_per_second: per_second(after.sent - before.sent), moved_per_second: per_second(hands.length),
    bytes_per_position: Math.max(...bytes),
  };
}

async function picture(browser, url) {
  const e = await prepared(browser, url, { game: 'compatibility', people: ['Ann'], bots: 3, tv: false });
  const [ann] = e.guests;
  await heard(ann, (view) => view.phase?.name, 'no game came');
  await ann.page.getByRole('button', { name: '3', exact: true }).click();
  await heard(ann, (view) => view.phase.name === 'choose', 'no theme came');
  const tile = ann.page.getByRole('region').getByRole('listitem').nth(9).getByRole('button');
  const box = await tile.boundingBox();
  const result = await measure('drag-picture', ann, { x: box.x + 20, y: box.y + 20 });
  if (known(ann).phase.name !== 'choose') throw new Error('the round went on');
  await e.close();
  return result;
}

if (!browser_path()) {
  console.log(JSON.stringify({ bench: 'drag', skipped: 'no Chromium' }));
  process.exit(0);
}
const server = await start_server(process.argv[2]);
const browser = await open_browser();
try {
  for (const bench of [token, picture]) console.log(JSON.stringify({ ...(await bench(browser, server.url)), cpu_slower: SLOWER }));
} finally {
  await browser.close();
  await server.stop();
}
