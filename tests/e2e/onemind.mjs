/* One Mind in a real browser against the real server: whole games on phones and a table screen.
 *
 * usage: onemind.mjs UNISONO [NAME…]          SHOTS=folder takes pictures of every phase
 */
import { open_browser } from './browser.mjs';
import { button, reload, start_game, tap, told, write } from './games.mjs';
import { onlooker } from './look.mjs';
import { join, open_table, screen, until } from './people.mjs';
import { start_server } from './server.mjs';
import { at_end, run, test } from './tap.mjs';

const server = await start_server(process.argv[2]);
const browser = await open_browser();
const still = { reducedMotion: 'reduce' };
at_end(() => browser.close());
at_end(() => server.stop());

const phase = (one, text) => one.page.getByText(text).first().waitFor();
const over = (one) => one.page.locator('section.result').isVisible();
const initial = async (one) => ((await one.page.locator('form.word .initial').count()) ? (await one.page.locator('form.word .initial').textContent()).trim() : '');

/* Words nobody else writes: a letter and syllables without sense. */
const nonsense = (letter, ending) => `${letter || 'W'}O${ending}`;

async function start_words(people) {
  for (const [index, one] of people.entries()) {
    await one.page.locator('form.word').waitFor();
    await write(one, nonsense(await initial(one), ['LUXIP', 'BAFFUN', 'KREMMO', 'ZIRGAT'][index]));
  }
}

/* Everybody answers what is asked of them until the next round is written or the game is over. */
async function read_out(people, done) {
  await until(async () => {
    if (await done()) return true;
    for (const one of people) {
      if (await tap(one, 'No match')) continue;
      await tap(one, 'Go on');
    }
    return false;
  }, 'the reading never ended');
}

test('two phones, a bot and a table screen play One Mind to a win, and go one level up', async (t) => {
  const { look, found } = onlooker('onemind');
  const ann = await open_table(browser, server.url, 'Ann', still);
  const ben = await join(browser, server.url, ann.code, 'Ben', still);
  const tv = await screen(browser, server.url, ann.code, still);
  const all = { ann, ben, tv };
  await button(ann, 'Add a bot').click();
  await ann.page.getByText('At the table: 3').waitFor();
  await start_game(ann, [ben, tv], 'One Mind');

  /* OM-2: each has a letter; half a word survives a reload. */
  await ben.page.locator('form.word').waitFor();
  await ben.page.locator('form.word').getByRole('textbox').fill('HALF');
  await look('start', all);
  await reload(ben);
  t.equal(await ben.page.locator('form.word').getByRole('textbox').inputValue(), 'HALF');
  await button(ann, "I'm stuck").click();
  await ann.page.getByRole('button', { name: /^How about / }).waitFor();
  await start_words([ann, ben]);

  /* OM-5, OM-10, T-3: written in secret, taken back, written anew. */
  for (let round = 1; !(await over(ann)); round++) {
    t.ok(round <= 6, 'two who always match win within six rounds');
    await Promise.all([ann, ben].map((one) => one.page.locator('form.word').waitFor()));
    const letter = await initial(ann);
    if (round === 1) await look('write', all);
    const first = nonsense(letter, `SECR${'ABCDEF'[round]}Y`);
    const match = nonsense(letter, `MATCHI${'ABCDEF'[round]}`);
    await write(ann, first);
    await button(ann, 'Change it').click();
    await until(async () => (await ann.page.locator('form.word').getByRole('textbox').inputValue()) === first, 'the word did not come back');
    await write(ann, match);
    await reload(ben);
    await reload(tv);
    await ben.page.locator('form.word').waitFor();
    if (round === 1) await look('written', { ann, tv });
    for (const secret of [first, match]) {
      t.deepEqual(told(ben, secret), [], 'a word in a hand reached another phone');
      t.deepEqual(told(tv, secret), [], 'a word in a hand reached the table screen');
    }
    await write(ben, match);
    t.deepEqual(told(ben, first), [], 'a word that was taken back was told');
    await tv.page.locator('.stage .word').first().waitFor();
    if (round === 1) {
      await look('read', all);
      await reload(ann);
      await reload(tv);
    }
    const next = round + 1;
    await read_out([ann, ben], async () => (await over(ann)) || tv.page.locator('header').getByText(`Round ${next} of 6`).isVisible());
  }
  await Promise.all([ann, ben, tv].map((one) => one.page.getByRole('heading', { name: 'One mind!' }).waitFor()));
  await look('won', all);
  t.equal(await button(ben, 'One level up').count(), 0, 'only the host goes on');
  await button(ann, 'One level up').click();
  await tv.page.getByText('Advanced', { exact: true }).waitFor();
  await ben.page.locator('form.word').waitFor();
  t.deepEqual(found, []);
  t.deepEqual([...ann.complaints, ...ben.complaints, ...tv.complaints], []);
  await Promise.all([ann, ben, tv].map((one) => one.close()));
});

