/* Coordinates in a real browser against the real server: alone and in teams of seven, whole games; hands that move.
 *
 * usage: test.mjs UNISONO [NAME…]
 */
import { execFileSync } from 'node:child_process';
import { beats_until, pictures, slow_down, stand_still, text_at, watch_stage } from '../../tests/e2e/drama.mjs';
import { gather } from '../../tests/e2e/crowd.mjs';
import { anyone, evening, keeps_secrets, layouts, seat_of, seats_of, tab_to } from '../../tests/e2e/evening.mjs';
import { onlooker } from '../../tests/e2e/look.mjs';
import { button, leaks, mark, phase, play_on, push, reload_all } from '../../tests/e2e/party.mjs';
import { heard, known, screen } from '../../tests/e2e/people.mjs';
import { leaves_a_page } from '../../tests/e2e/kept.mjs';
import { opened } from '../../tests/e2e/opened.mjs';
import { run, test } from '../../tests/e2e/tap.mjs';

const { server, browser } = await opened();

const field = (page) => page.locator('.field');
const token = (one, seat) => known(one).tokens?.find((each) => each.seat === seat);
const moved = (frame) => frame.in && frame.text.startsWith('{"moved"');
const done = (one, seat = seat_of(one)) => known(one).step?.done.includes(seat);

