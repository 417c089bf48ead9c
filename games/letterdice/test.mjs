/* Letter Dice in a real browser against the real server: the classic game and both variants, to the last token, and a
 * word that is said against advice.
 *
 * usage: test.mjs UNISONO [NAME…]
 */
import { beats_until, slow_down, text_at, watch_stage } from '../../tests/e2e/drama.mjs';
import { anyone, evening, keeps_secrets, seat_of, seats_of, tab_to } from '../../tests/e2e/evening.mjs';
import { pause, resume } from '../../tests/e2e/games.mjs';
import { onlooker } from '../../tests/e2e/look.mjs';
import { opened } from '../../tests/e2e/opened.mjs';
import { attempt, button, leaks, mark, phase, play_on, push, reload_all } from '../../tests/e2e/party.mjs';
import { heard, known, until } from '../../tests/e2e/people.mjs';
import { leaves_a_page } from '../../tests/e2e/kept.mjs';
import { results_say, slips_say } from '../../tests/e2e/slips.mjs';
import { run, test } from '../../tests/e2e/tap.mjs';
import { texts } from '../../tests/e2e/texts.mjs';
import { word } from './made_up.mjs';

const { server, browser } = await opened();

const english = texts('en');
/* A card without a theme of names: the dictionary has an opinion on every word. */
const NO_NAMES = 6;
/* Nobody doubts a word but people, and a word stands soon. */
const QUICK = { objection_time: 3, referee: 'trust' };
const slips = (page) => page.getByRole('region', { name: 'The table votes' });
const line = (page) => page.getByRole('textbox', { name: /word|theme/i });
const claims = (page) => page.getByRole('list', { name: 'Words of this round' });

/* The word is on the table, or it is too late for it. */
async function say(one, text, theme, seat = seat_of(one)) {
  const round = known(one).table.round;
  const there = () => known(one).claims.some((claim) => claim.word === text);
  const late = () => known(one).table.round !== round || !known(one, seat).can.includes('say');
  const before = one.asked;
  const still = () => one.asked === before && !late();
  const themes = one.page.getByRole('list', { name: 'The themes' }).getByRole('button');
  if (theme) await attempt((patience) => themes.nth(theme - 1).click(patience), still);
  await attempt((patience) => line(one.page).fill(text, patience), still);
  await attempt((patience) => line(one.page).press('Enter', patience), still);
  await heard(one, () => there() || late() || (one.asked > before && one.answered >= one.asked), `${text} never arrived`);
  return there();
}

function next_theme(view) {
  return view.table.variant === 'open' ? view.table.themes.findIndex((each) => each.state === 'open') + 1 : 0;
}

/* What somebody could do right now: asked again for every try, since the table goes on by itself. */
const can = (one, action, seat) => known(one, seat).can?.includes(action);
const asked = (one, seat) => known(one, seat).votes?.some((vote) => vote.voters.includes(seat) && ![...vote.yes, ...vote.no].includes(seat));
const agrees = (one, seat) => known(one, seat).phase.name === 'settle' && can(one, 'agree', seat) && known(one, seat).phase.waiting.includes(seat);

/* Rolls, throws, says a word, votes and agrees: whatever is to be done, until `over`. */
function play(e, over, { silent = false } = {}) {
  const act = async (one, view) => {
    if (over()) return true;
    const mine = seat_of(one);
    if (asked(one, mine)) return push(one, 'No', () => asked(one, mine), slips(one.page));
    if (can(one, 'roll_theme')) return push(one, 'Roll the theme', () => can(one, 'roll_theme'));
    if (can(one, 'throw_dice')) return push(one, 'Throw the dice', () => can(one, 'throw_dice'));
    if (silent) return false;
    if (view.can?.includes('say') && view.phase.name === 'play' && !view.me.out) {
      await say(one, word(view), next_theme(view));
      return true;
    }
    if (agrees(one, mine)) return push(one, 'Fine by me', () => agrees(one, mine));
    return false;
  };
  return play_on(e, act, over);
}
const rolled = (e) => () => anyone(e, (view) => view.result || ['play', 'settle'].includes(view.phase.name));
const over = (e) => () => e.guests.every((one) => known(one).result);