test('advice while typing, a claim, a vote, an objection with erasing: OM-8, OM-12, OM-15', async (t) => {
  const { look, found } = onlooker('onemind-votes');
  const ann = await open_table(browser, server.url, 'Ann', still);
  const ben = await join(browser, server.url, ann.code, 'Ben', still);
  const cleo = await join(browser, server.url, ann.code, 'Cleo', still);
  const people = [ann, ben, cleo];
  await start_game(ann, [ben, cleo], 'One Mind', [{ role: 'switch', name: /^Free as a Bird/ }, { most: 'Time to vote' }]);
  for (const [one, word] of [[ann, 'SUNFLOWER'], [ben, 'CASTLE'], [cleo, 'PIANO']]) {
    await one.page.locator('form.word').waitFor();
    await write(one, word);
  }
  await ann.page.getByRole('textbox', { name: 'Your word' }).fill('SUN');
  await ann.page.getByText(/SUN and SUNFLOWER/).waitFor();
  await button(ann, 'Take it anyway').waitFor();
  t.deepEqual([...told(ben, 'SUN AND'), ...ben.frames.filter((frame) => frame.in && /"word":"SUN"/.test(frame.text))], [], 'advice is private');
  await look('advice', { ann });
  await write(ann, 'SUN');
  await write(ben, 'KNIGHT');
  await write(cleo, 'ROOFTOP');

  /* Cleo finished last and reads first; Ben sees the same idea in it, and the table is asked. */
  await phase(ben, 'A word has been read out');
  await button(ben, "It's a match!").click();
  await ann.page.getByText('Do these two words share the same idea?').first().waitFor();
  await look('vote', { ann, cleo });
  await reload(ann);
  for (const one of [ann, cleo]) await one.page.getByRole('region', { name: 'The table votes' }).getByRole('button', { name: 'Yes' }).click();
  await ann.page.getByText('joins', { exact: true }).waitFor();
  await tap(ann, 'No match');
  await look('check', { ann, ben });
  await read_out(people, async () => ann.page.locator('.stage').getByText('SUN', { exact: true }).isVisible());

  /* Ann's word is read: Ben objects, the table erases it. */
  await button(ben, 'Objection').click();
  await ben.page.getByRole('dialog').getByRole('button', { name: 'That breaks a rule' }).first().click();
  await ann.page.getByText('Does this word break a rule?').first().waitFor();
  for (const one of [ben, cleo]) {
    const slip = one.page.getByRole('region', { name: 'The table votes' });
    await slip.getByRole('checkbox').check();
    await slip.getByRole('button', { name: 'Yes' }).click();
  }
  await ann.page.getByText('breaks a rule').first().waitFor();
  await look('erased', { ann });
  await read_out(people, async () => cleo.page.locator('form.word').isVisible());
  t.equal(await ann.page.getByText('SUN', { exact: true }).count(), 0, 'an erased word is gone');
  t.deepEqual(found, []);
  await Promise.all(people.map((one) => one.close()));
});

test('two players on one phone: secrets behind a cover, first match wins (OM-21)', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann', still);
  await button(ann, 'Second person on this phone').click();
  await ann.page.getByLabel('Name of the second person').fill('Ben');
  await button(ann, 'Sit down').click();
  await ann.page.getByText('At the table: 2').waitFor();
  await start_game(ann, [], 'One Mind', []);
  const act_as = async (name) => {
    await ann.page.getByRole('navigation').getByRole('button', { name }).click();
    await button(ann, `I am ${name}`).click();
    await ann.page.locator('form.word').waitFor();
  };
  for (const [name, ending] of [['Ann', 'LUXIP'], ['Ben', 'BAFFUN']]) {
    await act_as(name);
    await write(ann, nonsense(await initial(ann), ending));
  }
  for (const name of ['Ann', 'Ben']) {
    await act_as(name);
    const word = nonsense(await initial(ann), 'TWINNI');
    await write(ann, word);
    if (name === 'Ann') {
      t.equal(await ann.page.getByText(word).count(), 0, 'the card is covered');
      const cover = button(ann, 'Only for Ann: hold to look');
      await cover.hover();
      await ann.page.mouse.down();
      await ann.page.getByText(word).waitFor();
      await ann.page.mouse.up();
      await until(async () => (await ann.page.getByText(word).count()) === 0, 'the cover did not close');
    }
  }
  await until(async () => {
    for (const name of ['Ann', 'Ben']) {
      if (await over(ann)) return true;
      const who = ann.page.getByRole('navigation').getByRole('button', { name });
      if (await who.count()) await who.click({ timeout: 5000 }).catch(() => undefined);
      await tap(ann, `I am ${name}`);
      await tap(ann, 'Go on');
    }
    return over(ann);
  }, 'nobody won');
  await ann.page.getByRole('heading', { name: 'One mind!' }).waitFor();
  t.deepEqual(ann.complaints, []);
  await ann.close();
});

test('a phone goes offline while the server restarts, and writes on as if nothing had been', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann', still);
  const ben = await join(browser, server.url, ann.code, 'Ben', still);
  await start_game(ann, [ben], 'One Mind');
  await ben.page.locator('form.word').waitFor();
  await ben.page.context().setOffline(true);
  await server.restart();
  await ben.page.getByText(/You are offline|No connection/).waitFor();
  const letter = await initial(ben);
  await ben.page.locator('form.word').getByRole('textbox').fill(nonsense(letter, 'LATER'));
  await ben.page.locator('form.word button[type=submit]').click();
  await ben.page.context().setOffline(false);
  await button(ben, 'Change it').waitFor();
  await ann.page.locator('form.word').waitFor();
  await write(ann, nonsense(await initial(ann), 'LUXIP'));
  await ann.page.getByRole('heading', { name: 'Open words' }).waitFor();
  await ben.page.getByText(nonsense(letter, 'LATER')).first().waitFor();
  t.deepEqual([...ann.complaints, ...ben.complaints], []);
  await Promise.all([ann, ben].map((one) => one.close()));
});

await run();