/* Records of the room in the store, as `unisono export` counts them. */
function records(code) {
  const text = execFileSync(process.argv[2], ['export', '-', '--store', server.store, '--room', code], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return text.split('\n').length;
}

async function confirm(one, seat = seat_of(one)) {
  await button(one.page, 'It stays here').click();
  await heard(one, () => known(one).phase.name !== 'place' || done(one, seat), 'not confirmed');
}

async function place(one, x, y, seat = seat_of(one)) {
  const box = await field(one.page).boundingBox();
  await one.page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  await confirm(one, seat);
}

/* Lays chips on tokens by tapping a chip and then a token of the list: `right` knows numbers by seat, the rest is
 * laid as it comes. */
async function guess(one, right = {}, seat = seat_of(one)) {
  const { numbers } = known(one, seat).me;
  const targets = known(one).tokens.map((each) => each.seat).filter((each) => each !== seat);
  const free = numbers.filter((number) => !targets.some((each) => right[each] === number));
  const list = one.page.getByRole('list', { name: 'Tokens' });
  for (const [index, target] of targets.entries()) {
    await one.page.locator(`[data-number="${right[target] ?? free.shift()}"]`).click();
    await list.getByRole('button').nth(index).click();
  }
  await button(one.page, 'Cast my votes').click();
  await heard(one, () => known(one).phase.name !== 'guess' || done(one, seat), 'not voted');
}

/* It is this phone's turn to do this, and not done yet. */
function may(one, phase_name, action) {
  const { phase: { name }, can } = known(one);
  return name === phase_name && can.includes(action) && !done(one);
}

/* Places, votes, agrees and counts on: whatever is to be done, until `over`. */
function play(e, over, truth = async () => ({})) {
  const act = async (one, view) => {
    const mine = seat_of(one);
    /* It was over while somebody acted: the loop looks again, and waits for no frame. */
    if (over()) return true;
    if (!view.step?.actors.includes(mine) || view.step.done.includes(mine)) return false;
    if (view.phase.name === 'place') await place(one, 0.3 + e.guests.indexOf(one) * 0.3, 0.4);
    else if (view.phase.name === 'guess') await guess(one, await truth());
    else if (may(one, 'team', 'agree')) return push(one, 'I agree', () => may(one, 'team', 'agree'));
    else if (may(one, 'count', 'go_on')) return push(one, 'Next', () => may(one, 'count', 'go_on'));
    else return false;
    return true;
  };
  return play_on(e, act, over);
}

const SECRET = ['number_dealt', 'guesses_laid'];

test('AX-3 to AX-9: two phones and two bots play alone', async (t) => {
  const e = await evening(browser, server.url, { game: 'coordinates', people: ['Ann', 'Ben'], bots: 2, options: { count_time: 0 }, watcher: true });
  const { ann, ben, tv } = e;
  const { look, found } = onlooker('coordinates-alone');
  const me = seat_of(ann);
  await phase(ann, 'place');
  await look('place', { ann, tv });

  /* A hand that moves is seen by the others before it is laid, in small messages, and stored once: where it rests. */
  const from = { ben: mark(ben), ann: mark(ann), stored: records(e.code) };
  const box = await field(ann.page).boundingBox();
  await ann.page.mouse.move(box.x + 100, box.y + 100);
  await ann.page.mouse.down();
  for (let step = 0; step < 50; step++) await ann.page.mouse.move(box.x + 100 + step * 3, box.y + 100 + step * 2);
  await heard(ben, () => ben.frames.slice(from.ben).some(moved), 'no hand was seen');
  t.equal(token(ben, me), undefined, 'a hand that moves is not a move');
  await ben.page.locator(`[data-token="${me}"]`).waitFor();
  await ann.page.mouse.up();
  await heard(ben, () => token(ben, me), 'the token was not laid');
  const hands = ben.frames.slice(from.ben).filter(moved);
  t.ok(hands.length <= 52, `${hands.length} messages for 50 moves`);
  /* Two bytes are the header of such a frame: it is shorter than 126 bytes and not masked. */
  for (const frame of hands) t.ok(Buffer.byteLength(frame.text) + 2 <= 60, `a position costs ${Buffer.byteLength(frame.text) + 2} bytes`);
  t.equal(ann.frames.slice(from.ann).filter((frame) => !frame.in && frame.text.includes('"play":"place"')).length, 1, 'one drag is one move');
  /* Bots lay their tokens meanwhile: each of these is a record too. */
  const bots = known(ben).tokens.length - 1 + known(ben).step.done.length;
  t.ok(records(e.code) - from.stored <= 1 + bots, 'a drag is one record');

  /* Dragging is done by transforms: a token that moves lays nothing out anew, neither here nor at the others'. */
  const meters = await Promise.all([ann, ben, tv].map((one) => layouts(one.page)));
  const spot = await ann.page.locator(`[data-token="${me}"]`).boundingBox();
  const counted = await Promise.all(meters.map((meter) => meter()));
  const before_drag = mark(ben);
  await ann.page.mouse.move(spot.x + 15, spot.y + 15);
  await ann.page.mouse.down();
  for (let step = 1; step <= 30; step++) await ann.page.mouse.move(spot.x + 15 + (step % 15) * 4, spot.y + 15 - step);
  await heard(ben, () => ben.frames.slice(before_drag).some(moved), 'the second drag was not seen');
  const after = await Promise.all(meters.map((meter) => meter()));
  await ann.page.mouse.up();
  for (const [index, had] of counted.entries()) t.ok(after[index] - had <= 6, `${after[index] - had} layouts for 30 moves`);
  await heard(ann, () => ann.frames.filter((frame) => !frame.in && frame.text.includes('"play":"place"')).length === 2, 'the second place was not played');

  /* A reload keeps the place; a confirmation can be taken back. */
  await ann.page.reload();
  await confirm(ann);
  await button(ann.page, 'Wait, not yet').click();
  await heard(ann, () => !done(ann), 'not taken back');
  await confirm(ann);
  await place(ben, 0.7, 0.6);

  await phase(ann, 'guess');
  await ben.page.locator('[data-number]').first().waitFor();
  await look('guess', { ben, tv });
  /* By dragging a chip onto a token of the field; unsent chips survive a reload. */
  const target = known(ann).tokens.map((each) => each.seat).find((seat) => seat !== me);
  const number = known(ann).me.numbers[0];
  const chip = await ann.page.locator(`[data-number="${number}"]`).boundingBox();
  const goal = await ann.page.locator(`button[data-token="${target}"]`).boundingBox();
  await ann.page.mouse.move(chip.x + 12, chip.y + 12);
  await ann.page.mouse.down();
  await ann.page.mouse.move(chip.x + 30, chip.y - 10, { steps: 3 });
  await ann.page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 4 });
  await ann.page.mouse.up();
  await ann.page.locator(`[data-number="${number}"]`).getByRole('img').waitFor();
  await ann.page.reload();
  await ann.page.locator(`[data-number="${number}"]`).getByRole('img').waitFor();
  const start = { ben: mark(ben), tv: mark(tv), watcher: mark(e.watcher) };
  /* Ben is in a tunnel while Ann votes. */
  await e.drop(() => guess(ann));
  const cast = `"guesses":${JSON.stringify(known(ann).me.guesses)}`;
  for (const one of ['ben', 'tv', 'watcher']) t.deepEqual(leaks(e[one], cast, start[one]), [], 'a vote is secret');
  await guess(ben);
  await phase(ann, 'count');
  await tv.page.getByRole('list', { name: 'The count' }).waitFor();
  await look('count', { ben, tv });
  await ben.page.reload();
  await tv.page.reload();
  await play(e, () => anyone(e, (view) => view.table.round === 2));

  /* The second round by keys alone. */
  const keys = ann.page.keyboard;
  await phase(ann, 'place');
  await tab_to(ann.page, field(ann.page));
  for (const key of ['ArrowUp', 'Shift+ArrowUp', 'ArrowRight']) await keys.press(key);
  await heard(ben, () => token(ben, me)?.y === 12 && token(ben, me).x === 2, 'the keys moved nothing');
  await tab_to(ann.page, button(ann.page, 'It stays here'));
  await keys.press('Enter');
  await heard(ann, () => done(ann), 'the key did not confirm');
  await place(ben, 0.6, 0.3);
  await phase(ann, 'guess');
  const list = ann.page.getByRole('list', { name: 'Tokens' }).getByRole('button');
  for (let index = 0; index < 3; index++) {
    await tab_to(ann.page, ann.page.locator('[data-number]').nth(index));
    await keys.press('Enter');
    await tab_to(ann.page, list.nth(index), true);
    await keys.press('Space');
  }
  await tab_to(ann.page, button(ann.page, 'Cast my votes'));
  await keys.press('Enter');
  await heard(ann, () => done(ann) || known(ann).phase.name === 'count', 'the keys cast nothing');
  await guess(ben);
  await phase(ann, 'count');
  await tab_to(ann.page, button(ann.page, 'Next'));
  await keys.press('Enter');

  await play(e, () => known(ann).result);
  t.equal(known(ann).result.outcome, 'ranked');
  await leaves_a_page(t, e, server.url);
  await tv.page.getByRole('heading', { name: /wins|share/ }).waitFor();
  await look('end', { ann, tv });
  keeps_secrets(t, e, SECRET);
  t.deepEqual(found, []);
  t.deepEqual(e.complaints(), []);
  await e.close();
});

