/* One Round? in a real browser against the real server: together, in overtime, and in two teams.
 *
 * usage: oneround.mjs UNISONO [NAME…]          SHOTS=folder takes pictures of every phase
 */
import { open_browser } from './browser.mjs';
import { button, reload, start_game, tap, write } from './games.mjs';
import { onlooker } from './look.mjs';
import { join, open_table, screen, until } from './people.mjs';
import { start_server } from './server.mjs';
import { at_end, run, test } from './tap.mjs';

const server = await start_server(process.argv[2]);
const browser = await open_browser();
const still = { reducedMotion: 'reduce' };
at_end(() => browser.close());
at_end(() => server.stop());

const level = (number) => ({ name: new RegExp(`^Level ${number},`) });
const over = (one) => one.page.locator('section.result').isVisible();
const hand = (one) => one.page.getByRole('region', { name: 'Your card' });
const gap = (one, from, to) => one.page.getByRole('list', { name: 'Gaps' }).getByRole('button', { name: new RegExp(`${from}.*${to}`) });
/* What a frame would hold that tells a card: in a hand, in a fact, or on the circle. */
const secret = (number) => new RegExp(`"card":\\d|card_seen|card_taken|"number":${number},"word"`);
let words = 0;

/* No two clues are alike. They are real words: bots object to others, as people would. */
const CLUES = `VELVET LANTERN MARBLE SATCHEL VINEGAR WHISTLE GRAVEL HARVEST JACKET KETTLE LEMONADE NEEDLE ORCHARD QUARRY RIBBON SADDLE
  TEMPLE TURNIP WALNUT YOGHURT ZIPPER BARREL DONKEY FEATHER GARLIC HELMET MITTEN NAPKIN BUTTON COTTAGE DIAMOND FOUNTAIN GLACIER
  HAMMOCK JEWEL LIZARD MAGNET NOODLE OYSTER PYRAMID RADISH SANDAL THISTLE VALLEY WAGON`.split(/\s+/);
const clue = () => CLUES[words++ % CLUES.length];

/* Who has to turn the timer does; returns who then holds the card. */
async function draw(people) {
  return until(async () => {
    for (const one of people) {
      if (await over(one)) return { over: true };
      (await tap(one, 'Turn the timer')) || (await tap(one, 'Draw the card'));
      if (await hand(one).isVisible()) return { tipster: one };
    }
    return undefined;
  }, 'no card was drawn');
}

/* The card in the hand: its number and the two words it lies between. */
async function look_at_card(tipster) {
  const number = (await hand(tipster).locator('.number').textContent()).trim();
  const [from, to] = await hand(tipster).locator('.link strong').allTextContents();
  return { number, from, to };
}

async function guess(guessers, choose) {
  for (const one of guessers) {
    await one.page.getByRole('list', { name: 'Gaps' }).waitFor();
    await choose(one);
    await until(async () => (await tap(one, 'Lock in')) || (await one.page.getByText('You are locked in').isVisible()) || !(await one.page.getByRole('list', { name: 'Gaps' }).isVisible()), 'cannot lock in');
  }
}