/* Words stand by a clock and bots say more of them: to be told the same twice, the table has to stand still. */
async function reload_while_paused(t, e, people) {
  if (known(e.host).result) return;
  await pause(e.host);
  for (const one of people) await heard(one, (view) => view.phase.paused, 'no pause');
  await reload_all(t, people);
  await resume(e.host);
}

/* A phone that is shared goes to whoever is to do something. */
async function hand_to(one, name) {
  const tab = one.page.getByRole('navigation', { name: 'Players of this phone' }).getByRole('button', { name });
  if ((await tab.getAttribute('aria-pressed')) !== 'true') await tab.click();
  const gate = button(one.page, `I am ${name}`);
  if (await gate.count()) await gate.click();
}

async function cast(one, seat = seat_of(one)) {
  await heard(one, () => can(one, 'roll_theme', seat), 'nobody may roll');
  await push(one, 'Roll the theme', () => can(one, 'roll_theme', seat));
  await heard(one, () => can(one, 'throw_dice', seat), 'nobody may throw');
  await push(one, 'Throw the dice', () => can(one, 'throw_dice', seat));
  await heard(one, () => known(one, seat).table.dice, 'no dice');
}

/* Ann begins; rounds in which black is thrown are passed, until a colour is. Ben and Zoe share a phone. */
async function coloured(ann, ben) {
  await cast(ann);
  while (!known(ann).table.initial) {
    const { round } = known(ann).table;
    await push(ann, 'Nothing comes to mind', () => known(ann).table.round === round);
    for (const name of ['Ben', 'Zoe']) {
      await hand_to(ben, name);
      await push(ben, 'Nothing comes to mind', () => known(ben).table.round === round);
    }
    await heard(ann, () => known(ann).table.round > round, 'nobody goes on');
    const thrower = known(ann).table.thrower;
    const one = thrower === seat_of(ann) ? ann : ben;
    if (one === ben) await hand_to(ben, seats_of(ben)[0] === thrower ? 'Ben' : 'Zoe');
    await cast(one, thrower);
    await heard(ann, () => known(ann).table.dice);
  }
}