test('AX-3 to AX-7: a round with two on one phone', async (t) => {
  const e = await evening(browser, server.url, { game: 'coordinates', people: [['Ann', 'Zoe']], bots: 2, options: { count_time: 0 }, tv: false });
  const { ann } = e;
  const { look, found } = onlooker('coordinates-shared');
  const [first, second] = seats_of(ann);
  await button(ann.page, 'I am Ann').click();
  /* The secret word is in the page only while a finger holds it open. */
  const cover = ann.page.locator('button.cover');
  await cover.waitFor();
  const secret = ann.page.getByText('Your secret word:');
  t.equal(await secret.count(), 0);
  await look('covered', { ann });
  const box = await cover.boundingBox();
  await ann.page.mouse.move(box.x + 20, box.y + 20);
  await ann.page.mouse.down();
  await secret.waitFor();
  await ann.page.mouse.up();
  await secret.waitFor({ state: 'detached' });
  await place(ann, 0.3, 0.4, first);
  await button(ann.page, 'Pass the phone to Zoe').click();
  await button(ann.page, 'I am Zoe').click();
  await place(ann, 0.7, 0.6, second);
  await phase(ann, 'guess');
  /* Votes are seen while they are laid, and not by the one who gets the phone next. */
  await guess(ann, {}, second);
  const laid = ann.page.getByRole('list', { name: 'Numbers to lay' }).getByRole('img');
  await laid.first().waitFor({ state: 'detached' });
  await look('guess', { ann });
  await button(ann.page, 'Pass the phone to Ann').click();
  await button(ann.page, 'I am Ann').click();
  t.equal(await laid.count(), 0);
  await guess(ann, {}, first);
  await phase(ann, 'count');
  await ann.page.getByRole('region', { name: 'The count' }).waitFor();
  t.deepEqual(found, []);
  t.deepEqual(e.complaints(), []);
  await e.close();
});

