/* Those who look on play along, in a real browser against the real server: a question on their phones, an answer in
 * secret, and what most of them said on every screen, after the players' own words.
 *
 * usage: lookers.mjs UNISONO [NAME…]          SHOTS=folder takes pictures
 */
import { mkdirSync } from 'node:fs';
import { ballot, vote, write } from './games.mjs';
import { violations } from './look.mjs';
import { opened } from './opened.mjs';
import { leaks, phase, play_on, prepared, push } from './party.mjs';
import { known, until } from './people.mjs';
import { run, test } from './tap.mjs';
import { texts } from './texts.mjs';

const { server, browser } = await opened();

const english = texts('en');
const shots = process.env.SHOTS;
const seat = (one) => Math.max(...one.views.keys());

async function picture(page, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/crowd-${name}.png` });
}

/* Runs in a page: so many more look on, and each sends this word. */
function join_in([code, question, word, n]) {
  const one = (i) =>
    new Promise((done) => {
      const socket = new WebSocket(`ws://${location.host}/ws`);
      socket.onopen = () => socket.send(JSON.stringify({ hello: 1, room: code, token: `looker-${i}-`.padEnd(40, 'x') }));
      socket.onmessage = ({ data }) => {
        if (!JSON.parse(data).welcome) return;
        socket.send(JSON.stringify({ crowd: 'answer', with: { question, word } }));
        socket.send(JSON.stringify({ ping: 1 }));
        socket.onmessage = () => done();
      };
    });
  return Promise.all(Array.from({ length: n }, (_, i) => one(i)));
}

/* Runs in a table screen: who is hidden under the crowd's line, or beside the screen with it. */
function overlapped() {
  const line = document.querySelector('aside.said').getBoundingClientRect();
  if (line.bottom > innerHeight || line.left < 0 || line.right > innerWidth) return 'the edge of the screen';
  const meets = (one) => one.width && one.top < line.bottom && one.bottom > line.top && one.left < line.right && one.right > line.left;
  return [...document.querySelectorAll('.people li, .ending .foot, .ending .awards li')].filter((one) => meets(one.getBoundingClientRect())).map((one) => one.textContent).join();
}

test('the crowd writes a word in secret, and everybody sees what most of it said', async (t) => {
  const p = await prepared(browser, server.url, { game: 'onemind', people: ['Ann', 'Ben'], watcher: true, options: { free: true, check_time: 0, vote_time: 120 } });
  const [ann, ben] = p.guests;
  await write(ann, 'HARBOUR');
  await write(ben, 'FOREST');
  for (const one of p.guests) {
    await phase(one, 'look');
    await push(one, english('action.onemind.go_on'), () => known(one).can.includes('go_on'));
  }
  const asks = await until(() => p.watcher.room.crowd?.asks, 'nobody asks the crowd');
  t.equal(asks.kind, 'word');
  const panel = p.watcher.page.getByRole('region', { name: english('crowd'), exact: true });
  await panel.getByRole('textbox').fill('nut');
  await picture(p.watcher.page, 'phone-asks');
  await p.watcher.page.setViewportSize({ width: 320, height: 568 });
  await until(async () => {
    const [around, send] = await Promise.all([panel.boundingBox(), panel.getByRole('button', { name: english('crowd.send') }).boundingBox()]);
    return send.x + send.width <= around.x + around.width + 0.5 && around.x + around.width <= 320;
  }, 'the smallest phone has no room for it');
  await panel.getByRole('button', { name: english('crowd.send') }).click();
  await panel.getByText('NUT').waitFor();
  t.deepEqual(await violations(p.watcher.page), []);
  await p.watcher.page.evaluate(join_in, [p.code, asks.question, 'NUT', 5]);
  t.equal(leaks(ann, 'NUT').length + leaks(p.tv, 'NUT').length, 0, 'nobody is told before the words are read');
  await write(ann, 'SAILOR');
  await write(ben, 'SAILOR');
  const round = known(ann).table.round;
  await play_on(p, async (one, view) => {
    const open = ballot(one);
    if (open && ![...open.yes, ...open.no].includes(seat(one))) return vote(one, false).then(() => true);
    for (const what of ['decline', 'go_on'])
      if (view.can?.includes(what)) return push(one, english(`action.onemind.${what}`), () => known(one).can.includes(what) && known(ann).table.round === round);
    return false;
  }, () => known(ann).result || known(ann).table.round > round);
  const said = await until(() => p.tv.room.crowd?.said, 'the crowd is not told');
  t.equal(said.answers, 6);
  t.deepEqual(said.best, [{ count: 6, word: 'NUT' }]);
  const line = english('crowd.said', { percent: 100, word: 'NUT' });
  for (const one of [p.tv, p.watcher]) await one.page.getByText(line).waitFor();
  /* Here nothing moves, where an animation is over at once: the line is not. */
  await p.tv.page.waitForTimeout(1500);
  for (const one of [p.tv, p.watcher]) t.equal(await one.page.getByText(line).isVisible(), true, 'the ending keeps it');
  t.equal(await p.tv.page.evaluate(overlapped), '', 'it covers nobody');
  await picture(p.tv.page, 'stage-said');
  await picture(p.watcher.page, 'phone-said');
  t.deepEqual(p.complaints(), []);
  await p.close();
});

await run();