/* An open keyboard leaves this much of the smallest phone: what there is to do is in sight, and nothing lies over it. */
async function with_keyboard(one, parts) {
  const usual = one.page.viewportSize();
  await one.page.setViewportSize({ width: 320, height: 284 });
  for (const part of parts) {
    const seen = () => part.evaluate((node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && node.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
    await until(seen, `${part} is not in sight beside a keyboard`);
  }
  await one.page.setViewportSize(usual);
}

/* LD-13: nothing is lost on the way. */
function all_tokens(t, one) {
  const { table, seats } = known(one);
  t.equal(table.middle + table.reserve + seats.reduce((sum, seat) => sum + seat.score, 0), 90, 'ninety tokens');
}

test('LD-3 to LD-13: two phones and a bot play the classic game', async (t) => {
  const e = await evening(browser, server.url, { game: 'letterdice', people: ['Ann', 'Ben'], bots: 1, options: { ...QUICK, objection_time: 30 }, watcher: true });
  const { ann, ben, tv } = e;
  const { look, found } = onlooker('letterdice-classic');
  await phase(ann, 'theme');
  await look('theme', { ann, tv });
  /* By keys alone: the thrower rolls, throws, and says a word. */
  const keys = ann.page.keyboard;
  await tab_to(ann.page, button(ann.page, 'Roll the theme'));
  await keys.press('Enter');
  await phase(ann, 'throw');
  await look('throw', { ben });
  await tab_to(ann.page, button(ann.page, 'Throw the dice'));
  await keys.press('Enter');
  await heard(ann, () => known(ann).table.dice);
  await tv.page.locator('.throw').waitFor();

  /* A round in which a colour was thrown, and a bot was first with a word (it is, unless nothing comes to its mind):
   * Ann can still say something. A black one belongs to the first. */
  const bot = 2;
  const theirs = (one) => known(one).claims.find((each) => each.seat === bot && each.state === 'open');
  const good = () => known(ann).table.initial && known(ann).can.includes('say') && theirs(ann);
  while (!good()) {
    const { round } = known(ann).table;
    await heard(ann, () => good() || known(ann).round.passed.includes(bot) || known(ann).phase.name === 'settle' || known(ann).table.round > round);
    if (good()) break;
    await play(e, () => anyone(e, (view) => view.table.round > round));
    await play(e, rolled(e), { silent: true });
    await heard(ann, () => known(ann).table.dice);
  }

  /* LD-11: somebody objects, the table strikes the word, the tokens go back and the round goes on. */
  await heard(ben, () => theirs(ben));
  const disputed = theirs(ben);
  await claims(ben.page).getByRole('listitem').filter({ hasText: disputed.word }).getByRole('button', { name: 'I object' }).click();
  await heard(ann, () => known(ann).votes.length, 'no vote was opened');
  await button(slips(ann.page), 'Yes').waitFor();
  await look('vote', { ann, tv });
  /* T-7: who objects has voted, who said the word does not vote. */
  const [vote] = known(ann).votes;
  t.deepEqual([vote.by, vote.yes, vote.voters], [seat_of(ben), [seat_of(ben)], [seat_of(ann), seat_of(ben)]]);
  await slips(ann.page).getByText('Ben objects').waitFor();
  await push(ann, 'Yes', () => asked(ann, seat_of(ann)), slips(ann.page));
  await heard(ann, () => known(ann).claims.find((each) => each.claim === disputed.claim).state === 'struck', 'the word was not struck');
  all_tokens(t, ann);

  const { initial } = known(ann).table;
  const mine = word(known(ann));
  const start = { ben: mark(ben), tv: mark(tv), watcher: mark(e.watcher) };
  await line(ann.page).waitFor();
  await tab_to(ann.page, line(ann.page));
  await keys.type(mine);
  await ann.page.locator('.live').getByText(/\d tokens?/).waitFor();
  await look('say', { ann, tv });
  /* What was typed survives a reload and a refusal, and nobody else has heard it. */
  await ann.page.reload();
  await line(ann.page).waitFor();
  t.equal(await line(ann.page).inputValue(), mine);
  for (const one of ['ben', 'tv', 'watcher']) t.deepEqual(leaks(e[one], mine, start[one]), [], 'what is typed is not said');
  const wrong = `${initial === 'Z' ? 'A' : 'Z'}OO`;
  await line(ann.page).fill(wrong);
  await line(ann.page).press('Enter');
  await ann.page.getByText(`does not begin with ${initial}`).first().waitFor();
  t.equal(await line(ann.page).inputValue(), wrong);
  await line(ann.page).fill(mine);
  await tab_to(ann.page, button(ann.page, 'Say it!'));
  await keys.press('Enter');
  const claim = (one) => known(one).claims.find((each) => each.word === mine);
  await heard(ben, () => claim(ben), 'the word was never said');
  t.equal(claim(ben).points, 5, 'LD-7: one for each die');
  await e.drop();
  await reload_while_paused(t, e, [ben, tv]);
  await play(e, () => anyone(e, (view) => view.phase.name === 'settle' || view.result));
  await play(e, over(e));
  t.equal(known(ann).result.outcome, 'ranked');
  await leaves_a_page(t, e, server.url);
  t.equal(known(ann).table.middle, 0);
  all_tokens(t, ann);
  await tv.page.getByRole('heading', { name: /wins|share/ }).waitFor();
  await look('end', { ann, tv });
  keeps_secrets(t, e, []);
  t.deepEqual(found, []);
  t.deepEqual(e.complaints(), []);
  await e.close();
});

test('LD-14: limited proposals, to the end of the reserve', async (t) => {
  const e = await evening(browser, server.url, {
    game: 'letterdice', people: ['Ann', 'Ben'], bots: 3, options: { variant: 'limited', ...QUICK }, look: { colorScheme: 'dark' },
  });
  const { ann, tv } = e;
  const { look, found } = onlooker('letterdice-limited');
  await ann.page.getByText('in reserve').waitFor();
  t.equal(known(ann).table.middle, 10, 'two for each player');
  await play(e, rolled(e), { silent: true });
  await heard(ann, () => known(ann).table.dice);
  await look('play', { ann, tv });
  await play(e, () => anyone(e, (view) => view.result || view.table.round === 3));
  await e.drop(() => ann.page.reload());
  all_tokens(t, ann);
  await play(e, over(e));
  t.equal(known(ann).result.outcome, 'ranked');
  t.equal(known(ann).table.middle, 0);
  t.equal(known(ann).table.reserve, 0, 'no token stays unplayed');
  all_tokens(t, ann);
  await tv.page.getByRole('heading', { name: /wins|share/ }).waitFor();
  t.deepEqual(found, []);
  t.deepEqual(e.complaints(), []);
  await e.close();
});

test('LD-6: the part of a name that counts is lit and can be marked; the field keeps the focus', async (t) => {
  const e = await evening(browser, server.url, { game: 'letterdice', people: ['Ann', ['Ben', 'Zoe']], options: { variant: 'limited', theme_card: NO_NAMES, referee: 'advise', objection_time: 30 } });
  const { ann, ben, tv } = e;
  const { look, found } = onlooker('letterdice-names');
  const colour = () => known(ann).table.initial;
  await coloured(ann, ben);
  const last = `${colour()}AVIS`, first = `${colour()}ETTE`;
  const parts = ann.page.getByRole('group', { name: /What counts/ }).getByRole('button');
  const lit = () => parts.evaluateAll((all) => all.filter((one) => one.ariaPressed === 'true').map((one) => one.querySelector('.visually-hidden').textContent));
  const focused = () => line(ann.page).evaluate((input) => input === document.activeElement);
  await line(ann.page).fill(`${first} ${last}`);
  t.equal(await parts.count(), 0, 'no name, no parts');
  await ann.page.getByRole('checkbox', { name: 'It is a name' }).click();
  await ann.page.waitForFunction((text) => document.querySelector('.parts [aria-pressed=true] .visually-hidden')?.textContent === text, last);
  t.deepEqual(await lit(), [last], 'the last part is offered');
  await look('offered', { ann });
  const name = ann.page.getByRole('checkbox', { name: 'It is a name' });
  await with_keyboard(ann, [name, parts.nth(0), parts.nth(1), line(ann.page), button(ann.page, 'Say it!')]);
  await parts.nth(0).click();
  t.deepEqual(await lit(), [first, last]);
  await parts.nth(1).click();
  t.deepEqual(await lit(), [first]);
  await look('marked', { ann });
  t.ok(await focused(), 'marking leaves the keyboard open');
  await push(ann, 'Say it!');
  t.equal(ann.refusal, undefined);
  await heard(ben, () => known(ben).claims.length, 'the name was never said');
  t.deepEqual([known(ben).claims[0].word, known(ben).claims[0].part, known(ben).claims[0].name], [`${first} ${last}`, first, true]);
  await tv.page.getByText(`${first} ${last}`).first().waitFor();
  t.equal(await line(ann.page).inputValue(), '');
  t.ok(await focused(), 'the next word can follow at once');
  /* One word is a name, too: then the dictionary is not asked. */
  const odd = word(known(ann));
  await line(ann.page).fill(odd);
  await button(ann.page, 'Take it anyway').waitFor();
  await ann.page.getByRole('checkbox', { name: 'It is a name' }).click();
  await button(ann.page, 'Take it anyway').waitFor({ state: 'detached' });
  await push(ann, 'Say it!');
  await heard(ben, () => known(ben).claims.some((claim) => claim.word === odd && claim.name), 'the name was refused');
  await look('said', { ben, tv });
  t.deepEqual(found, []);
  t.deepEqual(e.complaints(), []);
  await e.close();
});

test('LD-15: open themes close one by one; two on one phone', async (t) => {
  const e = await evening(browser, server.url, { game: 'letterdice', people: [['Ann', 'Zoe'], 'Ben'], bots: 1, options: { variant: 'open', ...QUICK } });
  const { ann, ben, tv } = e;
  const { look, found } = onlooker('letterdice-open');
  const [first, second] = seats_of(ann);
  const person = { [first]: 'Ann', [second]: 'Zoe' };
  await hand_to(ann, person[first]);
  await button(ann.page, 'Throw the dice').click();
  /* The bot is as fast as ever: there is something to see at once. */
  await heard(ben, (view) => view.table.dice && view.claims.length);
  await look('play', { ben, tv });
  const act = async (one, view) => {
    if (view.result) return over(e)();
    const seat = one === ben ? seat_of(ben) : seats_of(ann).find((each) => known(ann, each).phase.waiting.includes(each)) ?? first;
    const mine = known(one, seat);
    const open = next_theme(mine);
    const due = asked(one, seat) || can(one, 'throw_dice', seat) || can(one, 'say', seat) || agrees(one, seat);
    if (!due) return false;
    if (one === ann) await hand_to(ann, person[seat]);
    if (asked(one, seat)) return push(one, 'No', () => asked(one, seat), slips(one.page));
    if (can(one, 'throw_dice', seat)) return push(one, 'Throw the dice', () => can(one, 'throw_dice', seat));
    if (agrees(one, seat)) return push(one, 'Fine by me', () => agrees(one, seat));
    if (!open || !can(one, 'say', seat)) return false;
    await say(one, word(mine), open, seat);
    return true;
  };
  await play_on(e, act, () => known(ann).result || known(ann).table.round > 1);
  await e.drop();
  await reload_while_paused(t, e, [tv]);
  await play_on(e, act, over(e));
  t.equal(known(ann).result.outcome, 'ranked');
  all_tokens(t, ann);
  await ann.page.getByRole('heading', { name: /wins|share/ }).waitFor();
  t.deepEqual(found, []);
  t.deepEqual(e.complaints(), []);
  await e.close();
});

test('LD-5, LD-11: a word the referee doubts is taken anyway, and the table keeps it', async (t) => {
  const e = await evening(browser, server.url, { game: 'letterdice', people: ['Ann', ['Ben', 'Zoe']], options: { objection_time: 30, referee: 'advise', theme_card: NO_NAMES } });
  const { ann, ben, tv } = e;
  const { look, found } = onlooker('letterdice-insist');
  await push(ann, 'Roll the theme');
  await push(ann, 'Throw the dice');
  const doubtful = word(known(ann));
  const start = { ben: mark(ben), tv: mark(tv) };
  const anyway = button(ann.page, 'Take it anyway');

  /* Advice comes while somebody types, and to nobody else. */
  await line(ann.page).fill(doubtful);
  await anyway.waitFor();
  await ann.page.getByText(`The dictionary does not know ${doubtful}`).first().waitFor();
  await look('advice', { ann });
  await with_keyboard(ann, [anyway, ann.page.getByRole('checkbox', { name: 'It is a name' }), line(ann.page), button(ann.page, 'Say it!')]);
  /* Said all the same, it is refused once, and stays in the line: also over a reload. */
  await push(ann, 'Say it!');
  t.ok(ann.refusal?.insist, 'the referee only advises');
  await ann.page.reload();
  await line(ann.page).waitFor();
  t.equal(await line(ann.page).inputValue(), doubtful);
  await push(ann, 'Say it!');
  await anyway.waitFor();
  for (const one of ['ben', 'tv']) t.deepEqual(leaks(e[one], doubtful, start[one]), [], 'advice is private');

  await push(ann, 'Take it anyway');
  t.equal(ann.refusal, undefined);
  const claim = (one) => known(one).claims.find((each) => each.word === doubtful);
  await heard(ben, () => claim(ben), 'the word was never said');
  t.equal(claim(ben).fault, 'unknown');
  const worth = claim(ben).tokens;
  t.ok(worth > 0, 'it counts until somebody objects');
  await tv.page.getByText(doubtful).first().waitFor();

  /* The dictionary has its say in the vote, the table decides. */
  await hand_to(ben, 'Ben');
  await push(ben, claims(ben.page).getByRole('listitem').filter({ hasText: doubtful }).getByRole('button', { name: 'I object' }));
  await heard(ann, () => known(ann).votes.length, 'no vote was opened');
  t.equal(known(ann).votes[0].suggested, 'yes');
  await slips_say([ann, tv], {
    grounds: english('vote.objects_why', { name: 'Ben', why: english('reason.unknown') }),
    question: english('vote.letterdice.strike'),
    votes: { Ben: 'yes', Zoe: undefined },
  });
  await slips(ann.page).getByText('The dictionary would say yes.').waitFor();
  await look('vote', { ann, tv });
  await slips(ann.page).getByText('argue for it').waitFor();
  const [, second] = seats_of(ben);
  await hand_to(ben, 'Zoe');
  await with_keyboard(ben, [slips(ben.page).getByRole('heading'), button(slips(ben.page), 'Yes'), button(slips(ben.page), 'No')]);
  const told = results_say([ann, ben, tv], english('vote.objection.failed'));
  await push(ben, 'No', () => asked(ben, second), slips(ben.page));
  await told;
  await heard(ann, () => !known(ann).votes.length, 'the vote does not end');
  t.notEqual(claim(ann).state, 'struck');
  t.equal(claim(ann).tokens, worth);
  all_tokens(t, ann);
  t.deepEqual(found, []);
  t.deepEqual(e.complaints(), []);
  await e.close();
});

test('LD-3, LD-10: dice tumble and stop, words slam in, and behind the line it says how much too late', async (t) => {
  const e = await evening(browser, server.url, { game: 'letterdice', people: ['Ann', ['Ben', 'Zoe']], options: { objection_time: 30, referee: 'trust' } });
  const { ann, ben, tv } = e;
  const { look, found } = onlooker('letterdice-stage');
  await watch_stage(tv.page);
  /* Where the dice were in each frame. */
  await tv.page.evaluate(() => {
    globalThis.dice_seen = new Set();
    const watch = () => {
      const cube = document.querySelector('.stage .dice .cube');
      if (cube && document.querySelector('.stage').dataset.beat === 'tumble') globalThis.dice_seen.add(getComputedStyle(cube).transform);
      requestAnimationFrame(watch);
    };
    watch();
  });
  await coloured(ann, ben);
  const began = await beats_until(tv.page, 'colour');
  t.deepEqual(began.slice(0, 5), ['roll', 'theme', 'tumble', 'stop', 'colour']);
  t.doesNotMatch(await text_at(tv.page, 'stop'), /Begins with|None of these/, 'the rule is told before the colour die lies');
  t.ok((await tv.page.evaluate(() => globalThis.dice_seen.size)) > 2, 'dice move');
  await tv.page.getByText(`Begins with ${known(ann).table.initial}`).first().waitFor();

  /* Two of three score. */
  const [bens, zoes] = seats_of(ben);
  const words = [word(known(ann)), word(known(ann)), word(known(ann))];
  await watch_stage(tv.page);
  /* A set that is six times as slow tells it in the same order. */
  await slow_down(tv.page, 6);
  await say(ann, words[0]);
  t.deepEqual((await beats_until(tv.page, 'tokens')).slice(0, 3), ['word', 'letters', 'tokens']);
  await slow_down(tv.page, 1);
  await tv.page.getByText('1 more word scores').waitFor();
  await hand_to(ben, 'Ben');
  await say(ben, words[1], 0, bens);
  await beats_until(tv.page, 'finish');
  await look('finish', { tv });
  await hand_to(ben, 'Zoe');
  await say(ben, words[2], 0, zoes);
  await tv.page.locator('.lane.late').getByText(/^\d+\.\d s too late!$/).waitFor();
  await tv.page.getByRole('heading', { name: /^Zoe: \d+\.\d s too late!$/ }).waitFor();
  await look('late', { tv });

  /* Whoever reloads sees the end, and nothing moves. */
  await reload_all(t, [tv]);
  await tv.page.locator('.lane.late').getByText(words[2]).first().waitFor();
  t.equal(await tv.page.locator('.stage').getAttribute('data-beat'), '');
  t.deepEqual(found, []);
  t.deepEqual(e.complaints(), []);
  await e.close();
});

await run();
