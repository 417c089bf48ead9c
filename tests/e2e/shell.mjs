/* The shell in a real browser against the real server: coming in, the lobby, leaving and returning.
 *
 * usage: shell.mjs UNISONO [NAME…]
 */
import { opened } from './opened.mjs';
import { add_bots, all_seated, choose_first_game, glimpse, guest, heard, join, open_table, screen, seating, sit, until } from './people.mjs';
import { start_server } from './server.mjs';
import { at_end, beside, run, test } from './tap.mjs';

const { server, browser } = await opened();

const button = (page, name) => page.getByRole('button', { name });
const close = (...people) => Promise.all(people.map((one) => one.close()));

async function start_game(page) {
  await choose_first_game(page);
  await button(page, /^Start /).click();
  await page.locator('main.play').waitFor();
}

test('one person opens a table, another joins by its code', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await guest(browser);
  await ben.page.goto(server.url);
  await ben.page.getByLabel('Join a table').fill(ann.code.toLowerCase());
  await button(ben.page, 'Join').click();
  await sit(ben.page, 'Ben');
  await all_seated([ann, ben], 'Ann,Ben');
  t.deepEqual([...ann.complaints, ...ben.complaints], []);
  await close(ann, ben);
});

test('the table screen shows the code, a QR code and who is there', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const tv = await screen(browser, server.url, ann.code);
  await tv.page.getByText('Ann', { exact: true }).waitFor();
  await tv.page.getByRole('img', { name: new RegExp(ann.code) }).waitFor();
  const size = await tv.page.locator('.code').evaluate((node) => parseFloat(getComputedStyle(node).fontSize));
  t.ok(size >= 100, `the code is ${size} px tall`);
  const cleo = await join(browser, server.url, ann.code, 'Cleo');
  await tv.page.getByText('Cleo', { exact: true }).waitFor();
  t.deepEqual(tv.complaints, []);
  await close(ann, tv, cleo);
});

/* How many sounds this page has begun to make, from now on. */
function count_sounds(page) {
  return page.evaluate(() => {
    globalThis.sounds_begun = 0;
    const begin = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function start(...when) {
      globalThis.sounds_begun++;
      return begin.apply(this, when);
    };
  });
}
const sounds_begun = (page) => page.evaluate(() => globalThis.sounds_begun);

test('sound begins with a press, and its label tells the truth', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const tv = await screen(browser, server.url, ann.code);
  await button(tv.page, 'Press for sound').waitFor();
  await count_sounds(tv.page);
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await tv.page.getByText('Ben', { exact: true }).waitFor();
  t.equal(await sounds_begun(tv.page), 0, 'a sound before anybody pressed');
  t.equal(await button(tv.page, 'Sound on').count(), 0);

  /* One press: it only wakes the sound, it does not switch it off. */
  await button(tv.page, 'Press for sound').click();
  await button(tv.page, 'Sound on').waitFor();
  const cleo = await join(browser, server.url, ann.code, 'Cleo');
  await until(async () => (await sounds_begun(tv.page)) > 0, 'Cleo came without a sound');
  await button(tv.page, 'Sound on').click();
  await button(tv.page, 'Sound off').waitFor();
  const before = await sounds_begun(tv.page);
  const dan = await join(browser, server.url, ann.code, 'Dan');
  await tv.page.getByText('Dan', { exact: true }).waitFor();
  t.equal(await sounds_begun(tv.page), before, 'a sound although it is off');

  /* It stays off on this device, and nobody is asked for a press then. */
  await tv.page.reload();
  await button(tv.page, 'Sound off').waitFor();
  t.equal(await button(tv.page, 'Press for sound').count(), 0);
  t.deepEqual(tv.complaints, []);
  await close(ann, ben, cleo, dan, tv);
});

test('a code that nobody knows says so and offers the way back', async () => {
  const lost = await guest(browser);
  await lost.page.goto(`${server.url}/j/AAAAA`);
  await lost.page.getByRole('heading', { name: 'There is no such table' }).waitFor();
  await button(lost.page, 'Front page').click();
  await button(lost.page, 'Play together').waitFor();
  await lost.close();
});

