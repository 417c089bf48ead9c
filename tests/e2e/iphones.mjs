/* What iPhones ask of a web app, in a real browser against the real server: awake without a wake lock on plain http, sound only
 * after a finger and again after a call, back from sleep, a place on the home screen. Their keyboards, their zoom and their glass are laws
 * of layout (tests/layout); whole games on WebKit are `make engines`.
 *
 * usage: iphones.mjs UNISONO [NAME…]
 */
import { phone } from './browser.mjs';
import { lay_cable } from './cable.mjs';
import { opened } from './opened.mjs';
import { known, prepared } from './party.mjs';
import { attend, guest, heard, open_table, until } from './people.mjs';
import { run, test } from './tap.mjs';

const { server, browser } = await opened();

const button = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' });

const film = (one) => one.page.evaluate(() => {
  const node = document.querySelector('video.awake-film');
  return node && { plays: !node.paused, muted: node.muted, inline: node.playsInline, sound: node.srcObject.getAudioTracks().length };
});

/* An engine that keeps what plain http is not given: most parties are on such an address. */
const plain = (page) => page.addInitScript(() => {
  delete Navigator.prototype.wakeLock;
  globalThis.asked = [];
  globalThis.AudioContext = class extends AudioContext {
    constructor(...how) {
      super(...how);
      globalThis.asked.push(this);
    }
  };
});

test('over plain http a film keeps a phone awake: in the page, silent, with its sound from the first tap', async (t) => {
  const ann = await guest(browser);
  await plain(ann.page);
  await ann.page.goto(server.url, { waitUntil: 'commit' });
  await button(ann.page, 'Play together').click();
  await until(() => film(ann), 'no film on a phone without a wake lock');
  await ann.page.getByLabel('Your name').fill('Ann');
  await button(ann.page, 'Sit down').click();
  const playing = await until(async () => ((await film(ann))?.sound ? film(ann) : undefined), 'no silence after a tap');
  t.deepEqual(playing, { plays: true, muted: false, inline: true, sound: 1 });
  /* The system stops it with the screen; a look at the page starts it again. */
  await ann.page.evaluate(() => document.querySelector('video.awake-film').pause());
  await ann.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await until(async () => (await film(ann)).plays, 'the film does not go on');
  t.deepEqual(ann.complaints, []);
  await ann.page.context().close();
});

test('sound begins with a finger, and comes back with the next one after a call', async (t) => {
  const ann = await guest(browser);
  await plain(ann.page);
  await ann.page.addInitScript(() => localStorage.setItem('unisono.sound', 'on'));
  await ann.page.goto(server.url, { waitUntil: 'commit' });
  const states = () => ann.page.evaluate(() => globalThis.asked.map(({ state }) => state));
  await button(ann.page, 'Play together').waitFor();
  t.deepEqual(await states(), [], 'sound before anybody touched the page');
  await button(ann.page, 'Play together').click();
  await ann.page.getByLabel('Your name').fill('Ann');
  await button(ann.page, 'Sit down').click();
  await until(async () => (await states()).length && (await states()).every((one) => one === 'running'), 'no sound after a tap');
  /* A call takes the sound away, and the page is told nothing else. */
  await ann.page.evaluate(() => Promise.all(globalThis.asked.map((one) => one.suspend())));
  await button(ann.page, 'Add a bot').click();
  await until(async () => (await states()).every((one) => one === 'running'), 'no sound after a call');
  t.deepEqual(ann.complaints, []);
  await ann.page.context().close();
});

test('a phone that slept shows what is now, and keeps what was typed', async (t) => {
  const cable = await lay_cable(server.url);
  const p = await prepared(browser, server.url, { game: 'onemind', people: ['Ann'], bots: 2, options: { free: true, check_time: 0 }, tv: false, start: false });
  const [ann] = p.guests;
  const ben = attend(await phone(browser));
  ben.code = p.code;
  await ben.page.goto(`${cable.url}/j/${p.code}`, { waitUntil: 'commit' });
  await ben.page.getByLabel('Your name').fill('Ben');
  await button(ben.page, 'Sit down').click();
  await heard(ben, () => ben.room.people?.some(({ name }) => name === 'Ben'), 'Ben has no seat');
  await button(ann.page, /^Start /).click();
  await heard(ben, (view) => view.phase, 'no game came');
  const field = ben.page.getByRole('textbox').first();
  await field.fill('HARB');
  const devtools = await ben.page.context().newCDPSession(ben.page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  cable.cut();
  await button(ann.page, 'Menu').click();
  await button(ann.page, 'Pause').click();
  await ann.page.getByRole('heading', { name: 'Paused' }).waitFor();
  cable.mend();
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await ben.page.getByRole('heading', { name: 'Paused' }).waitFor();
  await button(ann.page, 'Go on').click();
  await ben.page.getByRole('heading', { name: 'Paused' }).waitFor({ state: 'detached' });
  t.ok(known(ben).me, 'the seat is still there');
  t.equal(await field.inputValue(), 'HARB');
  t.deepEqual([...ben.complaints, ...p.complaints()], []);
  await ben.page.context().close();
  await p.close();
  await cable.close();
});

/* Width and height of a PNG. */
const size_of = (bytes) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];

test('on the home screen it is an app: a name, icons, no bars, and the way back to the table', async (t) => {
  const page = await (await fetch(server.url)).text();
  t.match(page, /<meta name="viewport" content="[^"]*viewport-fit=cover/);
  t.doesNotMatch(page, /user-scalable|maximum-scale/, 'whoever wants to zoom may');
  const get = async (path) => Buffer.from(await (await fetch(server.url + path)).arrayBuffer());
  t.deepEqual(size_of(await get(/rel="apple-touch-icon" href="([^"]+)"/.exec(page)[1])), [180, 180]);
  const manifest = JSON.parse(await get(/rel="manifest" href="([^"]+)"/.exec(page)[1]));
  t.deepEqual([manifest.short_name, manifest.display, manifest.start_url], ['Unisono', 'standalone', '/']);
  for (const { src, sizes, type } of manifest.icons.filter((icon) => icon.type === 'image/png')) t.deepEqual(size_of(await get(src)).join('x'), sizes, `${src} ${type}`);
  /* It opens at its first page, without an address bar: the table is one tap away. */
  const ann = await open_table(browser, server.url, 'Ann');
  await ann.page.goto(server.url, { waitUntil: 'commit' });
  const before = ann.welcomes;
  await ann.page.getByText('Back to your table').first().click();
  await heard(ann, () => ann.welcomes > before, 'not back');
  await button(ann.page, 'More about Ann').waitFor();
  t.deepEqual(ann.complaints, []);
  await ann.close();
});

await run();
