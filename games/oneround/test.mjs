/* One Round? in a real browser against the real server: together, in overtime, and in two teams.
 *
 * usage: test.mjs UNISONO [NAME…]          SHOTS=folder takes pictures of every phase
 */
import { beats_until, pictures, slow_down, text_at, watch_stage } from '../../tests/e2e/drama.mjs';
import { ballot, leave_table, pause, push_key, resume, tab_to, type_word, vote, write } from '../../tests/e2e/games.mjs';
import { onlooker } from '../../tests/e2e/look.mjs';
import { button, phase, push, reload_all, seats_shown } from '../../tests/e2e/party.mjs';
import { anyone, heard, known, screen } from '../../tests/e2e/people.mjs';
import { leaves_a_page } from '../../tests/e2e/kept.mjs';
import { start_server } from '../../tests/e2e/server.mjs';
import { results_say, slips_say, votes_are } from '../../tests/e2e/slips.mjs';
import { at_end, beside, run, test } from '../../tests/e2e/tap.mjs';
import { foreign, texts } from '../../tests/e2e/texts.mjs';
import { NO_TIMER, ONE_LIFE, QUICK_SAND, TEN, another_gap, browser, clue, draw, end, english, gap_buttons, guess, guessers, hand, kept_secret, play_card, point, seat, server, table } from './play.mjs';
/* Their tests belong to this run, and come first. */
import './test_teams.mjs';

test('two phones, a table screen and somebody who watches: One Round? to three stars less one', async (t) => {
  const { look, found } = onlooker('oneround');
  const p = await table({ people: ['Ann', 'Ben'], watcher: true, options: { challenge: TEN, ...NO_TIMER } });
  const [ann, ben] = p.guests;
  const { tv, watcher } = p;
  await tv.page.getByText('10 cards to go').waitFor();
  await look('turn', { ann, ben, tv });
  await reload_all(t, p.all);

  for (let card = 1; card <= 10; card++) {
    if (card !== 1 && card !== 2) {
      await play_card(t, p, { right: card !== 3 });
      if (card !== 3) continue;
      await tv.page.getByText('Wrong!').waitFor();
      await tv.page.getByRole('img', { name: '2 of 3 lives' }).waitFor();
      await look('wrong', { ann, tv });
      continue;
    }
    const drawn = await draw(p);
    const { tipster } = drawn;
    const guesser = tipster === ann ? ben : ann;
    if (card === 2) {
      await hand(tipster).waitFor();
      await look('clue', { tipster, tv, watcher });
      await tipster.page.locator('form.word').getByRole('textbox').fill('HALF');
      await reload_all(t, p.all);
      t.equal(await tipster.page.locator('form.word').getByRole('textbox').inputValue(), 'HALF');
    }
    kept_secret(t, p, drawn, [tipster]);
    const word = clue();
    await write(tipster, word);
    await guesser.page.getByText(word, { exact: true }).first().waitFor();
    if (card === 1) {
      await point(guesser, drawn.gap);
      await tv.page.getByText(`${guesser === ann ? 'Ann' : 'Ben'}: between`).waitFor({ state: 'attached' });
      await look('guess', { tipster, guesser, tv, watcher });
      await reload_all(t, p.all);
      kept_secret(t, p, drawn, [tipster]);
      t.deepEqual([known(tipster).talk, known(guesser).talk], [[], [0, 1]], 'who knows the card keeps still');
      t.equal(await button(tipster.page, 'Talk').count(), 0);
      await button(guesser.page, 'Talk').click();
      await guesser.page.getByRole('textbox', { name: 'Say something' }).fill('I think it is there');
      await button(guesser.page, 'Send').click();
      await guesser.page.getByText('I think it is there').waitFor();
      await guesser.page.keyboard.press('Escape');
    }
    await guess(guesser, drawn.gap);
  }
  await Promise.all(p.all.map((one) => one.page.getByRole('heading', { name: 'The round is closed!' }).waitFor()));
  await leaves_a_page(t, p, server.url);
  await ann.page.getByRole('img', { name: '2 of 3 stars' }).waitFor();
  await look('won', { ann, tv });
  await reload_all(t, [ann, tv]);
  t.deepEqual(p.all.map(seats_shown), [[0], [1], [-1], [-1]]);

  /* OR-22: the table remembers its stars, whoever looks. */
  await push(ann, english('result.lobby'));
  for (const one of [ann, ben]) {
    await button(one.page, /^Options/).click();
    await button(one.page, 'Level 14, 2 of 3 stars').waitFor();
  }
  await look('levels', { ann });
  t.deepEqual(found, []);
  await end(t, p);
});

