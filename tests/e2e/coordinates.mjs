/* Coordinates in a real browser against the real server: alone and in teams, whole games; hands that move.
 *
 * usage: coordinates.mjs UNISONO [NAME…]
 */
import { open_browser } from './browser.mjs';
import { button, known, leaks, mark, party, phase, play_on, press, violations } from './party.mjs';
import { until } from './people.mjs';
import { start_server } from './server.mjs';
import { at_end, run, test } from './tap.mjs';

const server = await start_server(process.argv[2]);
const browser = await open_browser();
at_end(() => browser.close());
at_end(() => server.stop());

const shots = process.env.SHOTS;
async function shot(page, name) {
  if (shots) await page.screenshot({ path: `${shots}/coordinates-${name}.png` });
}
const field = (page) => page.locator('.field');
const token = (one, seat) => known(one).tokens.find((each) => each.seat === seat);

/* How often the page has been laid out, so far. */
async function layouts(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount').value;
}

async function place(p, one, x, y) {
  const box = await field(one.page).boundingBox();
  await one.page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  await until(() => token(one, p.seat(one)), 'the token is not there');
  await button(one.page, 'It stays here').click();
  await until(() => known(one).phase.name !== 'place' || known(one).step.done.includes(p.seat(one)), 'not confirmed');
}

/* Lays chips on tokens by tapping a chip and then a token of the list. */
async function guess(p, one) {
  const mine = p.seat(one);
  const targets = known(one).tokens.map((each) => each.seat).filter((seat) => seat !== mine);
  const { numbers } = known(one).me;
  const list = one.page.getByRole('list', { name: 'Tokens' });
  for (const [index] of targets.entries()) {
    await one.page.locator(`[data-number="${numbers[index]}"]`).click();
    await list.getByRole('button').nth(index).click();
  }
  await button(one.page, 'Cast my votes').click();
  await until(() => known(one).phase.name !== 'guess' || known(one).step.done.includes(mine), 'not voted');
}

/* Sets the next number that is free on the next token that has none, by tapping. */
async function propose(one, view) {
  const open = view.tokens.findIndex((each) => !each.team_guess);
  const free = view.me.numbers.find((number) => !view.tokens.some((each) => each.team_guess === number));
  if (open < 0 || !free) return false;
  await one.page.locator(`[data-number="${free}"]`).click({ timeout: 5_000 }).catch(() => undefined);
  await one.page.getByRole('list', { name: 'Tokens' }).getByRole('button').nth(open).click({ timeout: 5_000 }).catch(() => undefined);
  await until(() => known(one).phase.name !== 'team' || known(one).tokens[open]?.team_guess, 'the suggestion never came');
  return true;
}

/* Places, votes, agrees and counts on: whatever is to be done, until `over`. */
function play(p, over) {
  const act = async (one, view) => {
    const mine = p.seat(one);
    const turn = !over() && view.step?.actors.includes(mine) && !view.step.done.includes(mine);
    if (turn && view.phase.name === 'place') await place(p, one, 0.3 + p.guests.indexOf(one) * 0.3, 0.4);
    else if (turn && view.phase.name === 'guess') await guess(p, one);
    else if (turn && view.phase.name === 'team' && view.can.includes('agree')) return press(one.page, 'I agree');
    else if (turn && view.phase.name === 'team') return propose(one, view);
    else if (turn && view.phase.name === 'count') return press(one.page, 'Next');
    else return false;
    return true;
  };
  return play_on(p, act, over);
}

