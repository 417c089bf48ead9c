/* Every game to its end over networks that nobody would choose: 300 ms each way, half a megabit for each phone, packets that get lost,
 * and gaps of ten seconds. No word is lost or there twice, and the phones say what is going on.
 *
 * usage: network.mjs UNISONO [GAME…]
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { enter_network, weather } from './weather.mjs';

enter_network();

const { open_browser } = await import('./browser.mjs');
const { lay_cable } = await import('./cable.mjs');
const { tap } = await import('./hands.mjs');
const { known, prepared } = await import('./party.mjs');
const { heard } = await import('./people.mjs');
const { start_server } = await import('./server.mjs');
const { at_end, run, test } = await import('./tap.mjs');
const { texts } = await import('./texts.mjs');

const DELAY = 300;
const LOSS = 4;
/* Of two phones, each over two hops of this machine. */
const RATE = '2mbit';
const GAP = 10_000;
const QUIET = 12_000;
/* Half of the time nothing gets through. */
const LONGEST = 1_800_000;
const sky = weather();
const browser = await open_browser();
at_end(() => browser.close());
const say = texts('en');

const strips_of = new WeakMap();

/* The same guest by another way: the token is the seat. */
async function rewire(one, cable) {
  const path = new URL(one.page.url()).pathname;
  const token = await one.page.evaluate((code) => localStorage.getItem(`unisono.token.${code}`), one.code);
  const before = one.welcomes;
  await one.page.goto(`${cable.url}/icon.svg`);
  await one.page.evaluate(([code, key]) => localStorage.setItem(`unisono.token.${code}`, key), [one.code, token]);
  await one.page.goto(cable.url + path, { waitUntil: 'commit' });
  await heard(one, () => one.welcomes > before, 'the cable leads nowhere');
  /* What a strip below the bar has said, as often as it said something else. A phone may have played another game before. */
  one.strips = [];
  if (!strips_of.has(one.page)) await one.page.exposeBinding('strip_says', (_source, text) => strips_of.get(one.page).push(text));
  strips_of.set(one.page, one.strips);
  await one.page.evaluate(() => {
    let last = '';
    new MutationObserver(() => {
      const now = document.querySelector('.frame > .link')?.textContent.trim() ?? '';
      if (now !== last) globalThis.strip_says(now);
      last = now;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

/* What this phone asked of the game, and whether it was told that it is done. */
function requests(one) {
  const sent = new Map();
  let done = 0;
  for (const frame of one.frames) {
    const message = JSON.parse(frame.text);
    if (!frame.in && message.play) sent.set(message.n, { ...message, ok: sent.get(message.n)?.ok ?? false, times: (sent.get(message.n)?.times ?? 0) + 1 });
    if (!frame.in) continue;
    if (message.ack !== undefined && sent.has(message.ack)) sent.get(message.ack).ok = true;
    if (message.refused !== undefined && sent.has(message.refused)) sent.get(message.refused).refused = true;
    done = Math.max(done, message.welcome?.n ?? 0);
  }
  for (const [n, request] of sent) if (n <= done && !request.refused) request.ok = true;
  return sent;
}

/* The log of the room: which request of which guest was applied, and what of it. */
function applied(program, store) {
  const text = execFileSync(program, ['export', '--store', store, '--all', '-'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const found = [];
  let head;
  for (const line of text.split('\n').filter(Boolean)) {
    const json = JSON.parse(line);
    if (json.change !== undefined) head = json;
    else if (json.seq !== undefined && head?.change === 'play') found.push({ guest: head.by, n: head.n, seat: json.by, action: json.do, with: json.with });
  }
  return found;
}

async function person(one, act, over) {
  while (!over()) {
    const { votes } = known(one);
    if (votes?.length) await tap(one, say('vote.no'));
    const frames = one.frames.length;
    await act(one, known(one)).catch((error) => { if (!over()) throw error; });
    if (!over() && one.frames.length === frames) await new Promise((done) => setTimeout(done, 250));
  }
}

async function play(t, game, act, options) {
  const server = await start_server(process.argv[2], ['--bot-hurry', '90']);
  const p = await prepared(browser, server.url, { game, people: ['Ann', 'Ben'], bots: 2, options, tv: false, start: false });
  const cables = [];
  sky.narrow(RATE);
  for (const one of p.guests) {
    const cable = await lay_cable(server.url, { delay: DELAY });
    cables.push(cable);
    await rewire(one, cable);
    sky.rain(cable.port, LOSS);
  }
  const [ann] = p.guests;
  await ann.page.getByRole('button', { name: say('lobby.start', { game: say(`game.${game}`) }) }).click();
  for (const one of p.guests) await heard(one, (view) => view.phase, 'no game came');
  const over = () => p.guests.every((one) => known(one).result);
  let ended = false;
  let gaps = 0;
  const storms = (async () => {
    for (; !ended; gaps++) {
      await sky.gap(cables[gaps % cables.length], GAP);
      for (let waited = 0; waited < QUIET && !ended; waited += 250) await new Promise((done) => setTimeout(done, 250));
    }
  })();
  try {
    await Promise.all(p.guests.map((one) => person(one, act, over)));
  } finally {
    ended = true;
    await storms;
    sky.wide();
  }
  t.ok(gaps >= 2, `${gaps} gaps: the game was over too soon to tell`);
  const said = p.guests.flatMap((one) => one.strips);
  t.ok(said.some((text) => [say('link.late'), say('link.lost'), say('link.offline')].some((line) => text.startsWith(line))), `no phone said what is going on: ${said}`);
  for (const one of p.guests) await one.page.waitForFunction(() => !document.querySelector('.frame > .link'));
  const sent = p.guests.map(requests);
  const numbers = p.guests.map((one) => one.room.people.find((each) => each.seat === Math.max(...one.views.keys())).guest);
  t.deepEqual(p.complaints(), []);
  await p.close();
  for (const cable of cables) await cable.close();
  const { store } = server;
  await server.kill();
  const log = applied(process.argv[2], store);
  await server.launch();
  await server.stop();
  for (const [index, guest] of numbers.entries()) {
    const own = log.filter((each) => each.guest === guest);
    t.equal(new Set(own.map((each) => each.n)).size, own.length, 'a request was applied twice');
    for (const [n, request] of sent[index]) {
      const there = own.filter((each) => each.n === n);
      if (request.ok) t.equal(there.length, 1, `request ${n} (${request.play}) was acknowledged and is there ${there.length} times`);
      if (request.refused) t.equal(there.length, 0, `request ${n} (${request.play}) was refused and is there`);
      if (there.length) t.equal(there[0].action, request.play);
    }
    for (const each of own) t.ok(sent[index].has(each.n), `nobody asked for ${each.action}`);
    /* What was written stands there as it was typed, once. */
    const words = (list) => list.map((each) => each.with?.word).filter(Boolean).sort();
    t.deepEqual(words(own), words([...sent[index].values()].filter((each) => each.ok)));
  }
  const again = sent.flatMap((all) => [...all.values()]).filter((each) => each.times > 1).length;
  console.log(`# ${game}: ${gaps} gaps, ${log.length} moves, ${again} sent again, said: ${[...new Set(said.filter(Boolean))].join(' | ')}`);
}

const games = readdirSync(new URL('../../games/', import.meta.url), { withFileTypes: true }).filter((one) => one.isDirectory());
for (const { name } of games) {
  const [{ default: alone, short = {} }, { default: { act = alone, options } }] = await Promise.all(['alone', 'engines'].map((file) => import(`../../games/${name}/${file}.mjs`)));
  test(`${name}: to its end over a bad network`, (t) => play(t, name, act, act === alone ? short : options), LONGEST);
}

await run();
