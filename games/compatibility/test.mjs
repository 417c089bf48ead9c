/* Compatibility in a real browser against the real server: pairs and Referent, whole games, and one phone for two.
 *
 * usage: test.mjs UNISONO [NAME…]
 */
import { beats_until, pictures, slow_down, text_at, watch_stage } from '../../tests/e2e/drama.mjs';
import { anyone, evening, keeps_secrets, layouts, seat_of, seats_of, tab_to } from '../../tests/e2e/evening.mjs';
import { onlooker } from '../../tests/e2e/look.mjs';
import { opened } from '../../tests/e2e/opened.mjs';
import { attempt, button, leaks, mark, phase, play_on, push, reload_all } from '../../tests/e2e/party.mjs';
import { heard, known, screen, until } from '../../tests/e2e/people.mjs';
import { leaves_a_page } from '../../tests/e2e/kept.mjs';
import { run, test } from '../../tests/e2e/tap.mjs';

const { server, browser } = await opened();

/* The shortest race, and nobody waits for the clock: positions turn when everybody taps. */
const SHORT = { track: 'short', reveal_time: 0 };
const SECRET = ['pictures_laid', 'pictures_taken', 'double_placed'];
const gallery = (page) => page.getByRole('region', { name: 'All forty pictures' });
const tile = (page, picture) => gallery(page).getByRole('listitem').nth(picture).getByRole('button');
const ranking = (page) => page.getByRole('list', { name: 'My ranking, best first' });
const pawn = (one, seat = seat_of(one)) => known(one).table.pawns.find((each) => each.seats.includes(seat));

function tiles_are(one, enough) {
  return until(async () => enough(await gallery(one.page).getByRole('listitem').count()));
}
function counts(what, count) {
  return until(async () => (await what.count()) === count, `never ${count}`);
}

/* Lays these pictures by tapping them one after the other; partners who know what to lay agree on every card. */
async function lay(one, pictures, seat = seat_of(one)) {
  for (const picture of pictures) await tile(one.page, picture).click();
  await button(one.page, 'Lay my pictures').click();
  await heard(one, () => known(one, seat).me.pictures ?? known(one).phase.name !== 'choose', 'the pictures were not taken');
}

/* A position is turned, and this seat has not had enough of it yet. */
function goes_on(one, seat) {
  const { phase: { name, waiting }, can } = known(one, seat);
  return name === 'reveal' && can?.includes('go_on') && waiting.includes(seat);
}

/* Calls, lays and goes on, whatever is to be done, until `over`. */
function play(e, over) {
  const act = async (one, view) => {
    if (over()) return true;
    const mine = seat_of(one);
    const calls = () => known(one).can?.includes('call');
    if (calls()) return push(one, '4', calls);
    if (goes_on(one, mine)) return push(one, 'Go on', () => goes_on(one, mine));
    if (view.phase.name !== 'choose' || view.me.pictures || !view.phase.waiting.includes(mine)) return false;
    await lay(one, Array.from({ length: view.me.count }, (_, index) => index + view.round.number));
    return true;
  };
  return play_on(e, act, over);
}

/* A round has come so far, or further: bots call at once. */
const PHASES = ['call', 'choose', 'reveal'];
const come_to = (e, number, name) => () =>
  anyone(e, ({ result, round, phase: { name: now } }) => result || round?.number > number || (round?.number === number && PHASES.indexOf(now) >= PHASES.indexOf(name)));

/* A card that is not turned is in no frame but its owner's. */
function cards_stay_down(t, e) {
  for (const one of e.all)
    for (const frame of one.frames.filter((each) => each.in))
      for (const { set } of JSON.parse(frame.text).views ?? [])
        for (const row of set?.rankings?.rows ?? []) t.ok(row.cards.length <= (set.rankings.position ?? 0), 'a card is told before it is turned');
}