test('a name that is taken is refused with a reason and stays in the field', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const twin = await guest(browser);
  await twin.page.goto(`${server.url}/j/${ann.code}`);
  await twin.page.getByLabel('Your name').fill('Ann');
  await button(twin.page, 'Sit down').click();
  await twin.page.getByText('Somebody here has that name already.').first().waitFor();
  t.equal(await twin.page.getByLabel('Your name').inputValue(), 'Ann');
  await ann.close();
  await twin.close();
});

test('the host orders the seats by menu, by keys and by dragging', async (t) => {
  /* With motion: rows that move are the ones a hand must catch. */
  const ann = await open_table(browser, server.url, 'Ann', { reducedMotion: 'no-preference' });
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await ann.page.getByText('Ben', { exact: true }).waitFor();
  await button(ann.page, 'More about Ben').click();
  await button(ann.page, 'Seat earlier').click();
  await all_seated([ann, ben], 'Ben,Ann', 'the menu moved nobody');
  await ann.page.keyboard.press('Escape');
  await ann.page.getByRole('dialog').waitFor({ state: 'detached' });
  await button(ann.page, /^Move Ann/).focus();
  /* Up, down and up again without looking for the row anew: it keeps the focus wherever it goes. */
  for (const [key, order] of [['ArrowUp', 'Ann,Ben'], ['ArrowDown', 'Ben,Ann'], ['ArrowUp', 'Ann,Ben']]) {
    await until(() => button(ann.page, /^Move Ann/).evaluate((handle) => handle === document.activeElement), 'the row lost the focus');
    await ann.page.keyboard.press(key);
    await all_seated([ann, ben], order, `${key} moved nobody`);
  }
  /* The rows are on their way to their places. */
  await ann.page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)));
  const box = await button(ann.page, /^Move Ann/).boundingBox();
  await ann.page.mouse.move(box.x + 8, box.y + 10);
  await ann.page.mouse.down();
  await ann.page.mouse.move(box.x + 8, box.y + 40);
  await ann.page.mouse.move(box.x + 8, box.y + 90);
  await ann.page.mouse.up();
  await all_seated([ann, ben], 'Ben,Ann', 'dragging moved nobody');
  t.equal(await button(ben.page, /^Move /).count(), 0, 'only the host moves people');
  await close(ann, ben);
});

test('options come with help, are set by the host and seen by all', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await choose_first_game(ann.page);
  await button(ann.page, /^Options/).click();
  await button(ann.page, /^Trust/).click();
  await until(async () => (await button(ann.page, /^Trust/).getAttribute('aria-pressed')) === 'true');
  await button(ann.page, 'Deutsch').click();
  await button(ben.page, /^Options.*Deutsch.*Trust/).waitFor();
  await button(ben.page, /^Options/).click();
  t.ok(await button(ben.page, /^Trust/).isDisabled());
  await close(ann, ben);
});

test('a game that cannot start says why', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  await choose_first_game(ann.page);
  await ann.page.getByText(/needs at least \d+ players/).waitFor();
  t.ok(await button(ann.page, /^Start /).isDisabled());
  await add_bots(ann.page, 2, 3);
  await until(() => button(ann.page, /^Start /).isEnabled());
  await ann.close();
});

test('alone with bots: one tap, and a reload finds the same game', async (t) => {
  const ann = await guest(browser);
  await ann.page.goto(server.url);
  await ann.page.getByRole('region', { name: 'Play with bots now' }).getByRole('button').first().click();
  await ann.page.locator('main.play').waitFor();
  await ann.page.waitForURL(/\/j\/\w+/);
  const seats = ann.page.getByRole('list', { name: 'Players' }).first().getByRole('listitem');
  await until(async () => (await seats.count()) === 4, 'no bots came');
  await ann.page.reload();
  await until(async () => (await seats.count()) === 4, 'more bots came, or fewer');
  t.deepEqual(ann.complaints, []);
  await ann.close();
});

test('a game starts on phones and on the table screen, and survives a reload', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  const tv = await screen(browser, server.url, ann.code);
  await ann.page.getByText('Ben', { exact: true }).waitFor();
  await start_game(ann.page);
  await ben.page.locator('main.play').waitFor();
  await tv.page.locator('main.game').waitFor();
  for (const one of [ann, ben]) {
    await one.page.reload();
    await one.page.locator('main.play').waitFor();
  }
  await tv.page.reload();
  await tv.page.locator('main.game').waitFor();
  t.deepEqual([...ann.complaints, ...ben.complaints, ...tv.complaints], []);
  await close(ann, ben, tv);
});

