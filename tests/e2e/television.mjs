/* A television in a real browser against the real server: awake without a wake lock, back after standby, a remote control
 * with arrows and OK, and a set that is slow.
 *
 * usage: television.mjs UNISONO [NAME…]
 */
import { readdirSync } from 'node:fs';
import { television } from './browser.mjs';
import { lay_cable } from './cable.mjs';
import { tap } from './hands.mjs';
import { opened } from './opened.mjs';
import { prepared } from './party.mjs';
import { attend, heard, known, until } from './people.mjs';
import { run, test } from './tap.mjs';

const { server, browser } = await opened();

const games = readdirSync(new URL('../../games/', import.meta.url), { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name).sort();
const GAME = games.at(-1);

/* Somebody's table, and a screen at another address than the phones'. */
async function table_with(url, options = {}, game = GAME) {
  const { default: { act: _act, ...order } } = await import(`../../games/${game}/engines.mjs`);
  const p = await prepared(browser, server.url, { game, people: ['Ann'], tv: false, start: false, ...order, bots: 3 });
  const tv = attend(await television(browser, options));
  return { p, tv, open: () => tv.page.goto(`${url}/t/${p.code}`, { waitUntil: 'commit' }).then(() => heard(tv, () => tv.room.info, 'the table screen shows nothing')) };
}

const film = (tv) => tv.page.evaluate(() => {
  const node = document.querySelector('video.awake-film');
  const box = node?.getBoundingClientRect();
  return node && { plays: !node.paused, time: node.currentTime, muted: node.muted, sound: node.srcObject.getAudioTracks().length, share: (box.width * box.height) / (innerWidth * innerHeight) };
});

test('a film plays where no wake lock exists; the press that starts the sound gives it its silence', async (t) => {
  const { p, tv, open } = await table_with(server.url);
  await tv.page.addInitScript(() => delete Navigator.prototype.wakeLock);
  await open();
  const first = await until(() => film(tv), 'no film');
  t.ok(first.share >= 0.2, 'Chromium counts films that cover a fifth of the page');
  await until(async () => (await film(tv)).plays, 'the film does not play');
  await tv.page.keyboard.press('Enter');
  const pressed = await until(async () => ((await film(tv)).sound ? film(tv) : undefined), 'no silence after a press of OK');
  t.deepEqual([pressed.muted, pressed.plays], [false, true]);
  const { time } = await film(tv);
  await until(async () => (await film(tv)).time > time, 'the film stands still');
  /* A set that was asleep may have stopped it. */
  await tv.page.evaluate(() => document.querySelector('video.awake-film').pause());
  await tv.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await until(async () => (await film(tv)).plays, 'the film does not go on after standby');
  t.deepEqual(tv.complaints, []);
  await tv.close();
  await p.close();
});

/* Two hours of the page's own clock: whatever it waits for comes, and the film is painted every second of them. */
test('it plays for two hours, and a lock that was lost is asked for again', async (t) => {
  const HOURS = 2 * 3600;
  const { p, tv, open } = await table_with(server.url);
  await tv.page.addInitScript(() => {
    delete Navigator.prototype.wakeLock;
    globalThis.painted = 0;
    const fill = CanvasRenderingContext2D.prototype.fillRect;
    CanvasRenderingContext2D.prototype.fillRect = function fillRect(...box) {
      if (this.canvas.width === 2) globalThis.painted++;
      return fill.apply(this, box);
    };
  });
  await tv.page.clock.install();
  await open();
  await until(async () => (await film(tv))?.plays, 'the film does not play');
  const before = await tv.page.evaluate(() => globalThis.painted);
  for (let minute = 0; minute < HOURS / 60; minute += 10) {
    await tv.page.clock.runFor(600_000);
    t.ok((await film(tv)).plays, `the film stops after ${minute} minutes`);
  }
  const painted = (await tv.page.evaluate(() => globalThis.painted)) - before;
  t.ok(painted >= HOURS - 5, `painted ${painted} times in ${HOURS} seconds`);
  await tv.page.clock.resume();
  await tv.page.getByText(p.code.slice(0, 3)).first().waitFor();
  await tv.page.context().close();
  /* Where there is a lock, it is gone whenever the page was hidden. */
  const again = await table_with(server.url);
  await again.tv.page.addInitScript(() => {
    globalThis.locks = [];
    Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {
      const lock = Object.assign(new EventTarget(), { release: async () => undefined });
      globalThis.locks.push(lock);
      return lock;
    } } });
  });
  await again.open();
  const locks = () => again.tv.page.evaluate(() => globalThis.locks.length);
  await until(async () => (await locks()) === 1, 'no lock was asked for');
  await again.tv.page.evaluate(() => {
    globalThis.locks[0].dispatchEvent(new Event('release'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await until(async () => (await locks()) === 2, 'a lost lock is not asked for again');
  t.equal(await film(again.tv), null, 'no film where a lock is held');
  t.deepEqual([...tv.complaints, ...again.tv.complaints], []);
  await again.tv.page.context().close();
  await Promise.all([p.close(), again.p.close()]);
});

test('a set that was in standby shows what is now', async (t) => {
  const cable = await lay_cable(server.url);
  const { p, tv, open } = await table_with(cable.url);
  await open();
  await tv.page.getByText(p.code.slice(0, 3)).first().waitFor();
  const devtools = await tv.page.context().newCDPSession(tv.page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  cable.cut();
  const number = p.host.room.table?.number ?? 0;
  await p.host.page.getByRole('button', { name: /^Start / }).click();
  await heard(p.host, (view) => view.phase && p.host.room.table.number > number, 'no game came');
  cable.mend();
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await heard(tv, (view) => view.phase, 'the set is not told of the game');
  await tv.page.locator('.stage').waitFor();
  t.deepEqual(tv.complaints, []);
  await tv.close();
  await p.close();
  await cable.close();
});

test('arrows and OK reach what a table screen can be told', async (t) => {
  const { p, tv, open } = await table_with(server.url);
  await open();
  await tv.page.locator('.corner button').first().waitFor();
  const at = () => tv.page.evaluate(() => document.activeElement?.closest('button, a')?.textContent?.trim() ?? '');
  await tv.page.keyboard.press('ArrowRight');
  await until(at, 'an arrow reaches nothing');
  const seen = new Set([await at()]);
  for (let i = 0; i < 6; i++) {
    const before = await at();
    await tv.page.keyboard.press('ArrowRight');
    await until(async () => (await at()) !== before, '', 1000).catch(() => undefined);
    seen.add(await at());
  }
  t.ok(seen.size >= 3, `the arrows reach ${[...seen].join(', ')}`);
  /* OK on the theme changes it. */
  const theme = () => tv.page.evaluate(() => document.documentElement.dataset.theme);
  const old = await theme();
  await tv.page.locator('.corner button').filter({ hasText: /night|day|dark|light/i }).first().focus();
  await tv.page.keyboard.press('Enter');
  await until(async () => (await theme()) !== old, 'OK does nothing');
  await tv.page.evaluate(() => localStorage.clear());
  await tv.close();
  await p.close();
});

/* The longest piece of work on the page's own thread, in milliseconds of CPU: other programs on this machine do not count. */
async function longest_task(page, during) {
  const devtools = await page.context().newCDPSession(page);
  const tasks = [];
  devtools.on('Tracing.dataCollected', ({ value }) => tasks.push(...value));
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel', '__metadata'] } });
  await during();
  const done = new Promise((end) => devtools.once('Tracing.tracingComplete', end));
  await devtools.send('Tracing.end');
  await done;
  const mains = new Set(tasks.filter((one) => one.name === 'thread_name' && one.args?.name === 'CrRendererMain').map((one) => `${one.pid} ${one.tid}`));
  const long = tasks.filter((one) => /RunTask|ThreadControllerImpl::RunTask/.test(one.name) && mains.has(`${one.pid} ${one.tid}`) && one.tdur);
  await devtools.detach();
  return { longest: Math.max(0, ...long.map((one) => one.tdur / 1000)), count: long.length };
}

/* Plays on for as long as `going`. */
async function play_while(p, act, going) {
  await until(async () => {
    const view = known(p.host);
    if (!going() || view.result) return true;
    if (view.votes?.length) await tap(p.host, 'No');
    await act(p.host, view);
    return false;
  }, 'the game stands still');
}

const SLOWER = 6;
const ANSWER = 300;

for (const game of games) test(`a set ${SLOWER} times as slow would answer within ${ANSWER} ms: ${game}`, async (t) => {
  const [{ default: alone }, { default: { act = alone } }] = await Promise.all(['alone', 'engines'].map((name) => import(`../../games/${game}/${name}.mjs`)));
  const { p, tv, open } = await table_with(server.url, { reducedMotion: 'no-preference' }, game);
  await open();
  await p.host.page.getByRole('button', { name: /^Start / }).click();
  await tv.page.locator('.stage').waitFor();
  const { longest, count } = await longest_task(tv.page, () => play_while(p, act, () => tv.frames.length < 60));
  t.ok(count > 20, `${count} pieces of work were seen`);
  t.ok(longest * SLOWER <= ANSWER, `the longest piece of work takes ${longest.toFixed(1)} ms of CPU: ${SLOWER} times that is more than ${ANSWER}`);
  t.deepEqual(tv.complaints, []);
  await tv.close();
  await p.close();
});

test('a slow set drops what only adorns', async (t) => {
  const { p, tv, open } = await table_with(server.url, { reducedMotion: 'no-preference' });
  await open();
  await p.host.page.getByRole('button', { name: /^Start / }).click();
  await tv.page.locator('.light .disc').first().waitFor({ state: 'attached' });
  const drifting = () => tv.page.evaluate(() => getComputedStyle(document.querySelector('.light .disc')).animationName);
  t.notEqual(await drifting(), 'none');
  /* Every frame is late from here on, as on a set that draws ten of them a second. */
  await tv.page.evaluate(() => {
    const busy = () => {
      for (const end = performance.now() + 90; performance.now() < end; );
      setTimeout(busy);
    };
    busy();
  });
  await until(async () => (await drifting()) === 'none', 'a slow set goes on drifting');
  t.deepEqual(tv.complaints, []);
  await tv.close();
  await p.close();
});

await run();