/* What the crowd does: it knows every number by word of mouth, and is always right. */
function of_one_mind(member, view, told) {
  const { phase, step, table, me, tokens = [] } = view;
  const key = `${table.round}`;
  told[key] ??= {};
  if (me?.number) told[key][member.seat] = me.number;
  if (!step.actors.includes(member.seat) || step.done.includes(member.seat)) return;
  const known = told[key];
  /* One whom nobody could ask has the number that is left. */
  const unknown = table.players.filter((seat) => !known[seat]);
  if (unknown.length === 1) known[unknown[0]] = table.words.map((_, index) => index + 1).find((number) => !Object.values(known).includes(number));
  const all = table.players.every((seat) => known[seat]);
  if (phase.name === 'place' && !tokens.some((token) => token.seat === member.seat)) member.act('place', { x: member.seat * 12 - 80, y: 90 - member.seat * 11 });
  else if (phase.name === 'place') member.act('confirm');
  else if (phase.name === 'guess' && all) member.act('guess', { numbers: view.seats.map((_, seat) => (seat !== member.seat && table.players.includes(seat) ? known[seat] : 0)) });
  else if (phase.name === 'team' && all) {
    const open = tokens.find((token) => token.team_guess !== known[token.seat]);
    if (!open) member.act('agree');
    else if (told.go && member.seat === Math.max(...step.actors)) member.act('propose', { token: open.seat, number: known[open.seat] });
  } else if (phase.name === 'count') member.act('go_on');
}

test('AX-10 to AX-13: fourteen play in teams, round the track and round again', async (t) => {
  const crowd = await gather(browser, server.url);
  const e = await evening(browser, server.url, {
    game: 'coordinates', people: ['Ann', 'Ben'], bots: 1, options: { count_time: 0 }, look: { colorScheme: 'dark' }, crowd: (code) => crowd.sit(code, 11),
  });
  const { ann, ben, tv } = e;
  const { look, found } = onlooker('coordinates-teams');
  t.equal(known(ann).teams.length, 2);
  t.deepEqual(known(ann).teams.map((team) => team.seats.length), [7, 7]);
  await crowd.play(of_one_mind);
  /* The two phones are told what the crowd knows, and the crowd what they know. */
  const truth = async () => {
    const { round } = known(ann).table;
    const numbers = (await crowd.told())[round] ?? {};
    for (const one of e.guests) if (known(one).me.number) numbers[seat_of(one)] = known(one).me.number;
    await crowd.tell({ [round]: numbers });
    const left = known(ann).table.players.filter((seat) => !numbers[seat]);
    if (left.length === 1) numbers[left[0]] = known(ann).table.words.map((_, index) => index + 1).find((number) => !Object.values(numbers).includes(number));
    return numbers;
  };
  await look('place', { ben });
  await play(e, () => anyone(e, (view) => view.phase.name === 'team'), truth);
  const [voter, other] = [ben, ann];
  await phase(voter, 'team');
  t.ok(known(voter).step.actors.includes(seat_of(voter)), 'team B votes in the first round');
  /* A suggestion is for all to see, talk is for the team. */
  await voter.page.locator('[data-number="1"]').click();
  await voter.page.getByRole('list', { name: 'Tokens' }).getByRole('button').first().click();
  const first = known(voter).tokens[0].seat;
  await heard(other, () => token(other, first).team_guess === 1, 'nobody sees the suggestion');
  const start = { other: mark(other), tv: mark(tv) };
  /* Talk is a bubble in the bar. */
  await voter.page.getByRole('button', { name: 'Talk', exact: true }).click();
  const chat = voter.page.getByRole('region', { name: 'Talk' });
  await chat.getByRole('textbox').fill('HEDGEHOG');
  await chat.getByRole('textbox').press('Enter');
  await chat.getByText('HEDGEHOG').waitFor();
  await voter.page.keyboard.press('Escape');
  await look('team', { ben, tv });
  t.deepEqual(leaks(other, 'HEDGEHOG', start.other), [], 'the other team hears nothing');
  t.deepEqual(leaks(tv, 'HEDGEHOG', start.tv), [], 'and nobody at the table screen');
  await voter.page.reload();
  await crowd.tell({ go: true });
  await e.drop();
  /* Or later: the crowd does not wait for anybody who is slow to look. */
  await play(e, () => anyone(e, (view) => view.table.round > 2 || (view.table.round === 2 && view.phase.name === 'count')), truth);
  await look('count', { ann, tv });
  await play(e, () => known(ann).result, truth);
  t.equal(known(ann).result.outcome, 'ranked');
  const [a, b] = known(ann).teams;
  t.ok(a.lap === 40 || a.lap === 80, `team A has been round: ${a.score}`);
  t.equal(b.lap, 80, `team B has been round twice: ${b.score}`);
  t.equal(b.score, b.lap + b.space);
  await ann.page.getByText('+80').first().waitFor();
  await look('end', { ann, tv });
  keeps_secrets(t, e, SECRET);
  t.deepEqual(found, []);
  t.deepEqual(e.complaints(), []);
  await e.close();
  await crowd.close();
});