test('the table screen asks again for a game that did not come', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  const tv = await screen(browser, server.url, ann.code);
  await ann.page.getByText('Ben', { exact: true }).waitFor();
  const FILES = '**/assets/web-*.js';
  await tv.page.route(FILES, (route) => route.abort());
  await start_game(ann.page);
  await tv.page.getByText('This screen did not arrive.').waitFor();
  await tv.page.unroute(FILES);
  await tv.page.getByText('This screen did not arrive.').waitFor({ state: 'detached' });
  t.ok(await until(() => tv.page.locator('main.game').innerText()));
  await close(ann, ben, tv);
});

test('pause stands still for everybody, and only the host can end it', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await ann.page.getByText('Ben', { exact: true }).waitFor();
  await start_game(ann.page);
  await button(ann.page, 'Menu').click();
  await button(ann.page, 'Pause').click();
  await ben.page.getByRole('heading', { name: 'Paused' }).waitFor();
  t.equal(await button(ben.page, 'Go on').count(), 0);
  await ann.page.getByRole('dialog').waitFor({ state: 'detached' }); /* until it has closed the menu offers it, too */
  await button(ann.page, 'Go on').click();
  await ben.page.getByRole('heading', { name: 'Paused' }).waitFor({ state: 'detached' });
  await close(ann, ben);
});

test('a phone goes offline, says so without hiding anything, and is back by itself', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await ann.page.getByText('Ben', { exact: true }).waitFor();
  await ben.page.context().setOffline(true);
  await server.restart();
  await ben.page.getByText(/You are offline|No connection/).waitFor();
  await all_seated([ben], 'Ann,Ben', 'without a connection nobody is seen any more');
  await ben.page.context().setOffline(false);
  await ben.page.getByText(/You are offline|No connection/).waitFor({ state: 'detached' });
  await button(ann.page, 'Add a bot').click();
  await until(async () => (await seating(ben.page)).length === 3, 'nothing arrives any more');
  await close(ann, ben);
});

test('what was asked for while the server was away is done once it is back', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  await server.kill();
  await button(ann.page, 'Add a bot').click();
  await server.launch();
  await until(async () => (await seating(ann.page)).length === 2, 'the request was lost');
  t.equal((await seating(ann.page)).length, 2);
  await ann.close();
});

test('the host leaves: somebody else is host', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  t.equal(await button(ben.page, 'Add a bot').count(), 0);
  await button(ann.page, 'Menu').click();
  await button(ann.page, 'Leave the table').click();
  await button(ann.page, 'Play together').waitFor();
  await button(ben.page, 'Add a bot').waitFor();
  await all_seated([ben], 'Ben');
  await close(ann, ben);
});

/* The house waits twenty seconds for a host. A server of its own: others restart theirs meanwhile. */
beside('the host is gone for good: the next one takes over after a while', async () => {
  const house = await start_server(process.argv[2]);
  at_end(() => house.stop());
  const ann = await open_table(browser, house.url, 'Ann');
  const ben = await join(browser, house.url, ann.code, 'Ben');
  await ann.close();
  await button(ben.page, 'Add a bot').waitFor();
  await ben.close();
});

test('host is handed over in one tap', async () => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await button(ann.page, 'More about Ben').click();
  await button(ann.page, 'Make host').click();
  await button(ben.page, 'Add a bot').waitFor();
  await button(ann.page, 'Add a bot').waitFor({ state: 'detached' });
  await close(ann, ben);
});

test('whoever is removed is told so, and the others go on', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await button(ann.page, 'More about Ben').click();
  await button(ann.page, 'Remove').click();
  await ben.page.getByRole('heading', { name: 'You were removed' }).waitFor();
  await all_seated([ann], 'Ann');
  await close(ann, ben);
});

