/* How long a slow phone waits for a screen it can use: a line of JSON each.
 *
 * usage: first_screen.mjs UNISONO [RUNS]
 *
 * A phone with a quarter of this machine's speed on a line of 1.6 Mbit/s with 150 ms to the server, nothing in
 * its cache. Counted from the end of the page's response to the first frame in which what a person came for can
 * be tapped: it is painted, enabled, and nothing lies above it. The figure is the median of all runs; `most`
 * is the longest. Whoever sits at the table already comes back with what the phone kept. */
import { open_browser, phone } from '../tests/e2e/browser.mjs';
import { choose_first_game, join, open_table } from '../tests/e2e/people.mjs';
import { start_server } from '../tests/e2e/server.mjs';

const LATENCY = 150;
const DOWN = (1.6 * 1024 * 1024) / 8;
const UP = (750 * 1024) / 8;
const SLOWER = 4;

/* Runs in the page before anything else: looks at every frame whether the place can be tapped. */
function watch(selector) {
  const look = () => {
    const found = document.querySelector(selector);
    if (found && !found.disabled) {
      found.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = found.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (width && hit && found.contains(hit)) {
        globalThis.usable_at = performance.now();
        return;
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function once(browser, url, selector, storageState) {
  const page = await phone(browser, { serviceWorkers: 'block', ...(storageState ? { storageState } : {}) });
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: LATENCY, downloadThroughput: DOWN, uploadThroughput: UP });
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(watch, selector);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.usable_at !== undefined, undefined, { polling: 100 });
  const took = await page.evaluate(() => globalThis.usable_at - performance.getEntriesByType('navigation')[0].responseEnd);
  await page.context().close();
  return took;
}

function figures(name, times) {
  const sorted = [...times].sort((a, b) => a - b);
  return { bench: 'first_screen', screen: name, ms: Math.round(sorted[sorted.length >> 1]), most: Math.round(sorted.at(-1)), runs: times.length };
}

const [program, runs = '7'] = process.argv.slice(2);
const server = await start_server(program);
const browser = await open_browser();

/* A phone that has sat down is put away; what it kept opens the same seat again. */
async function put_away(one) {
  const kept = await one.page.context().storageState();
  await one.close();
  return kept;
}

async function measure(name, url, selector, kept) {
  const times = [];
  for (let run = 0; run < Number(runs); run++) times.push(await once(browser, url, selector, kept));
  console.log(JSON.stringify(figures(name, times)));
}

try {
  const ann = await open_table(browser, server.url, 'Ann');
  await choose_first_game(ann.page);
  const table = `${server.url}/j/${ann.code}`;
  /* Before anybody else is there who could become the host. */
  await measure('lobby of the host', table, '.games .pick', await put_away(ann));
  await measure('home', server.url, '.ways button');
  await measure('join', table, 'main.join form input');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await measure('lobby', table, '.games li', await put_away(ben));
} finally {
  await browser.close();
  await server.stop();
}