/* Two clocks of the rules run out here: ten seconds to look, twelve of sand. The table is paused to look around. */
test('a card ends as a drama: drum roll, number, light, the circle opens; right is named, wrong breaks a heart', async (t) => {
  const p = await table({ people: ['Ann', 'Ben'], options: { challenge: TEN, ...NO_TIMER } });
  const calm = await screen(browser, server.url, p.code, { reducedMotion: 'reduce' });
  await heard(calm, (view) => view.phase, 'no game came');
  await watch_stage(p.tv.page);
  await watch_stage(calm.page, true);
  const drawn = await play_card(t, p, { word: 'VELVET' });
  t.deepEqual((await beats_until(p.tv.page, 'right')).slice(-5), ['roll', 'number', 'line', 'open', 'right']);
  t.match(await text_at(p.tv.page, 'roll'), /VELVET/);
  t.match(await text_at(p.tv.page, 'number'), new RegExp(`\\b${drawn.card}\\b`));
  await p.tv.page.getByText(`${drawn.guesser === p.guests[0] ? 'Ann' : 'Ben'} pointed right.`).waitFor();
  /* No picture of the calm one lies between the guess and its end. */
  await calm.page.getByText('Right!', { exact: true }).waitFor();
  t.deepEqual((await pictures(calm.page)).filter((text) => text.includes(english('web.oneround.stage.number', { number: drawn.card }))), []);

  /* A set that is six times as slow tells it in the same order. */
  await watch_stage(p.tv.page);
  await slow_down(p.tv.page, 6);
  await play_card(t, p, { right: false });
  t.deepEqual((await beats_until(p.tv.page, 'heart')).slice(-6), ['roll', 'number', 'line', 'open', 'wrong', 'heart']);
  await slow_down(p.tv.page, 1);
  for (const one of [p.tv, calm]) await one.page.getByRole('img', { name: '2 of 3 lives' }).waitFor();
  t.deepEqual(calm.complaints, []);
  await calm.close();
  await end(t, p);
});

beside('head start, the sand and the last three seconds: OR-3, OR-7, OR-13', async (t) => {
  const { look, found } = onlooker('oneround-sand');
  const p = await table({ people: ['Ann', 'Ben'], options: { challenge: QUICK_SAND, head_start: 10 } });
  const [ann] = p.guests;
  let drawn = await draw(p);
  const frozen = async (name) => {
    await pause(ann);
    t.equal(known(ann).phase.name, name);
    await look(name, { tipster: drawn.tipster, tv: p.tv });
    await reload_all(t, p.all);
    await resume(ann);
  };
  await phase(ann, 'think');
  await frozen('think');
  await phase(ann, 'clue');
  await frozen('clue');
  /* A finger lies on the button before the sand is through: three seconds are short. Should the machine be too slow
   * for them, the next card has three more. */
  for (let card = 1; ; card++) {
    await button(ann.page, 'Menu').click();
    await button(ann.page, 'Pause').waitFor();
    await phase(ann, 'grace');
    await push(ann, 'Pause');
    if (known(ann).phase.name === 'grace') break;
    t.ok(card < 3, 'nobody can stop the last three seconds');
    await resume(ann);
    drawn = await draw(p);
  }
  const { lives } = known(ann).table.teams[0];
  await look('grace', { tipster: drawn.tipster, tv: p.tv });
  await reload_all(t, p.all);
  await resume(ann);
  kept_secret(t, p, drawn, [drawn.tipster]);
  await phase(ann, 'turn');
  t.equal(known(ann).table.teams[0].lives, lives - 1, 'no word costs a life');
  t.deepEqual(found, []);
  await end(t, p);
});