test('no frame shows a seat that is not the guest’s own', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  const tv = await screen(browser, server.url, ann.code);
  await ann.page.getByText('Ben', { exact: true }).waitFor();
  await start_game(ann.page);
  await Promise.all([ben.page.locator('main.play').waitFor(), tv.page.locator('main.game').waitFor()]);
  const seats = (one) => [...new Set(one.frames.filter((frame) => frame.in).flatMap((frame) => (JSON.parse(frame.text).views ?? []).map((view) => view.seat)))];
  for (const [one, seat] of [[ann, 0], [ben, 1], [tv, -1]]) {
    await heard(one, () => seats(one).length, 'no view came');
    t.deepEqual(seats(one), [seat]);
  }
  await close(ann, ben, tv);
});

test('a locked door lets nobody sit down, but anybody watch', async () => {
  const ann = await open_table(browser, server.url, 'Ann');
  await button(ann.page, 'Close the doors').click();
  await button(ann.page, 'Open the doors').waitFor();
  const ben = await guest(browser);
  await ben.page.goto(`${server.url}/j/${ann.code}`);
  await ben.page.getByText('The host has closed the doors').waitFor();
  await button(ben.page, 'I only want to watch').click();
  await ann.page.getByText('Looking on: 1').waitFor();
  await close(ann, ben);
});

test('somebody who comes late watches, and sits at the next game', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await ann.page.getByText('Ben', { exact: true }).waitFor();
  await start_game(ann.page);
  const cleo = await guest(browser);
  await cleo.page.goto(`${server.url}/j/${ann.code}`);
  await cleo.page.getByText('A game is running.').waitFor();
  await cleo.page.getByLabel('Your name').fill('Cleo');
  await button(cleo.page, 'Sit down').click();
  await cleo.page.getByText('You are watching.').waitFor();
  await button(ann.page, 'Menu').click();
  await button(ann.page, 'End this game').click();
  await button(ann.page, /Sure/).click();
  await all_seated([cleo], 'Ann,Ben,Cleo');
  t.deepEqual(cleo.complaints, []);
  await close(ann, ben, cleo);
});

test('each screen speaks its own language', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await guest(browser, { locale: 'de-DE' });
  await ben.page.goto(`${server.url}/j/${ann.code}`);
  await ben.page.getByLabel('Dein Name').fill('Ben');
  await button(ben.page, 'Hinsetzen').click();
  await ben.page.getByText('Ann startet').waitFor();
  t.equal(await ben.page.locator('html').getAttribute('lang'), 'de');
  await button(ben.page, 'Menü').click();
  await ben.page.getByLabel('Français').check();
  await ben.page.getByText('Ann lancera').waitFor();
  await ben.page.reload();
  await ben.page.getByText('Ann lancera').waitFor();
  await ann.page.getByText('At the table: 2').waitFor();
  await close(ann, ben);
});

test('with a keyboard alone: open, sit, choose, start', async (t) => {
  const { page, complaints, close } = await guest(browser, { hasTouch: false, viewport: { width: 1000, height: 800 } });
  const press_until = async (name) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const node = document.activeElement;
        return node?.getAttribute('aria-label') || node?.labels?.[0]?.textContent || node?.textContent || '';
      });
      if (name.test(at.trim())) return;
    }
    throw new Error(`the Tab key does not reach ${name}`);
  };
  await page.goto(server.url);
  await button(page, 'Play together').waitFor(); /* before that there is nothing to go through */
  await press_until(/^Play together/);
  await page.keyboard.press('Enter');
  await page.getByLabel('Your name').waitFor();
  await press_until(/^Your name/);
  await page.keyboard.type('Ann');
  await page.keyboard.press('Enter');
  await page.getByText('At the table: 1').waitFor();
  for (let i = 2; i <= 3; i++) {
    await press_until(/^Add a bot/);
    await page.keyboard.press('Enter');
    await page.getByText(`At the table: ${i}`).waitFor();
  }
  await until(() => button(page, /^Start /).isEnabled());
  await press_until(/^Start /);
  await page.keyboard.press('Enter');
  await page.locator('main.play').waitFor();
  t.deepEqual(complaints, []);
  await close();
});