test('CO-1 to CO-14: two phones and two bots play pairs to the end', async (t) => {
  const e = await evening(browser, server.url, {
    game: 'compatibility', people: ['Ann', 'Ben'], bots: 2, options: SHORT, watcher: true, opposite: true, look: { reducedMotion: 'no-preference' },
  });
  const { ann, ben, tv } = e;
  const { look, found } = onlooker('compatibility-pairs');
  t.equal(known(ann).table.mode, 'pairs');
  t.deepEqual(pawn(ann).seats, [seat_of(ann), seat_of(ben)]);

  /* The youngest calls: by keys alone, as the whole of this round for Ann. */
  await phase(ann, 'call');
  await button(ann.page, '3').waitFor();
  await tab_to(ann.page, button(ann.page, '3'));
  await ann.page.keyboard.press('Enter');
  await phase(ann, 'choose');
  t.equal(known(ann).round.called, 3);
  await gallery(ann.page).waitFor();
  const find = ann.page.getByLabel('Find a picture');
  await tab_to(ann.page, find);
  await ann.page.keyboard.type('sleep');
  await tiles_are(ann, (count) => count > 0 && count < 10);
  await tab_to(ann.page, gallery(ann.page).getByRole('listitem').getByRole('button').first());
  await ann.page.keyboard.press('Enter');
  await tab_to(ann.page, find, true);
  for (let i = 0; i < 5; i++) await ann.page.keyboard.press('Backspace');
  await tiles_are(ann, (count) => count === 40);
  const free = gallery(ann.page).getByRole('button', { pressed: false });
  for (let left = known(ann).me.count - 1; left > 0; left--) {
    /* The magnifier is a button too. */
    await tab_to(ann.page, free.nth(1));
    await ann.page.keyboard.press('Space');
  }
  const places = ranking(ann.page).getByRole('button');
  await counts(places, known(ann).me.count);
  const first = (await places.first().getAttribute('aria-label')).split(',')[0];
  await tab_to(ann.page, places.first());
  await ann.page.keyboard.press('ArrowRight');
  await places.nth(1).and(ann.page.getByRole('button', { name: `${first}, place 2` })).waitFor();

  /* A ranking that is not laid yet survives a reload. */
  await ann.page.reload();
  await counts(places, known(ann).me.count);

  /* The race for the token: the first has it, everybody sees who, nobody where. */
  if (known(ann).can.includes('double')) {
    await tab_to(ann.page, button(ann.page, '×2'));
    await ann.page.keyboard.press('Enter');
    const on_first = button(ann.page.getByRole('group', { name: /On which card/ }), '1');
    await tab_to(ann.page, on_first);
    await ann.page.keyboard.press('Enter');
    await ben.page.getByText(/was first/).waitFor();
    t.equal(await button(ben.page, '×2').count(), 0);
    await heard(tv, () => known(tv).round.doubler !== undefined);
    t.equal(known(ben).round.double_at, undefined);
  }
  const doubled = known(ann).round.doubler === seat_of(ann);
  const start = { ben: mark(ben), tv: mark(tv), watcher: mark(e.watcher) };
  await tab_to(ann.page, button(ann.page, 'Lay my pictures'));
  await ann.page.keyboard.press('Enter');
  await button(ann.page, 'Take them back').waitFor();
  const { pictures } = known(ann).me;
  for (const one of ['ben', 'tv', 'watcher']) t.deepEqual(leaks(e[one], JSON.stringify(pictures), start[one]), [], 'what lies face down is secret');
  /* Frames reach pages one after the other: both know of it before they are asked for it again. */
  for (const one of [ann, tv]) await heard(one, (view) => !view.phase.waiting.includes(seat_of(ann)), 'nobody knows who is ready');
  await reload_all(t, [ann, tv]);

  /* Ben picks one by dragging it to its place: only a copy moves, the page is not laid out anew. Then he is in a
   * tunnel for a while; what he has picked is still there. */
  const meter = await layouts(ben.page);
  const from = await tile(ben.page, pictures[0]).boundingBox();
  const to = await ranking(ben.page).getByRole('listitem').first().boundingBox();
  await ben.page.mouse.move(from.x + 20, from.y + 20);
  await ben.page.mouse.down();
  await ben.page.mouse.move(from.x + 30, from.y + 30, { steps: 2 });
  const before = await meter();
  for (let step = 1; step <= 30; step++) await ben.page.mouse.move(from.x + 30 + step * 2, from.y + 30 + (step % 7) * 3);
  const laid_out = (await meter()) - before;
  t.ok(laid_out <= 6, `${laid_out} layouts for 30 moves`);
  await ben.page.mouse.move(to.x + 20, to.y + 20, { steps: 4 });
  await ben.page.mouse.up();
  await counts(ranking(ben.page).getByRole('button'), 1);
  await e.drop();
  await counts(ranking(ben.page).getByRole('button'), 1);
  await lay(ben, pictures.slice(1));

  await phase(ben, 'reveal');
  await tv.page.getByRole('list', { name: 'Ann’s cards' }).getByRole('img').first().waitFor();
  await ben.page.reload();
  await tab_to(ann.page, button(ann.page, 'Go on'));
  await ann.page.keyboard.press('Enter');
  await play(e, come_to(e, 2, 'call'));
  /* CO-7, CO-11: the same pictures in the same places; the first of them counts twice. */
  await heard(ann, () => known(ann).round.number === 2);
  t.equal(pawn(ann).space, doubled ? 18 : 15);

  await play(e, come_to(e, 2, 'choose'));
  await phase(ann, 'choose');
  await look('choose', { tv });
  await play(e, come_to(e, 2, 'reveal'));
  await phase(ann, 'reveal');
  await look('reveal', { ann, tv });
  await play(e, come_to(e, 3, 'call'));
  await play(e, () => known(ann).result);
  t.equal(known(ann).result.outcome, 'ranked');
  await leaves_a_page(t, e, server.url);
  t.deepEqual(known(ann).result.winners, [seat_of(ann), seat_of(ben)]);
  await tv.page.getByRole('heading', { name: / win!/ }).waitFor();
  await look('end', { ann, tv });
  keeps_secrets(t, e, SECRET);
  cards_stay_down(t, e);
  t.deepEqual(found, []);
  t.deepEqual(e.complaints(), []);
  await e.close();
});