test('objection, overtime against the sand, and a lost game: OR-12, OR-14, OR-15', async (t) => {
  const { look, found } = onlooker('oneround-overtime');
  const p = await table({ people: ['Ann', 'Ben'], options: { challenge: ONE_LIFE, untimed_cards: 2 } });
  const [ann, ben] = p.guests;
  const { tv } = p;

  /* OR-12: the only one who does not know the card says that it was seen: same Tipster, no life lost. */
  const { tipster } = await draw(p);
  const guesser = tipster === ann ? ben : ann;
  t.ok(!known(tipster).can.includes('object'), 'who knows the card cannot stop the sand');
  await write(tipster, clue());
  await phase(guesser, 'guess');
  t.deepEqual([known(guesser).may.object, known(tipster).may.object], [['clue', 'seen'], undefined]);
  await button(guesser.page, 'Object').click();
  /* T-7: the vote is over at once, and still everybody sees for a moment what came out. */
  const told = results_say(p.all, english('vote.oneround.seen.passed'));
  await push(guesser, 'Somebody saw the card', () => true, guesser.page.getByRole('dialog'));
  const view = await phase(ann, 'turn');
  await told;
  await look('set-aside', { ann, tv });
  await reload_all(t, p.all);
  t.deepEqual([view.turn.tipster, view.table.teams[0].lives, view.table.pile], [seat(tipster), 1, 10]);

  await play_card(t, p, { right: false });
  await tv.page.getByText('Overtime').first().waitFor();
  await look('turn', { ann, tv });
  await reload_all(t, [ann, tv]);
  /* OR-14, OR-15: the timer is turned when the clue falls; nobody points before the sand is through. */
  const last = await draw(p);
  await tv.page.getByRole('img', { name: /seconds left/ }).first().waitFor();
  await write(last.tipster, clue());
  await Promise.all(p.all.map((one) => one.page.getByRole('heading', { name: english('result.oneround.lost') }).waitFor()));
  await look('lost', { ann, tv });
  t.deepEqual(found, []);
  await end(t, p);
});