test('two phones and a table screen play One Round? to three stars less one', async (t) => {
  const { look, found } = onlooker('oneround');
  const ann = await open_table(browser, server.url, 'Ann', still);
  const ben = await join(browser, server.url, ann.code, 'Ben', still);
  const tv = await screen(browser, server.url, ann.code, still);
  const people = [ann, ben];
  await start_game(ann, [ben, tv], 'One Round?', [level(14), { role: 'switch', name: /^Sand timer/, off: true }]);
  await tv.page.getByText('10 cards to go').waitFor();
  await look('turn', { ann, ben, tv });

  for (let card = 1; card <= 10; card++) {
    const before = new Map([ann, ben, tv].map((one) => [one, one.frames.length]));
    const { tipster } = await draw(people);
    const guesser = tipster === ann ? ben : ann;
    const { number, from, to } = await look_at_card(tipster);
    if (card === 2) {
      await look('clue', { tipster, guesser, tv });
      await reload(tipster);
      await hand(tipster).waitFor();
    }
    /* T-3: who guesses and the table screen are not told the number. */
    for (const one of [guesser, tv])
      t.deepEqual(one.frames.slice(before.get(one)).filter((frame) => frame.in && secret(number).test(frame.text)), [], 'the card was told');
    const word = clue();
    await write(tipster, word);
    await guesser.page.getByText(word, { exact: true }).first().waitFor();
    if (card === 1) {
      await gap(guesser, from, to).click();
      await tv.page.getByText(`${guesser === ann ? 'Ann' : 'Ben'}: between`).waitFor({ state: 'attached' });
      await look('guess', { tipster, guesser, tv });
      await reload(guesser);
      await reload(tv);
      t.equal(await tipster.page.getByRole('region', { name: 'Talk' }).count(), 0, 'who knows the card keeps still');
      await guesser.page.getByRole('textbox', { name: 'Say something' }).fill('I think it is there');
      await button(guesser, 'Send').click();
      await guesser.page.getByText('I think it is there').waitFor();
    }
    if (card === 3) {
      const wrong = guesser.page.getByRole('list', { name: 'Gaps' }).getByRole('button').filter({ hasNotText: from }).first();
      await guess([guesser], () => wrong.click());
      await tv.page.getByText('Wrong!').waitFor();
      await tv.page.getByRole('img', { name: '2 of 3 lives' }).waitFor();
      await look('wrong', { ann, tv });
    } else {
      await guess([guesser], (one) => gap(one, from, to).click());
    }
  }
  await Promise.all([ann, ben, tv].map((one) => one.page.getByRole('heading', { name: 'The round is closed!' }).waitFor()));
  await ann.page.getByRole('img', { name: '2 of 3 stars' }).waitFor();
  await look('won', { ann, tv });

  /* OR-22: the device of the host remembers its stars. */
  await button(ann, 'Another game').click();
  await button(ann, /^Options/).click();
  await ann.page.getByRole('button', { name: 'Level 14, 2 of 3 stars' }).waitFor();
  await look('levels', { ann });
  t.deepEqual(found, []);
  t.deepEqual([...ann.complaints, ...ben.complaints, ...tv.complaints], []);
  await Promise.all([ann, ben, tv].map((one) => one.close()));
});

test('objection, overtime against the sand, and a lost game: OR-12, OR-14, OR-15', async (t) => {
  const { look, found } = onlooker('oneround-overtime');
  const ann = await open_table(browser, server.url, 'Ann', still);
  const ben = await join(browser, server.url, ann.code, 'Ben', still);
  const tv = await screen(browser, server.url, ann.code, still);
  const people = [ann, ben];
  await start_game(ann, [ben, tv], 'One Round?', [level(32), { most: 'Time to vote' }]);
  const turn = async (right) => {
    const { tipster } = await draw(people);
    const guesser = tipster === ann ? ben : ann;
    const card = await look_at_card(tipster);
    await write(tipster, clue());
    await guesser.page.getByRole('list', { name: 'Gaps' }).waitFor();
    const wrong = guesser.page.getByRole('list', { name: 'Gaps' }).getByRole('button').filter({ hasNotText: card.from }).first();
    return { tipster, guesser, choose: () => guess([guesser], () => (right ? gap(guesser, card.from, card.to) : wrong).click()) };
  };

  /* OR-12: the table finds the clue against the rules: same Tipster, no life lost. */
  const first = await turn(false);
  await button(first.guesser, 'Object').click();
  await first.guesser.page.getByRole('dialog').getByRole('button', { name: 'The clue is against the rules' }).click();
  await tv.page.getByRole('heading', { name: 'Is this clue against the rules?' }).waitFor();
  await look('vote', { guesser: first.guesser, tipster: first.tipster, tv });
  await until(async () => {
    for (const one of people) await tap(one, 'Yes');
    return (await button(tv, 'Yes').count()) === 0 && !(await tv.page.getByRole('heading', { name: 'Is this clue against the rules?' }).isVisible());
  }, 'the vote never ended');
  await tv.page.getByRole('img', { name: '1 of 1 lives' }).waitFor();
  await tv.page.getByText('10 cards to go').waitFor();

  await (await turn(false)).choose();
  await tv.page.getByText('Overtime').first().waitFor();
  await reload(ann);
  /* OR-14, OR-15: the timer is turned when the clue falls; nobody points before the sand is through. */
  const { tipster } = await draw(people);
  await tv.page.getByRole('img', { name: /seconds left/ }).first().waitFor();
  await write(tipster, clue());
  await Promise.all([ann, ben, tv].map((one) => one.page.getByRole('heading', { name: 'The circle stays open.' }).waitFor()));
  await look('lost', { ann, tv });
  t.deepEqual(found, []);
  await Promise.all([ann, ben, tv].map((one) => one.close()));
});