test('CO-8 to CO-13: five play with a Referent, after browsing the deck the host chose', async (t) => {
  const e = await evening(browser, server.url, {
    game: 'compatibility', people: ['Ann', 'Ben'], bots: 3, options: { ...SHORT, pictures: 'faraway', browse: true }, look: { colorScheme: 'dark' },
  });
  const { ann, ben, tv } = e;
  const { look, found } = onlooker('compatibility-referent');
  await phase(ann, 'browse');
  t.equal(known(ann).table.mode, 'referent');
  await tiles_are(ann, (count) => count === 40);
  await tv.page.getByRole('list', { name: 'All forty pictures' }).getByRole('listitem').nth(39).waitFor();
  /* Scenes are files of their own: those of this deck have come, and none of another deck. */
  await until(() => tv.page.evaluate(() => [...document.querySelectorAll('img.picture')].filter((one) => one.naturalWidth > 0).length === 40), 'the scenes do not come');
  const asked = await tv.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => /\/assets\/pictures\/([a-z]+)-/.exec(name)?.[1]).filter(Boolean));
  t.deepEqual([...new Set(asked)], ['faraway']);
  await look('browse', { ann, tv });
  await reload_all(t, [ben]);
  for (const one of e.guests) await button(one.page, 'I have seen them').click();
  await phase(ann, 'call');
  await button(ann.page, '1').waitFor();
  await look('call', { ann, tv });
  await button(ann.page, '1').click();
  await Promise.all(e.guests.map((one) => phase(one, 'choose')));
  t.equal(known(ann).round.announcer, seat_of(ann));
  t.ok(!known(ann).can.includes('double'), 'CO-13: not for the Referent');
  await gallery(ben.page).waitFor();
  await look('choose', { ben });
  await lay(ann, [3, 1, 4, 0, 5]);
  await button(ann.page, 'Take them back').waitFor();
  await look('laid', { ann, tv });
  await e.drop();
  await lay(ben, [3, 1, 4, 5, 0]);
  await phase(ann, 'reveal');
  await tv.page.getByText('Referent').first().waitFor();
  await play(e, () => anyone(e, (view) => view.rankings?.position === 3));
  await look('reveal', { ann, tv });
  await reload_all(t, [ann]);
  await play(e, come_to(e, 2, 'call'));
  /* CO-9: three direct, two indirect; the Referent moves as far as the best of the others. */
  await heard(ben, () => known(ben).round.number === 2);
  t.ok(pawn(ben).space >= 13);
  t.equal(pawn(ann).space, Math.max(...known(ann).table.pawns.map((each) => each.space)));
  await play(e, () => known(ben).result);
  t.equal(known(ben).result.outcome, 'ranked');
  keeps_secrets(t, e, SECRET);
  cards_stay_down(t, e);
  t.deepEqual(found, []);
  t.deepEqual(e.complaints(), []);
  await e.close();
});