test('a vote freezes the pointing, and one player has the last word: OR-8, OR-12, T-7', async (t) => {
  const { look, found } = onlooker('oneround-word');
  const p = await table({ people: ['Ann', 'Ben', 'Cleo', 'Dora', 'Emil'], options: { challenge: TEN, ...NO_TIMER } });
  const { tv } = p;
  const { tipster, gap } = await draw(p);
  await write(tipster, clue());
  const seats = await guessers(p);
  await point(seats[0], gap);
  await button(seats[0].page, 'Object').click();
  await push(seats[0], 'The clue is against the rules', () => true, seats[0].page.getByRole('dialog'));
  const [objector, first, second] = seats.map((one) => p.host.room.people.find((each) => each.seat === seat(one)).name);
  await slips_say(p.all, {
    grounds: english('vote.objects', { name: objector }),
    question: english('vote.oneround.clue'),
    votes: { [objector]: 'yes', [first]: undefined },
  });
  await seats[1].page.getByText(english('web.oneround.frozen')).waitFor();
  t.ok(!ballot(tipster).voters.includes(seat(tipster)), 'whose word it is has no vote');
  t.deepEqual(ballot(tipster).yes, [seat(seats[0])], 'who objects has voted');
  t.ok(await gap_buttons(seats[1]).first().isDisabled(), 'nobody points');
  await look('frozen', { guesser: seats[1], tipster, tv });
  await reload_all(t, [seats[1], tv]);
  await vote(seats[1], false);
  await votes_are(p.all, { [first]: 'no', [second]: undefined });
  const told = results_say(p.all, english('vote.objection.failed'));
  await vote(seats[2], false);
  await told;
  await heard(seats[0], (view) => !view.votes.length && view.can.includes('point'), 'the vote does not end');
  t.deepEqual(known(seats[0]).may.object, ['seen'], 'what failed is not asked again');

  /* All locked, two gaps: everybody is told loudly whose word it is. */
  const other = another_gap(seats[0], gap);
  const { decider } = known(p.host).turn;
  for (const one of seats) await guess(one, seat(one) === decider ? gap : other);
  const right = seats.find((one) => seat(one) === decider);
  await right.page.getByText(english('web.oneround.word.yours')).waitFor();
  const name = p.host.room.people.find((one) => one.seat === decider)?.name ?? '';
  await tv.page.getByText(english('web.oneround.word.theirs', { name })).first().waitFor();
  await pause(p.host);
  await tv.page.getByText(english('web.oneround.word.theirs', { name })).first().waitFor({ state: 'hidden' }); /* under the word of the pause */
  await look('word', { right, other: seats.find((one) => one !== right), tv });
  await resume(p.host);
  await heard(p.host, (view) => view.phase.name === 'turn' && view.last?.right, 'the last word did not count');
  t.deepEqual(found, []);
  await end(t, p);
});

test('nobody is there to guess: the table waits, and costs nobody a life (T-9, OR-8)', async (t) => {
  const { look, found } = onlooker('oneround-missing');
  const p = await table({ people: ['Ann', 'Ben'], options: { challenge: TEN, grace: 5, ...NO_TIMER } });
  const drawn = await draw(p);
  await write(drawn.tipster, clue());
  const [guesser] = await guessers(p);
  const home = guesser.page.url();
  const name = guesser === p.host ? 'Ann' : 'Ben';
  await guesser.page.goto('about:blank');
  await heard(drawn.tipster, (view) => view.phase.absent?.length, 'nobody is missed');
  await drawn.tipster.page.getByText(english('web.oneround.waits', { names: name })).first().waitFor();
  await p.tv.page.getByText(english('web.oneround.waits', { names: name })).first().waitFor();
  await look('missing', { tipster: drawn.tipster, tv: p.tv });
  /* After the grace time a spare card takes its place. */
  await new Promise((done) => setTimeout(done, 5500));
  await push(drawn.tipster, english('action.oneround.set_aside'), () => known(drawn.tipster).can.includes('set_aside'));
  await phase(drawn.tipster, 'turn');
  t.equal(known(drawn.tipster).table.teams[0].lives, 3, 'nobody lost a life');
  await guesser.page.goto(home);
  await heard(drawn.tipster, (view) => !view.phase.absent, 'nobody is back');
  await play_card(t, p);
  await heard(p.host, (view) => view.phase.name === 'turn' && view.last?.right, 'the game did not go on');
  t.deepEqual(found, []);
  await end(t, p);
});

test('own start words make the circle: OR-1', async (t) => {
  const { look, found } = onlooker('oneround-words');
  const p = await table({ people: ['Ann', 'Ben'], options: { words: 'free', ...NO_TIMER } });
  await look('write', { ann: p.guests[0], tv: p.tv });
  await reload_all(t, p.all);
  const own = ['HARBOUR', 'VELVET', 'THUNDER'];
  for (const word of own) await write(await anyone(p.guests, (view, one) => view.can?.includes('write_start') && view.me.start !== undefined && one, 'nobody writes'), word);
  for (const word of own) await p.tv.page.getByText(word, { exact: true }).first().waitFor();
  const { tipster, gap } = await draw(p);
  t.ok(own.includes(known(tipster).table.circle[gap].word));
  t.deepEqual(found, []);
  await end(t, p);
});