test('own start words make the circle: OR-1', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann', still);
  const ben = await join(browser, server.url, ann.code, 'Ben', still);
  await start_game(ann, [ben], 'One Round?', [{ name: 'Our own' }]);
  for (let place = 0; place < 3; place++) {
    const writer = await until(async () => ((await ann.page.locator('form.word').isVisible()) ? ann : (await ben.page.locator('form.word').isVisible()) ? ben : undefined), 'nobody writes');
    await write(writer, ['HARBOUR', 'VELVET', 'THUNDER'][place]);
  }
  for (const word of ['HARBOUR', 'VELVET', 'THUNDER']) await ben.page.getByText(word, { exact: true }).first().waitFor();
  const { tipster } = await draw([ann, ben]);
  t.ok(['HARBOUR', 'VELVET', 'THUNDER'].includes((await look_at_card(tipster)).from));
  await Promise.all([ann, ben].map((one) => one.close()));
});

test('two teams of a person and a bot each play to the end on phones and a table screen', async (t) => {
  const { look, found } = onlooker('oneround-teams');
  const ann = await open_table(browser, server.url, 'Ann', still);
  const ben = await join(browser, server.url, ann.code, 'Ben', still);
  const tv = await screen(browser, server.url, ann.code, still);
  const people = [ann, ben];
  for (const count of [3, 4]) {
    await button(ann, 'Add a bot').click();
    await ann.page.getByText(`At the table: ${count}`).waitFor();
  }
  await start_game(ann, [ben, tv], 'One Round?', [{ name: 'Two teams' }, level(60)]);
  await tv.page.getByRole('heading', { name: 'Team A' }).waitFor();
  await look('turn', { ann, tv });
  const seen = new Set();
  const moments = async (one) => {
    if (!seen.has('clue') && (await hand(one).isVisible())) (seen.add('clue'), await look('clue', { one, tv }));
    if (!seen.has('guess') && (await button(one, 'Lock in').isVisible())) (seen.add('guess'), await look('guess', { one, tv }));
  };
  await until(async () => {
    for (const one of people) {
      if (await over(one)) return true;
      await moments(one);
      if ((await tap(one, 'No')) || (await tap(one, 'Turn the timer'))) continue;
      if (await hand(one).isVisible().catch(() => false)) {
        await Promise.race([write(one, clue()), new Promise((done) => setTimeout(done, 20_000))]).catch(() => undefined);
        continue;
      }
      const list = one.page.getByRole('list', { name: 'Gaps' });
      if (!(await button(one, 'Lock in').isVisible())) continue;
      const free = list.getByRole('button', { disabled: false });
      if (!(await one.page.getByText('You are locked in').isVisible())) await free.first().click({ timeout: 3000 }).catch(() => undefined);
      await tap(one, 'Lock in');
      await tap(one, 'My gap counts');
    }
    return false;
  }, 'the match never ended', 240_000);
  await tv.page.locator('section.result').waitFor();
  await look('end', { ann, tv });
  t.deepEqual(found, []);
  t.deepEqual([...ann.complaints, ...ben.complaints, ...tv.complaints], []);
  await Promise.all([ann, ben, tv].map((one) => one.close()));
});

await run();