test('CO-8: three play a round, two of them on one phone', async (t) => {
  const e = await evening(browser, server.url, { game: 'compatibility', people: [['Ann', 'Zoe']], bots: 1, options: { ...SHORT, pictures: 'wonders' }, tv: false });
  const { ann } = e;
  const { look, found } = onlooker('compatibility-shared');
  const [first, second] = seats_of(ann);
  await button(ann.page, 'I am Ann').click();
  await button(ann.page, '2').click();
  await phase(ann, 'choose');
  await gallery(ann.page).waitFor();
  /* The decks of icons are still there, for who likes them and for games of the past. */
  await gallery(ann.page).locator('svg.picture path').first().waitFor();
  t.equal(await gallery(ann.page).locator('img.picture').count(), 0);
  await lay(ann, [7, 8, 9, 10, 11], first);
  /* What Ann has laid is under a cover, and gone before Zoe has the phone. */
  t.equal(await ranking(ann.page).count(), 0);
  await look('covered', { ann });
  const cover = ann.page.locator('button.cover');
  const box = await cover.boundingBox();
  await ann.page.mouse.move(box.x + 20, box.y + 20);
  await ann.page.mouse.down();
  await ranking(ann.page).waitFor();
  await ann.page.mouse.up();
  await counts(ranking(ann.page), 0);
  await button(ann.page, 'Pass the phone to Zoe').click();
  t.equal(await ann.page.getByRole('img', { name: /place/ }).count(), 0);
  await button(ann.page, 'I am Zoe').click();
  t.equal(await ranking(ann.page).getByRole('button').count(), 0);
  await lay(ann, [11, 10, 9, 8, 7], second);
  await phase(ann, 'reveal');
  await ann.page.getByRole('list', { name: 'Ann’s cards' }).getByRole('img').first().waitFor();
  await look('reveal', { ann });
  for (let position = 1; known(ann).round.number === 1; position++) {
    for (const name of ['Ann', 'Zoe']) {
      if (known(ann).round.number > 1 || (known(ann).rankings?.position ?? 9) > position) break;
      const tab = ann.page.getByRole('navigation', { name: 'Players of this phone' }).getByRole('button', { name });
      if ((await tab.getAttribute('aria-pressed')) !== 'true') {
        await tab.click();
        await button(ann.page, `I am ${name}`).click();
      }
      const seat = name === 'Ann' ? first : second;
      await heard(ann, () => known(ann, seat).phase.name !== 'reveal' || known(ann, seat).can.includes('go_on'));
      if (known(ann, seat).phase.name === 'reveal') await push(ann, 'Go on', () => goes_on(ann, seat));
      await heard(ann, () => known(ann).phase.name !== 'reveal' || !known(ann).phase.waiting.includes(seat) || known(ann).rankings.position > position);
    }
  }
  t.ok(pawn(ann, second).space >= 11, 'one direct, four indirect');
  t.deepEqual(found, []);
  t.deepEqual(e.complaints(), []);
  await e.close();
});

test('CO-6, CO-7, CO-11: cards turn together, the token flashes, a line snaps, the pawn runs; at once where motion is reduced', async (t) => {
  const e = await evening(browser, server.url, { game: 'compatibility', people: ['Ann', 'Ben'], bots: 2, options: SHORT, opposite: true });
  const { ann, ben, tv } = e;
  const calm = await screen(browser, server.url, e.code, { reducedMotion: 'reduce' });
  /* Nobody chooses before both are asked: whoever hears it first would. */
  await play(e, () => [ann, ben].some((one) => known(one).phase.name === 'choose'));
  for (const one of [ann, ben, calm]) await heard(one, (view) => view.phase?.name === 'choose', 'nobody is asked to choose');
  await watch_stage(tv.page);
  await watch_stage(calm.page, true);
  /* A set that is six times as slow tells it in the same order. */
  await slow_down(tv.page, 6);
  for (const picture of [3, 1, 4, 0, 5]) await tile(ann.page, picture).click();
  /* A bot that is sure of its first card may be quicker. */
  const free = () => known(ann).can.includes('double');
  if (await attempt((patience) => button(ann.page, '×2').click(patience), free))
    await push(ann, button(ann.page.getByRole('group', { name: /On which card/ }), '1'), free);
  await heard(tv, (view) => view.round.doubler !== undefined, 'nobody doubles');
  const first = known(ann).round.doubler === seat_of(ann);
  await button(ann.page, 'Lay my pictures').click();
  await heard(ann, () => known(ann).me.pictures, 'the pictures were not taken');
  await lay(ben, [3, 1, 4, 0, 5]);
  await phase(ann, 'reveal');

  const told = await beats_until(tv.page, 'run');
  t.deepEqual(told.filter((beat) => beat !== 'double'), ['lift', 'turn', 'flash', 'same', 'snap', 'run'], 'whoever has the token, it lies on the first card');
  t.match(await text_at(tv.page, 'lift'), /Card 1 of 5/);
  const worth = first ? /\+6/ : /\+3/;
  for (const beat of ['lift', 'turn']) t.doesNotMatch(await text_at(tv.page, beat), worth, 'points before the cards have turned');
  t.match(await text_at(tv.page, 'same'), /the same picture/i);
  t.match(await text_at(tv.page, 'run'), /: \d spaces?!/);
  await slow_down(tv.page, 1);
  /* The same facts without the way to them. */
  await calm.page.locator('.stage .points').first().waitFor();
  t.deepEqual((await pictures(calm.page)).filter((text) => /Card 1 of 5/.test(text) && !worth.test(text)), []);
  /* A pawn that has run stands where the table says. */
  await tv.page.locator('.stage[data-beat=""]').waitFor();
  await reload_all(t, [tv]);
  await tv.page.locator('.stage .points').first().waitFor();
  t.equal(await tv.page.locator('.stage').getAttribute('data-beat'), '');
  await tv.page.getByRole('img', { name: new RegExp(`Ann and Ben: space ${pawn(ann).space} of`) }).waitFor();
  t.deepEqual([...e.complaints(), ...calm.complaints], []);
  await calm.close();
  await e.close();
});

await run();
