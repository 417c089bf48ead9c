/* Letter Dice in a real browser against the real server: the classic game and both variants, to the last token.
 *
 * usage: letterdice.mjs UNISONO [NAME…]
 */
import { open_browser } from './browser.mjs';
import { anyone, evening, keeps_secrets, seat_of, seats_of, tab_to } from './evening.mjs';
import { onlooker } from './look.mjs';
import { button, leaks, mark, phase, play_on, press, reload_all } from './party.mjs';
import { heard, known } from './people.mjs';
import { start_server } from './server.mjs';
import { at_end, run, test } from './tap.mjs';

const server = await start_server(process.argv[2]);
const browser = await open_browser();
at_end(() => browser.close());
at_end(() => server.stop());

/* Nobody doubts a word but people, and a word stands soon. */
const QUICK = { objection_time: 3, referee: 'trust' };
const line = (page) => page.getByRole('textbox', { name: /word|theme/i });
const claims = (page) => page.getByRole('list', { name: 'Words of this round' });

/* A word that may be said now, with every letter of the dice: made-up names are for the table to judge. */
let made = 0;
function word(view) {
  const letters = view.table.dice.map((die) => die.letter);
  const free = [...'BCDFGHJKLMNPRSTV'].filter((letter) => !letters.includes(letter));
  const vowel = [...'AEIOU'].find((letter) => !letters.includes(letter)) ?? 'Y';
  const tail = [...String(++made)].map((digit) => free[Number(digit)] + vowel).join('');
  return view.table.initial ? view.table.initial + letters.join('') + tail : free[1] + vowel + tail;
}

/* The word is on the table, or it is too late for it. */
async function say(one, text, theme, seat = seat_of(one)) {
  const round = known(one).table.round;
  const there = () => known(one).claims.some((claim) => claim.word === text);
  const late = () => known(one).table.round !== round || !known(one, seat).can.includes('say');
  if (theme) await one.page.getByRole('list', { name: 'The themes' }).getByRole('button').nth(theme - 1).click({ timeout: 5000 }).catch(() => undefined);
  const before = one.answered;
  await line(one.page).fill(text, { timeout: 5000 }).catch(() => undefined);
  await line(one.page).press('Enter', { timeout: 5000 }).catch(() => undefined);
  await heard(one, () => there() || late() || one.answered > before, `${text} never arrived`);
  return there();
}

function next_theme(view) {
  return view.table.variant === 'open' ? view.table.themes.findIndex((each) => each.state === 'open') + 1 : 0;
}

/* Rolls, throws, says a word, votes and agrees: whatever is to be done, until `over`. */
function play(e, over, { silent = false } = {}) {
  const act = async (one, view) => {
    if (over()) return true;
    const mine = seat_of(one);
    const slip = view.votes?.find((vote) => vote.voters.includes(mine) && ![...vote.yes, ...vote.no].includes(mine));
    if (slip) return press(one.page.getByRole('region', { name: 'The table votes' }), 'No');
    if (view.can?.includes('roll_theme')) return press(one.page, 'Roll the theme');
    if (view.can?.includes('throw_dice')) return press(one.page, 'Throw the dice');
    if (silent) return false;
    if (view.can?.includes('say') && view.phase.name === 'play' && !view.me.out) {
      await say(one, word(view), next_theme(view));
      return true;
    }
    if (view.phase.name === 'settle' && view.can?.includes('agree') && view.phase.waiting.includes(mine)) return press(one.page, 'Fine by me');
    return false;
  };
  return play_on(e, act, over);
}
const rolled = (e) => () => anyone(e, (view) => view.result || ['play', 'settle'].includes(view.phase.name));
const over = (e) => () => e.guests.every((one) => known(one).result);

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
  await button(ann.page.getByRole('region', { name: 'The table votes' }), 'Yes').waitFor();
  await look('vote', { ann, tv });
  for (const one of e.guests) await press(one.page.getByRole('region', { name: 'The table votes' }), 'Yes');
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
  await reload_all(t, [ben, tv]);
  await play(e, () => anyone(e, (view) => view.phase.name === 'settle' || view.result));
  await play(e, over(e));
  t.equal(known(ann).result.outcome, 'ranked');
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
  t.ok(known(ann).table.reserve < 10, 'the reserve cannot fill another round');
  all_tokens(t, ann);
  await tv.page.getByRole('heading', { name: /wins|share/ }).waitFor();
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
  /* Who has the phone: whoever is asked for takes it. */
  async function hand_to(seat) {
    const tab = ann.page.getByRole('navigation', { name: 'Players of this phone' }).getByRole('button', { name: person[seat] });
    if ((await tab.getAttribute('aria-pressed')) !== 'true') await tab.click();
    const gate = button(ann.page, `I am ${person[seat]}`);
    if (await gate.count()) await gate.click();
  }
  await hand_to(first);
  await button(ann.page, 'Throw the dice').click();
  await heard(ann, () => known(ann).table.dice);
  const act = async (one, view) => {
    if (view.result) return over(e)();
    const seat = one === ben ? seat_of(ben) : seats_of(ann).find((each) => known(ann, each).phase.waiting.includes(each)) ?? first;
    const mine = known(one, seat);
    const open = next_theme(mine);
    const slip = mine.votes.find((vote) => vote.voters.includes(seat) && ![...vote.yes, ...vote.no].includes(seat));
    const due = slip || mine.can.some((what) => ['throw_dice', 'say'].includes(what)) || (mine.phase.name === 'settle' && mine.phase.waiting.includes(seat));
    if (!due) return false;
    if (one === ann) await hand_to(seat);
    if (slip) return press(one.page.getByRole('region', { name: 'The table votes' }), 'No');
    if (mine.can.includes('throw_dice')) return press(one.page, 'Throw the dice');
    if (mine.phase.name === 'settle') return press(one.page, 'Fine by me');
    if (!open) return false;
    await say(one, word(mine), open, seat);
    return true;
  };
  const closed = () => known(ann).table.themes.filter((each) => each.state === 'closed').length;
  await play_on(e, act, () => known(ann).result || (known(ann).phase.name === 'play' && closed() > 0 && closed() < 6));
  if (!known(ann).result) await look('play', { ben, tv });
  await play_on(e, act, () => known(ann).result || known(ann).table.round > 1);
  await e.drop();
  await reload_all(t, [tv]);
  await play_on(e, act, over(e));
  t.equal(known(ann).result.outcome, 'ranked');
  all_tokens(t, ann);
  await ann.page.getByRole('heading', { name: /wins|share/ }).waitFor();
  t.deepEqual(found, []);
  t.deepEqual(e.complaints(), []);
  await e.close();
});

await run();