test('two people on one phone: the phone is passed, and secrets wait behind a question', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  await button(ann.page, 'Second person on this phone').click();
  await ann.page.getByLabel('Name of the second person').fill('Ben');
  await button(ann.page, 'Sit down').click();
  await button(ann.page, 'Add a bot').click();
  await until(async () => (await seating(ann.page)).length === 3);
  await start_game(ann.page);
  await button(ann.page, 'I am Ann').click();
  const tabs = ann.page.getByRole('navigation', { name: 'Players of this phone' });
  await tabs.getByRole('button', { name: 'Ben' }).click();
  await ann.page.getByRole('heading', { name: 'Pass the phone to Ben' }).waitFor();
  await button(ann.page, 'I am Ben').click();
  await button(ann.page, 'I am Ben').waitFor({ state: 'detached' });
  await ann.close();
});

test('people talk in the lobby', async () => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await ben.page.getByLabel('Say something').fill('Hello <b>there</b>');
  await button(ben.page, 'Send').click();
  await ann.page.getByText('Hello <b>there</b>').waitFor();
  await close(ann, ben);
});

test('who waits reacts: signs fly over the stage and over phones; talk is counted until it is seen', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  const tv = await screen(browser, server.url, ann.code);
  /* What flies is loaded after the rest: a sign before that would be missed, as a late guest misses it. */
  await tv.page.locator('.over').waitFor({ state: 'attached' });
  await tv.page.evaluate(() => {
    globalThis.flown = [];
    new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((node) => node.classList?.contains('sign') && globalThis.flown.push(node.className)))).observe(document.body, { childList: true, subtree: true });
  });
  const wire = (page, message) => page.evaluate((text) => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
    const token = localStorage.getItem(`unisono.token.${location.pathname.split('/')[2]}`);
    socket.onopen = () => socket.send(JSON.stringify({ hello: 1, room: location.pathname.split('/')[2], token }));
    socket.onmessage = ({ data }) => JSON.parse(data).welcome && socket.send(text);
  }, JSON.stringify(message));
  await wire(ben.page, { react: 'heart' });
  await heard(tv, () => tv.frames.some((frame) => frame.in && frame.text.includes('"sign":"heart"')), 'no sign came');
  await tv.page.waitForFunction(() => globalThis.flown.length > 0);
  await heard(ann, () => ann.frames.some((frame) => frame.in && frame.text.includes('"reacted"')), 'phones are told too');
  /* In the lobby everybody hears what is said, and the stage shows it for a moment. */
  const shown = await glimpse(tv.page, '.over p', 'Shall we?');
  await ben.page.getByLabel('Say something').fill('Shall we?');
  await ben.page.getByRole('button', { name: 'Send' }).click();
  await shown();
  await tv.page.getByText('Shall we?').waitFor({ state: 'detached' });
  await close(ann, ben, tv);
});

test('two tabs of one browser are one guest and do not take each other’s numbers', async () => {
  const ann = await open_table(browser, server.url, 'Ann');
  const second = await ann.page.context().newPage();
  await second.goto(ann.page.url());
  await second.getByText('At the table: 1').waitFor();
  await button(second, 'Add a bot').click();
  await ann.page.getByText('At the table: 2').waitFor();
  /* By keys: what one tab does moves the button of the other, and a press that begins on it must end there. */
  await second.getByText('At the table: 2').waitFor();
  await Promise.all([ann.page, second].map((page) => button(page, 'Add a bot').press('Enter')));
  await ann.page.getByText('At the table: 4').waitFor();
  await second.getByText('At the table: 4').waitFor();
  await ann.close();
});

test('nothing but this server is asked for anything, and its policy blocks nothing', async (t) => {
  const one = await guest(browser);
  const asked = new Set();
  one.page.on('request', (request) => asked.add(new URL(request.url()).host));
  await one.page.goto(server.url);
  await button(one.page, 'Menu').click();
  await one.page.keyboard.press('Escape');
  await one.page.getByRole('link', { name: 'Rules of the games' }).click();
  await one.page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();
  t.deepEqual([...asked], [new URL(server.url).host]);
  t.deepEqual(one.complaints, []);
  await one.close();
});

test('the shell opens without the server, and says that nobody answers', async (t) => {
  const one = await guest(browser, { serviceWorkers: 'allow' });
  await one.page.goto(server.url);
  await one.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await server.kill();
  await one.page.reload();
  await one.page.getByText('The server does not answer right now.').waitFor();
  await server.launch();
  await button(one.page, 'Play together').waitFor();
  await one.close();
});

await run();
