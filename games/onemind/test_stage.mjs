/* One Mind in a real browser: what the table screen shows, and when. */
import { beats_until, pictures, slow_down, text_at, watch_stage } from '../../tests/e2e/drama.mjs';
import { pause, resume, write } from '../../tests/e2e/games.mjs';
import { phase, reload_all } from '../../tests/e2e/party.mjs';
import { known, screen, until } from '../../tests/e2e/people.mjs';
import { test } from '../../tests/e2e/tap.mjs';
import { browser, end, english, over, read_out, seen_starts, server, start_words, table } from './play.mjs';

/* What is cut, broken, covered or off the screen: cards, names, coins and the slip of a vote. */
function squeezed() {
  const shown = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  const call = (one) => `${one.className} ${one.textContent.trim()}`;
  const found = shown('.people .name, .people .says:not(.visually-hidden), .headline h1, .headline .aside').filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `cut: ${call(one)}`);
  for (const one of shown('.paper .word')) if (one.offsetHeight > parseFloat(getComputedStyle(one).fontSize) * 1.9) found.push(`broken: ${call(one)}`);
  const boxes = shown('.stage .paper, .people li, .headline, .letters li, .past li, .gems, .vote section, .cry, .reading .names').map((one) => ({ one, box: one.getBoundingClientRect() }));
  for (const [index, { one, box }] of boxes.entries()) {
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(`off the screen: ${call(one)}`);
    for (const other of boxes.slice(index + 1)) {
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (wide > 4 && high > 4 && !one.contains(other.one) && !other.one.contains(one)) found.push(`covered: ${call(one)} / ${call(other.one)}`);
    }
  }
  return found;
}

test('a full table on a small screen: no word is cut and nothing covers anything', async (t) => {
  const p = await table({ people: ['Maximiliane'], bots: 7, options: { free: true } });
  const [ann] = p.guests;
  await p.tv.page.setViewportSize({ width: 1024, height: 768 });
  const fits = async (moment) => {
    let found = [];
    const nothing = async () => !(found = await p.tv.page.evaluate(squeezed)).length;
    await until(nothing).catch(() => t.deepEqual(found, [], moment));
  };
  await fits('start');
  await write(ann, 'FRIENDSHIP');
  await phase(ann, 'look');
  await fits('look');
  await seen_starts([ann]);
  await phase(ann, 'write');
  await fits('write');
  await write(ann, 'MISUNDERSTANDING');
  await phase(ann, 'read');
  await pause(ann);
  await fits('read');
  await resume(ann);
  await read_out(p, () => over(ann) || known(ann).table.round === 2);
  await fits('a row of eight');
  await end(t, p);
});

test('a match is a drama: beat by beat on the table screen, at once where motion is reduced, and its end after a reload', async (t) => {
  const p = await table({ people: ['Ann', 'Ben', 'Cleo'], options: { free: true } });
  const [ann, ben, cleo] = p.guests;
  const calm = await screen(browser, server.url, p.code, { reducedMotion: 'reduce' });
  await start_words(p.guests);
  for (const one of [...p.guests, p.tv, calm]) await phase(one, 'write');
  await watch_stage(p.tv.page);
  await watch_stage(calm.page, true);
  await write(cleo, 'WOBBLEK');
  await write(ann, 'WOSAMEL');
  await write(ben, 'WOSAMEL');

  /* The card lies face down, turns, takes a breath; the other one flies to it; then it is a match, with names. */
  t.deepEqual(await beats_until(p.tv.page, 'match'), ['slide', 'turn', 'breath', 'fly', 'match']);
  t.doesNotMatch(await text_at(p.tv.page, 'slide'), /WOSAMEL/, 'the word is seen before the card has turned');
  t.match(await text_at(p.tv.page, 'breath'), /WOSAMEL/);
  t.doesNotMatch(await text_at(p.tv.page, 'fly'), /MATCH!/, 'it is a match before the card has landed');
  await p.tv.page.getByText('MATCH!', { exact: true }).waitFor();
  await p.tv.page.getByText('Ben + Ann', { exact: true }).waitFor();

  /* The same facts without the way to them: no frame shows the word and not yet its match. */
  await calm.page.getByText('MATCH!', { exact: true }).waitFor();
  await calm.page.getByText('Ben + Ann', { exact: true }).waitFor();
  t.deepEqual((await pictures(calm.page)).filter((text) => /WOSAMEL/.test(text) && !/MATCH!/.test(text)), []);

  /* Objections come after the cheer; whoever reloads sees the end of it. */
  await p.tv.page.getByText(english('web.onemind.stage.object'), { exact: true }).waitFor();
  await reload_all(t, [p.tv]);
  await p.tv.page.getByText('Ben + Ann', { exact: true }).waitFor();
  t.equal(await p.tv.page.locator('.stage').getAttribute('data-beat'), '');

  /* Gems go to their owners while the match still lies there, and the next word comes after them. */
  await watch_stage(p.tv.page);
  await read_out(p, () => over(ann) || known(ann).reading?.reader === 2 || known(ann).table.round === 2);
  const after = await beats_until(p.tv.page, 'slide');
  t.deepEqual([after.includes('gems'), after.at(-1)], [true, 'slide']);
  t.match(await text_at(p.tv.page, 'gems'), /MATCH!/);
  for (const one of [p.tv, calm]) await until_gems(one.page, [2, 2, 0]);
  t.deepEqual(calm.complaints, []);
  await calm.close();
  await end(t, p);
});

test('a press of OK shows the end of a drama at once', async (t) => {
  const p = await table({ people: ['Ann', 'Ben'], options: { free: true } });
  const [ann, ben] = p.guests;
  await start_words(p.guests);
  await phase(p.tv, 'write');
  await watch_stage(p.tv.page);
  await write(ann, 'WOSAMEL');
  await write(ben, 'WOSAMEL');
  await beats_until(p.tv.page, 'slide');
  await p.tv.page.keyboard.press('Enter');
  await p.tv.page.getByText('MATCH!', { exact: true }).waitFor();
  await p.tv.page.locator('.stage[data-beat=""]').waitFor();
  await end(t, p);
});

test('a set that is six times as slow tells a match in the same order', async (t) => {
  const p = await table({ people: ['Ann', 'Ben'], options: { free: true } });
  const [ann, ben] = p.guests;
  await start_words(p.guests);
  await phase(p.tv, 'write');
  await watch_stage(p.tv.page);
  await slow_down(p.tv.page, 6);
  await write(ann, 'WOSAMEL');
  await write(ben, 'WOSAMEL');
  t.deepEqual(await beats_until(p.tv.page, 'match'), ['slide', 'turn', 'breath', 'fly', 'match']);
  t.doesNotMatch(await text_at(p.tv.page, 'slide'), /WOSAMEL/, 'the word is seen before the card has turned');
  t.doesNotMatch(await text_at(p.tv.page, 'fly'), /MATCH!/, 'it is a match before the card has landed');
  await slow_down(p.tv.page, 1);
  await end(t, p);
});

/* What people own, as the seats of a stage say it. */
function until_gems(page, wanted) {
  return page.waitForFunction((gems) => {
    const shown = [...document.querySelectorAll('.people .own .number')].map((one) => Number(one.textContent));
    return JSON.stringify(shown) === JSON.stringify(gems);
  }, wanted);
}