test('with keyboards alone: a whole game, lost in overtime, with all motion', async (t) => {
  const p = await table({ people: ['Ann', 'Ben'], start: false, options: { challenge: ONE_LIFE, ...NO_TIMER }, look: { hasTouch: false, viewport: { width: 1000, height: 800 }, reducedMotion: 'no-preference' } });
  await push_key(p.host, english('lobby.start', { game: 'One Round?' }));
  for (const right of [true, false, false]) {
    const turner = await anyone(p.guests, (view, one) => view.can?.includes('turn_timer') && one, 'nobody deals');
    await push_key(turner, 'Deal the card');
    const tipster = await anyone(p.guests, (view, one) => view.me?.card !== undefined && one, 'nobody has the card');
    const { gap } = known(tipster).me;
    await type_word(tipster, 'Your clue', clue());
    await phase(p.host, 'guess');
    const [guesser] = await guessers(p);
    const circle = known(guesser).table.circle;
    const chosen = right ? gap : another_gap(guesser, gap);
    await push_key(guesser, new RegExp(`${circle[chosen].word}.*${circle[(chosen + 1) % circle.length].word}$`));
    await push_key(guesser, 'Lock in');
  }
  await Promise.all(p.all.map((one) => one.page.getByRole('heading', { name: english('result.oneround.lost') }).waitFor()));
  await tab_to(p.host.page, english('result.again'));
  await end(t, p);
});

test('a whole game in French, every word of it', async (t) => {
  const say = texts('fr');
  const mots = 'VELOURS LANTERNE MARBRE SACOCHE VINAIGRE SIFFLET GRAVIER VESTE BOUILLOIRE AIGUILLE'.split(' ');
  const p = await table({ people: ['Anaïs', 'Benoît'], language: 'fr', options: { challenge: 16, ...NO_TIMER } });
  const found = [];
  const read = async () => {
    for (const one of p.all) found.push(...foreign(await one.page.locator('body').innerText(), 'fr'));
  };
  t.equal(await p.host.page.locator('html').getAttribute('lang'), 'fr');
  for (const [index, word] of mots.entries()) {
    if (index > 1) {
      await play_card(t, p, { say, word });
      continue;
    }
    await read();
    const { tipster, gap } = await draw(p, say);
    await hand(tipster, say).waitFor();
    await read();
    await write(tipster, word, say);
    const [guesser] = await guessers(p);
    await gap_buttons(guesser, say).first().waitFor();
    await read();
    await guess(guesser, gap, say);
  }
  await Promise.all(p.all.map((one) => one.page.getByRole('heading', { name: say('result.oneround.won') }).waitFor()));
  await read();
  t.deepEqual(found, []);
  await end(t, p);
});

test('phones go offline with a clue half sent and a gap pointed at, and are back as if nothing had been', async (t) => {
  /* A server of its own: it restarts, and others have a clock running on theirs. */
  const house = await start_server(process.argv[2]);
  at_end(() => house.stop());
  const p = await table({ people: ['Ann', 'Ben'], tv: false, options: { challenge: TEN, ...NO_TIMER } }, house);
  const gone = /You are offline|No connection/;
  const { tipster, gap } = await draw(p);
  const guesser = p.guests.find((one) => one !== tipster);
  const away = async (one) => {
    await one.page.context().setOffline(true);
    await house.restart();
    await one.page.getByText(gone).waitFor();
  };
  await away(tipster);
  const word = clue();
  await tipster.page.locator('form.word').getByRole('textbox').fill(word);
  await tipster.page.locator('form.word button[type=submit]').click();
  await tipster.page.context().setOffline(false);
  await guesser.page.getByText(word, { exact: true }).first().waitFor();
  await point(guesser, gap);
  await away(guesser);
  t.equal(await gap_buttons(guesser).nth(gap).getAttribute('aria-pressed'), 'true', 'what was pointed at stays');
  await guesser.page.context().setOffline(false);
  await guesser.page.getByText(gone).waitFor({ state: 'detached' });
  await push(guesser, 'Lock in');
  await heard(tipster, (view) => view.phase.name === 'turn' && view.last?.right, 'the guess was lost');
  await end(t, p);
});

