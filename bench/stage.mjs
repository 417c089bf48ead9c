/* A full table screen at work: milliseconds of the page's own thread a frame, at 1920 by 1080 with all motion. Twelve
 * people point at gaps twice a second each, then eight people's words are read and fly together, then fourteen sit at a field
 * on which a team of seven moves its tokens, fifteen times a second each.
 *
 * usage: stage.mjs UNISONO [laying]  prints a line of JSON a stage, or of those that are named; does nothing where there is no Chromium
 *
 * `busy` is CPU time of the main thread by frames that the page was given, of which 4 is the goal; `per_second` the same by
 * seconds: where rendering in software leaves only a few frames, each of them has the work of several. */
import { browser_path, open_browser } from '../tests/e2e/browser.mjs';
import { gather } from '../tests/e2e/crowd.mjs';
import { heard, known } from '../tests/e2e/people.mjs';
import { prepared, push } from '../tests/e2e/party.mjs';
import { start_server } from '../tests/e2e/server.mjs';

const SECONDS = 8;
const GOAL = 4;

async function measure(page, during) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const metrics = async () => Object.fromEntries((await devtools.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
  await page.evaluate(() => {
    globalThis.frames = 0;
    const tick = () => {
      globalThis.frames++;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const began = performance.now();
  const before = await metrics();
  const first = await page.evaluate(() => globalThis.frames);
  await during();
  const after = await metrics();
  const took = (performance.now() - began) / 1000;
  const frames = (await page.evaluate(() => globalThis.frames)) - first;
  const per_frame = (key) => Math.round(((after[key] - before[key]) * 1e5) / frames) / 100;
  return {
    frames, per_second: Math.round(((after.TaskDuration - before.TaskDuration) * 1000) / took), busy: per_frame('TaskDuration'), script: per_frame('ScriptDuration'), style: per_frame('RecalcStyleDuration'), layout: per_frame('LayoutDuration'),
    layouts: after.LayoutCount - before.LayoutCount,
  };
}

const seconds = (count) => new Promise((done) => setTimeout(done, count * 1000));

async function pointing(browser, url) {
  const crowd = await gather(browser, url);
  const p = await prepared(browser, url, { game: 'oneround', people: ['Ann'], start: false, options: { timer: false, challenge: 92 } });
  const [ann] = p.guests;
  await crowd.sit(ann.code, 11);
  await p.tv.page.emulateMedia({ reducedMotion: 'no-preference' });
  await ann.page.getByRole('button', { name: /^Start / }).click();
  await crowd.play((member, view, told) => {
    if (view.can?.includes('turn_timer')) return member.act('turn_timer');
    if (!view.can?.includes('point') || told[member.seat]) return undefined;
    told[member.seat] = true;
    return setTimeout(() => {
      told[member.seat] = false;
      member.act('point', { gap: Math.floor(Math.random() * view.table.circle.length) });
    }, 400);
  });
  /* The first card is Ann's: she sits on the first seat. */
  await heard(ann, (view) => view.can?.includes('clue') || view.phase?.name === 'guess', 'no card came');
  if (known(ann).can.includes('clue')) {
    await ann.page.locator('form.word').getByRole('textbox').fill('VELVET');
    await push(ann, ann.page.locator('form.word button[type=submit]'));
    if (ann.refusal?.insist) await push(ann, 'Take it anyway');
  }
  await heard(p.tv, (view) => view.phase.name === 'guess' && view.turn.points?.length > 5, 'nobody points');
  const from = p.tv.frames.length;
  const result = await measure(p.tv.page, () => seconds(SECONDS));
  const changes = Math.round((p.tv.frames.length - from) / SECONDS);
  await p.close();
  await crowd.close();
  return { bench: 'stage-pointing', people: 12, changes_per_second: changes, ...result };
}

async function reading(browser, url) {
  const crowd = await gather(browser, url);
  const p = await prepared(browser, url, { game: 'onemind', people: ['Ann'], start: false, options: { free: true, reading_pace: 'brisk', check_time: 3 } });
  const [ann] = p.guests;
  await crowd.sit(ann.code, 7);
  await p.tv.page.emulateMedia({ reducedMotion: 'no-preference' });
  await ann.page.getByRole('button', { name: /^Start / }).click();
  await crowd.play((member, view) => {
    if (!view.can?.includes('write') || view.me.word) return;
    const { round } = view.table;
    member.act('write', { word: round ? `WOSAME${'ABCDEF'[round]}${member.seat % 2 ? 'L' : 'K'}` : `WOSTART${'ABCDEFGH'[member.seat]}`, insist: true });
  });
  const write = async (word) => {
    await ann.page.locator('form.word').getByRole('textbox').fill(word);
    await push(ann, ann.page.locator('form.word button[type=submit]'));
    if (ann.refusal?.insist) await push(ann, 'Take it anyway');
  };
  await write('WOSTARTZ');
  await heard(ann, (view) => view.phase.name === 'write', 'no round');
  await heard(p.tv, (view) => view.finished?.length === 7, 'somebody does not write');
  const result = await measure(p.tv.page, async () => {
    await write('WOSAMEBK');
    await heard(p.tv, (view) => view.table.round === 2 || view.result, 'the round does not end');
  });
  await p.close();
  await crowd.close();
  return { bench: 'stage-reading', people: 8, ...result };
}

/* Ann of that team sits still. */
async function laying(browser, url) {
  const crowd = await gather(browser, url);
  const p = await prepared(browser, url, { game: 'coordinates', people: ['Ann'], start: false });
  const [ann] = p.guests;
  await crowd.sit(ann.code, 13);
  await p.tv.page.emulateMedia({ reducedMotion: 'no-preference' });
  await ann.page.getByRole('button', { name: /^Start / }).click();
  await heard(p.tv, (view) => view.phase?.name === 'place', 'no game came');
  await crowd.wave('place', 15);
  const moves = () => p.tv.frames.filter((frame) => frame.in && frame.text.startsWith('{"moved"'));
  await heard(p.tv, () => new Set(moves().map((frame) => JSON.parse(frame.text).moved[0])).size >= 6, 'nobody moves');
  const from = moves().length;
  const result = await measure(p.tv.page, () => seconds(SECONDS));
  const changes = Math.round((moves().length - from) / SECONDS);
  await crowd.rest();
  await p.close();
  await crowd.close();
  return { bench: 'stage-laying', people: 14, changes_per_second: changes, ...result };
}

if (!browser_path()) {
  console.log(JSON.stringify({ bench: 'stage', skipped: 'no Chromium' }));
  process.exit(0);
}
const [program, ...named] = process.argv.slice(2);
const server = await start_server(program);
const browser = await open_browser();
try {
  for (const bench of [pointing, reading, laying].filter(({ name }) => !named.length || named.includes(name))) console.log(JSON.stringify({ ...(await bench(browser, server.url)), goal: GOAL }));
} finally {
  await browser.close();
  await server.stop();
}