test('AX-6: a token is a drama: what people thought, word by word, then the truth; the host may see its end at once', async (t) => {
  const e = await evening(browser, server.url, { game: 'coordinates', people: ['Ann', 'Ben'], bots: 2, options: { count_time: 0 } });
  const { ann, ben, tv } = e;
  const calm = await screen(browser, server.url, e.code, { reducedMotion: 'reduce' });
  /* Whoever hears of it first does not vote yet. */
  await play(e, () => e.guests.some((one) => known(one).phase.name === 'guess'));
  for (const one of e.guests) await phase(one, 'guess');
  await heard(calm, (view) => view.phase?.name === 'guess', 'the calm screen sees nothing');
  await watch_stage(tv.page);
  await watch_stage(calm.page, true);
  /* A set that is six times as slow tells it in the same order. */
  await slow_down(tv.page, 6);
  await guess(ann);
  await guess(ben);
  await phase(ann, 'count');
  const { counting } = known(ann).step;
  const { words } = known(ann).table;
  const { number, guesses } = token(ann, counting);
  const name = ann.room.people.find((one) => one.seat === counting).name;

  /* Whose it is; then each thought by its word, who had it by name; a breath; then what it was. */
  t.deepEqual(await beats_until(tv.page, 'truth'), ['whose', 'thought', 'breath', 'truth']);
  t.match(await text_at(tv.page, 'whose'), new RegExp(`What did ${name} mean\\?`));
  const thought = await text_at(tv.page, 'breath');
  for (const one of guesses) t.ok(thought.includes(words[one.number - 1]), `nobody is told that somebody thought ${words[one.number - 1]}`);
  t.match(thought, / thought/);
  t.ok(!thought.includes(' meant '), 'the truth is told before its time');
  t.match(await text_at(tv.page, 'truth'), new RegExp(`${name} meant ${words[number - 1]}`));
  await slow_down(tv.page, 1);
  /* The same at once: no frame asks what it was. */
  await calm.page.getByText(`${name} meant ${words[number - 1]}`).first().waitFor();
  t.deepEqual((await pictures(calm.page)).filter((text) => text.includes(`What did ${name} mean`)), []);
  await tv.page.locator('.stage[data-beat=""]').waitFor();
  await reload_all(t, [tv]);
  await tv.page.getByText(`${name} meant ${words[number - 1]}`).first().waitFor();

  /* The host's phone shows the end of the next one. */
  await watch_stage(tv.page);
  await stand_still(tv.page);
  for (const one of e.guests) await push(one, 'Next', () => may(one, 'count', 'go_on') && known(one).step.counting === counting);
  await beats_until(tv.page, 'whose');
  t.equal(await button(ben.page, 'Skip the show').count(), 0, 'only the host skips');
  await button(ann.page, 'Skip the show').click();
  await tv.page.locator('.stage[data-beat=""]').waitFor();
  const next = known(ann).step.counting;
  await tv.page.getByText(`${ann.room.people.find((one) => one.seat === next).name} meant ${words[token(ann, next).number - 1]}`).first().waitFor();
  t.deepEqual([...e.complaints(), ...calm.complaints], []);
  await calm.close();
  await e.close();
});

await run();
