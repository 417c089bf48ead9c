/* Lighthouse over the screens of the app, on its phone: a line of JSON each.
 *
 * usage: run.mjs UNISONO [RUNS]
 *
 * The phone that is judged is a browser of its own, with an empty cache for every page; what it keeps (its seat) it
 * keeps. It comes to a table that somebody else has opened: the front door, the way in, the lobby, every game, and as
 * a table screen. Scores are medians of all runs; ends with 1 when one is below its aim, and then says why. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { BROWSER_FLAGS, browser_path, open_browser } from '../../tests/e2e/browser.mjs';
import { prepared } from '../../tests/e2e/party.mjs';
import { choose_first_game, heard, open_table, sit, until } from '../../tests/e2e/people.mjs';
import { start_server } from '../../tests/e2e/server.mjs';

const AIMS = { performance: 95, accessibility: 100, 'best-practices': 100 };
const TELEVISION = { mobile: true, width: 1920, height: 1080, deviceScaleFactor: 1 };

/* A browser with one profile for all its pages, and a port at which Lighthouse finds it. */
async function judged_phone() {
  const folder = mkdtempSync(join(tmpdir(), 'unisono-lighthouse-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: browser_path(),
    args: [...BROWSER_FLAGS, '--remote-debugging-port=0'],
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
  });
  const [port] = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n');
  return {
    port: Number(port),
    page: () => context.newPage(),
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function failures({ audits, categories }) {
  const refs = Object.entries(AIMS).flatMap(([name]) => categories[name].auditRefs);
  return refs
    .filter(({ id, weight }) => weight && audits[id].score !== null && audits[id].score < 0.9)
    .map(({ id }) => `${id}: ${audits[id].title} ${audits[id].displayValue ?? ''} ${(audits[id].details?.items ?? []).slice(0, 3).map((item) => JSON.stringify(item.node?.snippet ?? item.description ?? item.url ?? '')).join(' ')}`);
}

/* Lighthouse empties the caches itself, and leaves alone what a page has kept. */
async function judge(phone, url, look) {
  const flags = { port: phone.port, output: 'json', logLevel: 'error', onlyCategories: Object.keys(AIMS) };
  const { lhr } = await lighthouse(url, { ...flags, ...(look ? { screenEmulation: look } : {}) });
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  return lhr;
}

async function judge_page(phone, name, url, runs, look) {
  const reports = [];
  for (let run = 0; run < runs; run++) reports.push(await judge(phone, url, look));
  reports.sort((a, b) => a.categories.performance.score - b.categories.performance.score);
  const typical = reports[runs >> 1];
  const scores = Object.fromEntries(Object.keys(AIMS).map((aim) => [aim, Math.round(typical.categories[aim].score * 100)]));
  const ms = (audit) => Math.round(typical.audits[audit].numericValue);
  console.log(JSON.stringify({
    lighthouse: name, ...scores, first_paint_ms: ms('first-contentful-paint'), largest_paint_ms: ms('largest-contentful-paint'),
    blocked_ms: ms('total-blocking-time'), shift: Number(typical.audits['cumulative-layout-shift'].numericValue.toFixed(3)), runs,
  }));
  const good = Object.entries(AIMS).every(([aim, least]) => scores[aim] >= least);
  if (!good) for (const line of failures(typical)) console.error(`  ${line}`);
  return good;
}

const [program, runs = '3'] = process.argv.slice(2);
const server = await start_server(program);
const browser = await open_browser();
const phone = await judged_phone();
let good = true;
const judged = async (...what) => void (good = (await judge_page(phone, what[0], what[1], Number(runs), what[2])) && good);

/* A table of this game with as few bots as it takes: Ben's phone is the one that is judged, and it is waited for. */
async function judge_game(game, least) {
  const p = await prepared(browser, server.url, { game, people: ['Ann'], bots: Math.max(least - 2, 0), tv: false, start: false });
  const table = `${server.url}/j/${p.code}`;
  const page = await phone.page();
  await page.goto(table);
  await sit(page, 'Ben');
  await page.close();
  const start = p.host.page.getByRole('button', { name: /^Start / });
  await until(() => start.isEnabled());
  await start.click();
  await heard(p.host, (view) => view.phase, 'no game came');
  await judged(`${game}: player`, table);
  await judged(`${game}: table screen`, `${server.url}/t/${p.code}`, TELEVISION);
  await p.close();
}

try {
  const ann = await open_table(browser, server.url, 'Ann');
  await choose_first_game(ann.page);
  const table = `${server.url}/j/${ann.code}`;
  await judged('home', server.url);
  await judged('join', table);
  const page = await phone.page();
  await page.goto(table);
  await sit(page, 'Ben');
  await page.close();
  await judged('lobby', table);
  await judged('table screen', `${server.url}/t/${ann.code}`, TELEVISION);
  await ann.close();
  const { games } = await (await fetch(`${server.url}/api/games`)).json();
  for (const { id, seats } of games) await judge_game(id, seats[0]);
} finally {
  await phone.close();
  await browser.close();
  await server.stop();
}
process.exitCode = good ? 0 : 1;