test('two on one phone and one on another: the card lies under a cover (T-3)', async (t) => {
  const { look, found } = onlooker('oneround-pair');
  const p = await table({ people: [['Ann', 'Ben'], 'Cleo'], tv: false, options: { challenge: TEN, ...NO_TIMER } });
  const [pair, cleo] = p.guests;
  const NAMES = ['Ann', 'Ben', 'Cleo'];
  const device = (index) => (index === 2 ? cleo : pair);
  const act_as = async (index) => {
    if (index === 2) return cleo;
    await pair.page.getByRole('navigation').getByRole('button', { name: NAMES[index] }).click();
    await button(pair.page, `I am ${NAMES[index]}`).click();
    return pair;
  };
  const view = (index) => known(device(index), index);
  const who = async (test) => {
    const seats = await anyone(p.guests, () => [0, 1, 2].some((index) => test(view(index))) && [0, 1, 2].filter((index) => test(view(index))), 'nobody is asked');
    return seats[0];
  };
  for (let card = 0; card < 3; card++) {
    await push(await act_as(await who((one) => one.can?.includes('turn_timer'))), 'Deal the card');
    const tipster = await who((one) => one.me?.card !== undefined);
    const { card: number, gap } = view(tipster).me;
    const one = await act_as(tipster);
    if (one === pair) {
      await hand(pair).waitFor();
      t.equal(await hand(pair).getByText(String(number), { exact: true }).count(), 0, 'the card lies under the cover');
      await button(pair.page, `Only for ${NAMES[tipster]}: hold to look`).hover();
      await pair.page.mouse.down();
      await hand(pair).getByText(String(number), { exact: true }).waitFor();
      if (card === 0) await look('held', { pair });
      await pair.page.mouse.up();
      await hand(pair).getByText(String(number), { exact: true }).waitFor({ state: 'detached' });
    }
    await write(one, clue());
    const guessing = await who((each) => each.turn?.guessers?.length).then((index) => view(index).turn.guessers);
    for (const index of guessing) await guess(await act_as(index), gap, english, index);
    await heard(cleo, (each) => each.phase.name === 'turn' && each.last?.number === number && each.last.right, 'the card was not placed');
  }
  t.deepEqual([seats_shown(pair), seats_shown(cleo)], [[0, 1], [2]]);
  t.deepEqual(found, []);
  await end(t, p);
});

test('the host leaves with the card in hand: a spare card, another host, and the rest go on (T-9)', async (t) => {
  const p = await table({ people: ['Ann', 'Ben', 'Cleo'], options: { challenge: TEN, ...NO_TIMER } });
  const [ann, ben, cleo] = p.guests;
  const drawn = await draw(p);
  t.equal(drawn.tipster, ann, 'the first seat begins');
  await leave_table(ann);
  await heard(ben, (view) => view.seats[0].state === 'gone' && view.phase.name === 'turn', 'nobody went on');
  await heard(ben, () => ben.room.info.host === ben.room.people.find((one) => one.name === 'Ben').guest, 'nobody is host');
  t.equal(known(ben).table.teams[0].lives, 3, 'nobody lost a life');
  kept_secret(t, { all: [ben, cleo, p.tv] }, drawn, []);
  const rest = { ...p, guests: [ben, cleo], host: ben, all: [ben, cleo, p.tv] };
  await play_card(t, rest);
  await heard(ben, (view) => view.phase.name === 'turn' && view.last.right, 'the card was not placed');
  await button(ben.page, 'Menu').click();
  await button(ben.page, 'Pause').waitFor();
  await end(t, p);
});

await run();