test('AX-3 to AX-9: two phones and two bots play alone', async (t) => {
  const p = await party(browser, server.url, { game: 'Coordinates', people: ['Ann', 'Ben'], bots: 2, options: { 'Time per token': 1 } });
  const [ann, ben] = p.guests;
  await phase(ann, 'place');
  t.deepEqual(await violations(ann.page), []);
  t.deepEqual(await violations(p.tv.page), []);

  /* A secret word is only its owner's: nobody else's frames name it as somebody's. */
  const mine = JSON.stringify({ number: known(ann).me.number, word: known(ann).me.word }).slice(1, -1);
  t.equal(leaks(ben, mine).length, known(ben).me.number === known(ann).me.number ? 1 : 0);
  t.equal(leaks(p.tv, mine).length, 0);

  /* A hand that moves is seen by the others before it is laid, in small messages. */
  const from = { ben: mark(ben), ann: mark(ann) };
  const box = await field(ann.page).boundingBox();
  await ann.page.mouse.move(box.x + 100, box.y + 100);
  await ann.page.mouse.down();
  for (let step = 0; step < 20; step++) await ann.page.mouse.move(box.x + 100 + step * 6, box.y + 100 + step * 3);
  await until(() => ben.frames.slice(from.ben).some((frame) => frame.in && frame.text.startsWith('{"moved"')), 'no hand was seen');
  const moved = ben.frames.slice(from.ben).filter((frame) => frame.in && frame.text.startsWith('{"moved"'));
  t.ok(moved.every((frame) => frame.text.length <= 60), 'a position is at most 60 bytes');
  t.equal(token(ben, p.seat(ann)), undefined, 'a hand that moves is not a move');
  await until(async () => (await ben.page.locator(`[data-token="${p.seat(ann)}"]`).count()) === 1, 'the hand is not drawn');
  await ann.page.mouse.up();
  await until(() => token(ben, p.seat(ann)), 'the token was not laid');
  const placed = ann.frames.slice(from.ann).filter((frame) => !frame.in && frame.text.includes('"play":"place"'));
  t.equal(placed.length, 1, 'one drag is one move');

  /* Dragging is done by transforms: a token that moves lays nothing out anew, neither here nor at the others'. */
  const meters = await Promise.all([ann, ben].map((one) => layouts(one.page)));
  const spot = await ann.page.locator(`[data-token="${p.seat(ann)}"]`).boundingBox();
  const counted = await Promise.all(meters.map((meter) => meter()));
  const seen = mark(ben);
  await ann.page.mouse.move(spot.x + 15, spot.y + 15);
  await ann.page.mouse.down();
  for (let step = 1; step <= 30; step++) await ann.page.mouse.move(spot.x + 15 + (step % 15) * 4, spot.y + 15 - step);
  await until(() => ben.frames.slice(seen).some((frame) => frame.in && frame.text.startsWith('{"moved"')), 'the second drag was not seen');
  const after = await Promise.all(meters.map((meter) => meter()));
  await ann.page.mouse.up();
  await until(() => ann.frames.filter((frame) => !frame.in && frame.text.includes('"play":"place"')).length === 2, 'the second place was not played');
  await until(() => token(ben, p.seat(ann)).y > 0 || token(ben, p.seat(ann)).y < 0);
  for (const [index, had] of counted.entries()) t.ok(after[index] - had <= 6, `${after[index] - had} layouts for 30 moves`);

  /* Fine-tuning by keys, then by a reload. */
  const before = token(ann, p.seat(ann)).x;
  await field(ann.page).focus();
  await ann.page.keyboard.press('ArrowRight');
  await until(() => token(ben, p.seat(ann)).x === before + 2, 'the key moved nothing');
  await ann.page.reload();
  await button(ann.page, 'It stays here').click();
  await until(() => known(ann).step.done.includes(p.seat(ann)));
  await button(ann.page, 'Wait, not yet').click();
  await until(() => !known(ann).step.done.includes(p.seat(ann)), 'not taken back');
  await shot(ann.page, 'place-phone');
  await shot(p.tv.page, 'place-table');
  await button(ann.page, 'It stays here').click();
  await place(p, ben, 0.7, 0.6);

  await phase(ann, 'guess');
  await ben.page.locator('[data-number]').first().waitFor();
  t.deepEqual(await violations(ben.page), []);
  /* By dragging a chip onto a token of the field. */
  const target = known(ann).tokens.map((each) => each.seat).find((seat) => seat !== p.seat(ann));
  const number = known(ann).me.numbers[0];
  const chip = await ann.page.locator(`[data-number="${number}"]`).boundingBox();
  const goal = await ann.page.locator(`button[data-token="${target}"]`).boundingBox();
  await ann.page.mouse.move(chip.x + 12, chip.y + 12);
  await ann.page.mouse.down();
  await ann.page.mouse.move(chip.x + 30, chip.y - 10, { steps: 3 });
  await ann.page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 4 });
  await ann.page.mouse.up();
  await ann.page.locator(`[data-number="${number}"]`).getByRole('img').waitFor();
  await shot(ann.page, 'guess-phone');
  await ann.page.reload();
  await ann.page.locator(`[data-number="${number}"]`).getByRole('img').waitFor();
  const start = mark(ben);
  await guess(p, ann);
  /* By its name: the numbers alone are also those of seats. */
  const cast = `"guesses":${JSON.stringify(known(ann).me.guesses)}`;
  t.deepEqual(leaks(ben, cast, start), [], 'a vote is secret');
  await ben.page.context().setOffline(true);
  await ben.page.context().setOffline(false);
  await guess(p, ben);
  await phase(ann, 'count');
  await p.tv.page.getByRole('region', { name: 'The count' }).waitFor();
  await shot(p.tv.page, 'count-table');
  await shot(ben.page, 'count-phone');
  await ben.page.reload();
  await play(p, () => known(ann).result);
  t.equal(known(ann).result.outcome, 'ranked');
  await p.tv.page.getByRole('heading', { name: /wins|share/ }).waitFor();
  t.deepEqual(p.complaints(), []);
  await p.close();
});

test('AX-10 to AX-13: eight play in teams, one phone in each', async (t) => {
  const p = await party(browser, server.url, {
    game: 'Coordinates', people: ['Ann', 'Ben'], bots: 6, options: { 'Time per token': 1, 'Time to agree': 45 }, look: { colorScheme: 'dark' },
  });
  const [ann, ben] = p.guests;
  t.equal(known(ann).teams.length, 2);
  await play(p, () => known(ann).phase.name === 'team');
  const voter = await until(() => p.guests.find((one) => known(one).phase.name === 'team' && known(one).step.actors.includes(p.seat(one))), 'nobody here votes');
  const other = voter === ann ? ben : ann;
  t.equal(p.seat(voter) % 2, 1, 'team B votes in the first round');
  /* A suggestion is for all to see, talk is for the team. */
  await propose(voter, known(voter));
  await until(() => known(other).tokens.some((each) => each.team_guess), 'nobody sees the suggestion');
  const start = mark(other);
  const chat = voter.page.getByRole('region', { name: 'Talk' });
  await chat.getByRole('textbox').fill('HEDGEHOG');
  await chat.getByRole('textbox').press('Enter');
  await chat.getByText('HEDGEHOG').waitFor();
  t.deepEqual(leaks(other, 'HEDGEHOG', start), [], 'the other team hears nothing');
  t.deepEqual(await violations(voter.page), []);
  t.deepEqual(await violations(p.tv.page), []);
  await shot(voter.page, 'team-phone');
  await shot(p.tv.page, 'team-table');
  await voter.page.reload();
  await play(p, () => known(ann).result);
  t.equal(known(ann).result.outcome, 'ranked');
  t.deepEqual(p.complaints(), []);
  await p.close();
});

await run();
