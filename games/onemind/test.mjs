/* One Mind in a real browser against the real server: whole games on phones and a table screen.
 *
 * usage: test.mjs UNISONO [NAME…]          SHOTS=folder takes pictures of every phase
 */
import { ballot, leave_table, push_key, tab_to, type_word, vote, write } from '../../tests/e2e/games.mjs';
import { onlooker } from '../../tests/e2e/look.mjs';
import { another, button, phase, play_on, push, reload_all, seats_shown } from '../../tests/e2e/party.mjs';
import { heard, known } from '../../tests/e2e/people.mjs';
import { leaves_a_page } from '../../tests/e2e/kept.mjs';
import { results_pass, results_say, slip, slips_say, votes_are } from '../../tests/e2e/slips.mjs';
import { run, test } from '../../tests/e2e/tap.mjs';
import { foreign, texts } from '../../tests/e2e/texts.mjs';
import { ENDINGS, end, english, kept_secret, nonsense, over, read_out, seat, seen_starts, server, start_words, table } from './play.mjs';
/* Their tests belong to this run, and come first. */
import './test_claims.mjs';
import './test_stage.mjs';

test('two phones, a bot, a table screen and somebody who watches: One Mind to a win, and one level up', async (t) => {
  const { look, found } = onlooker('onemind');
  const p = await table({ people: ['Ann', 'Ben'], bots: 1, watcher: true });
  const [ann, ben] = p.guests;
  const { tv, watcher } = p;
  const bot_is_done = () => heard(ann, (view) => view.finished?.includes(2), 'the bot writes nothing');

  /* OM-2: each has a letter; half a word survives a reload. */
  await ben.page.locator('form.word').getByRole('textbox').fill('HALF');
  await bot_is_done();
  await look('start', { ann, tv });
  await reload_all(t, p.all);
  t.equal(await ben.page.locator('form.word').getByRole('textbox').inputValue(), 'HALF');
  await push(ann, english('action.onemind.hint'));
  await button(ann.page, /^How about /).waitFor();
  await start_words([ann, ben]);

  /* OM-5, OM-10, T-3: written in secret, taken back, written anew. */
  for (let round = 1; !over(ann); round++) {
    t.ok(round <= 6, 'two who always match win within six rounds');
    await Promise.all(p.guests.map((one) => heard(one, (view) => view.table.round === round && view.phase.name === 'write', 'no next round')));
    await bot_is_done();
    if (round === 1) await look('write', { ben, tv, watcher });
    const first = nonsense(ann, `SECR${'ABCDEF'[round]}Y`);
    const match = nonsense(ann, `MATCHI${'ABCDEF'[round]}`);
    await write(ann, first);
    await push(ann, english('web.onemind.change'));
    t.equal(await ann.page.locator('form.word').getByRole('textbox').inputValue(), first);
    await write(ann, match);
    if (round === 1) {
      await look('written', { ann, tv });
      await reload_all(t, p.all);
      await ann.page.getByText(match, { exact: true }).first().waitFor();
    }
    for (const secret of [first, match]) kept_secret(t, secret, [ben, tv, watcher]);
    await write(ben, match);
    kept_secret(t, first, [ben, tv, watcher]);
    await read_out(p, () => over(ann) || known(ann).table.round > round);
  }
  await Promise.all(p.all.map((one) => one.page.getByRole('heading', { name: 'One mind!' }).waitFor()));
  await leaves_a_page(t, p, server.url, { secrets: ['SECR'] });
  await look('won', { ann, ben, tv });
  await reload_all(t, [ann, tv]);
  t.deepEqual([ann, ben, tv, watcher].map(seats_shown), [[0], [1], [-1], [-1]]);
  t.equal(await button(ben.page, 'One level up').count(), 0, 'only the host goes on');
  await push(ann, english('result.harder'));
  await heard(ben, (view) => view.table.gems_at_start === 8 && view.phase.name === 'start', 'the next level does not begin');
  await tv.page.getByText('Advanced', { exact: true }).waitFor();
  t.deepEqual(found, []);
  await end(t, p);
});

test('OM-19: nobody ever matches, the game is lost and told so, and the table plays again', async (t) => {
  const { look, found } = onlooker('onemind-lost');
  const p = await table({ people: ['Ann', 'Ben'], bots: 1, options: { referee: 'trust' } });
  const [ann, ben] = p.guests;
  await start_words(p.guests);
  for (let round = 1; !over(ann); round++) {
    t.ok(round <= known(ann).table.rounds, 'the rounds never end');
    await Promise.all(p.guests.map((one) => heard(one, (view) => view.table.round === round && view.phase.name === 'write', 'no next round')));
    for (const [index, one] of p.guests.entries()) await write(one, nonsense(one, `${ENDINGS[index]}${'ABCDEF'[round - 1]}`));
    await read_out(p, () => over(ann) || known(ann).table.round > round);
  }
  t.deepEqual([known(ann).result.outcome, known(ann).table.round], ['lost', known(ann).table.rounds]);
  t.ok(known(ann).table.gems > 0, 'gems are left');
  for (const one of p.all) {
    await one.page.getByRole('heading', { name: english('result.onemind.lost') }).waitFor();
    t.equal(await one.page.getByRole('heading', { name: english('result.onemind.won') }).count(), 0);
  }
  await ann.page.getByText(`0 of ${known(ann).table.gems_at_start} gems`).waitFor();
  await look('end', { ann, ben, tv: p.tv });
  t.equal(await button(ann.page, english('result.harder')).count(), 0, 'no harder level after a loss');
  t.equal(await button(ben.page, english('result.again')).count(), 0, 'only the host goes on');
  await reload_all(t, [ann, p.tv]);
  const level = known(ann).table.gems_at_start;
  await push(ann, english('result.again'));
  for (const one of p.all) await heard(one, (view) => view.phase?.name === 'start' && !view.result && view.table.gems_at_start === level, 'no new game');
  t.deepEqual(found, []);
  await end(t, p);
});

/* T-2: every seat writes in its own language; the others see what it means. */
test('a table of mixed languages: each phone its own, OCEAN, MEER and OCÉAN are one: T-2, OM-12', async (t) => {
  const { look, found } = onlooker('onemind-mixed');
  const p = await table({ people: ['Ann', 'Ben', 'Cleo'], bots: 1, options: { mixed: true } });
  const [ann, ben, cleo] = p.guests;
  const { tv } = p;
  t.deepEqual([known(ann).table.rounds, known(ann).table.languages.slice(0, 3)], [8, ['en', 'en', 'en']], 'it is Free as a Bird by default');
  await push(ben, english('choice.onemind.language.de'), () => known(ben).table.languages[1] !== 'de');
  await push(cleo, english('choice.onemind.language.fr'), () => known(cleo).table.languages[2] !== 'fr');
  await heard(ann, (view) => view.table.languages.slice(0, 3).join() === 'en,de,fr', 'nobody has chosen');
  await look('choose', { ben, tv });
  for (const [one, word] of [[ann, 'SUNFLOWER'], [ben, 'BROT'], [cleo, 'FENÊTRE']]) await write(one, word);
  await phase(ann, 'look');
  t.ok(['en', 'de', 'fr'].includes(known(ann).table.languages[3]), 'a bot has a language, too');
  for (const one of [ann, tv]) {
    await one.page.locator('.gloss').getByText('BREAD', { exact: true }).first().waitFor();
    await one.page.locator('.gloss').getByText('WINDOW', { exact: true }).first().waitFor();
  }
  await look('look', { ann, tv });
  await seen_starts(p.guests);
  /* OM-8: by translation, and only as advice. */
  await ben.page.locator('form.word').getByRole('textbox').fill('SONNE');
  await ben.page.getByText('SONNE shares SUN with SUNFLOWER.').waitFor();
  await look('write', { ben });
  for (const [one, word] of [[ben, 'MEER'], [cleo, 'OCÉAN'], [ann, 'OCEAN']]) await write(one, word);
  await heard(ben, (view) => view.reading, 'nothing is read');
  await play_on(p, async (one, view) => {
    if (view.can?.includes('claim') && view.me?.suggested === 'synonym') return push(one, english('action.onemind.claim'), () => known(one).can.includes('claim'));
    const open = ballot(one);
    if (open && ![...open.yes, ...open.no].includes(seat(one))) return vote(one, true).then(() => true);
    return false;
  }, () => known(ann).reading?.joined.length >= 2 || over(ann));
  await tv.page.locator('.gloss').getByText('OCEAN', { exact: true }).first().waitFor();
  await look('match', { ann, ben, tv });
  t.deepEqual(found, []);
  await end(t, p);
});

/* T-7: one question has the dock; everybody sees who asks and why, the votes as they come and, for a moment, the result. */
test('the slip of a vote on phones and the table screen, and waiting for Ben: T-7, T-9', async (t) => {
  const { look, found } = onlooker('onemind-slip');
  const p = await table({ people: ['Ann', 'Ben', 'Cleo', 'Dora'], options: { free: true } });
  const [ann, ben, cleo, dora] = p.guests;
  const { tv } = p;
  for (const [one, word] of [[ben, 'CASTLE'], [cleo, 'PIANO'], [dora, 'BREAD'], [ann, 'SUNFLOWER']]) await write(one, word);
  await seen_starts(p.guests);
  for (const [one, word] of [[ben, 'KNIGHT'], [cleo, 'ROOFTOP'], [dora, 'VELVET'], [ann, 'SUN']]) await write(one, word);
  await phase(ben, 'read');
  await button(ben.page, 'Objection').click();
  await push(ben, 'That breaks a rule', () => true, ben.page.getByRole('dialog'));

  const why = english('vote.objects_why', { name: 'Ben', why: english('reason.part', { with: 'SUNFLOWER' }) });
  await slips_say(p.all, { grounds: why, question: english('vote.onemind.rules'), votes: { Ben: 'yes', Cleo: undefined } });
  for (const one of p.all) t.equal(await slip(one).getByText(english('vote.needed', { n: 2 })).count(), 1);
  await slip(ann).getByText(english('vote.argue')).waitFor();
  t.equal(await slip(ann).getByRole('button').count(), 0, 'whose word it is does not vote');
  t.equal(await cleo.page.locator('.dock').filter({ visible: true }).count(), 0, 'one question at a time has the dock');
  t.equal(await slip(tv).getByRole('button').count(), 0, 'nobody votes on the table screen');
  await look('slip', { ann, cleo, tv });
  await vote(cleo, false);
  await votes_are(p.all, { Cleo: 'no' });
  await look('slip-cast', { dora, tv });
  const told = results_say(p.all, english('vote.objection.passed'));
  await vote(dora, true);
  await told;
  await look('slip-result', { cleo, tv });
  await results_pass(p.all, english('vote.objection.passed'));

  /* T-9: nobody but Ann is left at the table. It waits and says for whom, by itself. */
  await read_out(p, () => known(ann).phase.name === 'write');
  const away = [ben, cleo, dora].map((one) => ({ one, home: one.page.url() }));
  for (const { one } of away) await one.page.goto('about:blank');
  await heard(ann, (view) => view.phase.absent?.length === 3, 'nobody is missed');
  const missed = english('now.absent', { names: 'Ben, Cleo and Dora' });
  const line = (one) => one.page.locator(one === tv ? '.headline' : '.phase').getByText(missed); /* it is announced as well */
  for (const one of [ann, tv]) await line(one).waitFor();
  await look('absent', { ann, tv });
  for (const { one, home } of away) await one.page.goto(home);
  await heard(ann, (view) => !view.phase.absent, 'nobody is back');
  for (const one of [ann, tv]) await line(one).waitFor({ state: 'detached' });
  t.deepEqual(found, []);
  await end(t, p);
});

test('two players on one phone: secrets behind a cover, first match wins (OM-21)', async (t) => {
  const { look, found } = onlooker('onemind-pair');
  const p = await table({ people: [['Ann', 'Ben']], tv: false });
  const [pair] = p.guests;
  const act_as = async (name) => {
    await pair.page.getByRole('navigation').getByRole('button', { name }).click();
    await button(pair.page, `I am ${name}`).click();
  };
  for (const [index, name] of ['Ann', 'Ben'].entries()) {
    await act_as(name);
    await write(pair, nonsense(pair, ENDINGS[index], index));
  }
  /* The start words lie open for both; the phone goes round. */
  for (const [index, name] of ['Ann', 'Ben'].entries()) {
    if (!known(pair, index).can.includes('go_on')) continue;
    await act_as(name);
    await push(pair, 'Go on');
  }
  await heard(pair, () => known(pair, 0).phase.name === 'write');
  await look('gate', { pair });
  for (const [index, name] of ['Ann', 'Ben'].entries()) {
    await act_as(name);
    const word = nonsense(pair, 'TWINNI', index);
    await write(pair, word);
    if (name === 'Ben') continue;
    t.equal(await pair.page.getByText(word).count(), 0, 'the card is covered');
    await button(pair.page, 'Only for Ann: hold to look').hover();
    await look('covered', { pair });
    await pair.page.mouse.down();
    await pair.page.getByText(word).waitFor();
    await pair.page.mouse.up();
    await pair.page.getByText(word).waitFor({ state: 'detached' });
  }
  await heard(pair, () => known(pair, 0).phase.name === 'check');
  /* Each has to see the match; the phone goes round. */
  for (const [index, name] of ['Ann', 'Ben'].entries()) {
    if (!known(pair, index).can.includes('go_on')) continue;
    await act_as(name);
    await push(pair, 'Go on');
  }
  await pair.page.getByRole('heading', { name: 'One mind!' }).waitFor();
  t.deepEqual(seats_shown(pair), [0, 1]);
  t.deepEqual(found, []);
  await end(t, p);
});

test('a phone goes offline while the server restarts, and writes on as if nothing had been', async (t) => {
  const p = await table({ people: ['Ann', 'Ben'], tv: false });
  const [ann, ben] = p.guests;
  await ben.page.locator('form.word').waitFor();
  await ben.page.context().setOffline(true);
  await server.restart();
  await ben.page.getByText(/You are offline|No connection/).waitFor();
  const later = nonsense(ben, 'LATER');
  await ben.page.locator('form.word').getByRole('textbox').fill(later);
  await ben.page.locator('form.word button[type=submit]').click();
  await ben.page.context().setOffline(false);
  await button(ben.page, 'Change it').waitFor();
  await ann.page.locator('form.word').waitFor();
  await write(ann, nonsense(ann, 'LUXIP'));
  await seen_starts([ann, ben]);
  await ann.page.getByRole('heading', { name: 'Open words' }).waitFor();
  await ben.page.getByText(later).first().waitFor();
  await end(t, p);
});

const USUAL = { level: 'normal', no_animals: false, letters_only: false, free: false, referee: 'advise', write_time: 0, reading_pace: 'brisk', check_time: 0 };
const VARIANTS = [
  { name: 'Letter Limitation', options: { letters_only: true }, check: (t, view) => t.match(view.table.rows[1].token, /^[A-Z]$/) },
  { name: 'Free as a Bird', options: { free: true }, check: (t, view) => t.deepEqual([view.table.rounds, view.table.rows[1].token], [8, undefined]) },
  { name: 'Animal Style', options: { no_animals: true, free: true, referee: 'strict' }, animal: true },
  { name: 'Letter Limitation and Animal Style', options: { letters_only: true, no_animals: true }, check: (t, view) => t.match(view.table.rows[1].token, /^[A-Z]$/) },
  ...['advanced', 'pros', 'champions', 'one_mind'].map((level, index) => ({
    name: english(`option.onemind.level.${level}`), options: { level }, check: (t, view) => t.equal(view.table.gems_at_start, 8 + 2 * index),
  })),
  { name: 'Time to write', options: { write_time: 600, reading_pace: 'relaxed', check_time: 60 }, check: (t, view) => t.ok(view.phase.until > view.phase.since) },
];

test('OM-1, OM-22 to OM-24: every variant and every level begins and plays a round', async (t) => {
  const p = await table({ people: ['Ann'], bots: 2 });
  const [ann] = p.guests;
  for (const { name, options, check, animal } of VARIANTS) {
    await another(p, { ...USUAL, ...options });
    if (!name.startsWith('Time')) await p.tv.page.locator('.played').getByText(name.split(' and ')[0], { exact: true }).first().waitFor();
    /* In strict company only real words are taken. */
    await write(ann, animal ? 'LANTERN' : nonsense(ann, ENDINGS[0]));
    await seen_starts([ann]);
    const view = await phase(ann, 'write');
    if (animal) await t.rejects(write(ann, 'HORSE'), /animal/);
    await write(ann, animal ? 'VELVET' : nonsense(ann, 'PLINTU'));
    check?.(t, view);
    await read_out(p, () => over(ann) || known(ann).table.round === 2);
  }
  await end(t, p);
});

test('with keyboards alone: start, an objection, a vote, words and a win, with all motion: OM-2', async (t) => {
  const p = await table({ people: ['Ann', 'Ben', 'Cleo'], start: false, look: { hasTouch: false, viewport: { width: 1000, height: 800 }, reducedMotion: 'no-preference' } });
  const [ann, ben, cleo] = p.guests;
  await push_key(ann, english('lobby.start', { game: 'One Mind' }));
  for (const [index, one] of p.guests.entries()) {
    await heard(one, (view) => view.phase?.name === 'start', 'no game came');
    await type_word(one, 'Your start word', nonsense(one, ENDINGS[index]));
  }
  /* A start word is struck before the first toss and written anew, with the same letter. */
  await phase(ann, 'look');
  await tab_to(ann.page, 'Objection');
  await ann.page.keyboard.press('Enter');
  await push_key(ann, 'That breaks a rule');
  await heard(cleo, () => ballot(cleo), 'no vote');
  t.deepEqual([ballot(cleo).voters, ballot(cleo).yes, ballot(cleo).about], [[0, 2], [0], 1]);
  await push_key(cleo, 'Yes');
  await heard(ben, (view) => view.phase.name === 'start' && view.can.includes('write'), 'nothing to write anew');
  await ann.page.getByText('Ben writes a new one', { exact: false }).first().waitFor();
  t.equal(await ann.page.locator('form.word').count(), 0, 'only one writes');
  await type_word(ben, 'Your start word', nonsense(ben, 'NEWWIG'));
  for (const one of p.guests) {
    await heard(one, (view) => view.phase.name === 'look');
    await push_key(one, 'Go on');
  }
  for (const [index, one] of p.guests.entries()) {
    await heard(one, (view) => view.phase.name === 'write', 'no round');
    await type_word(one, 'Your word', nonsense(one, ['DRIVVEL', 'GRUNNIK', 'PLOSSET'][index]));
  }
  /* Three different words: nobody presses a key, and the next round comes (OM-12). */
  for (const one of p.guests) {
    await heard(one, (view) => view.table.round === 2 && view.phase.name === 'write', 'silence does not mean no');
    await type_word(one, 'Your word', nonsense(one, 'ALLIKE'));
  }
  await phase(ann, 'check');
  for (const one of p.guests) await push_key(one, 'Go on');
  for (const one of p.all) await one.page.getByRole('heading', { name: 'One mind!' }).waitFor();
  await tab_to(ann.page, english('result.again'));
  await end(t, p);
});

test('a whole game in German, every word of it', async (t) => {
  const say = texts('de');
  const p = await table({ people: ['Änne', 'Björn'], bots: 1, language: 'de' });
  const [anne, bjorn] = p.guests;
  const found = [];
  const read = async () => {
    for (const one of p.all) found.push(...foreign(await one.page.locator('body').innerText(), 'de'));
  };
  t.equal(await anne.page.locator('html').getAttribute('lang'), 'de');
  await read();
  await start_words([anne, bjorn], say);
  for (let round = 1; !over(anne); round++) {
    await Promise.all(p.guests.map((one) => heard(one, (view) => view.table.round === round && view.phase.name === 'write', 'no next round')));
    await read();
    for (const one of p.guests) await write(one, nonsense(one, `GLEICH${'ÄÖÜABC'[round]}`), say);
    await read();
    await read_out(p, () => over(anne) || known(anne).table.round > round, say);
  }
  for (const one of p.all) await one.page.getByRole('heading', { name: say('result.onemind.won') }).waitFor();
  await read();
  t.deepEqual(found, []);
  await end(t, p);
});

test('the host leaves in the middle: another one is host, and the rest play to the end', async (t) => {
  const p = await table({ people: ['Ann', 'Ben', 'Cleo'] });
  const [ann, ben, cleo] = p.guests;
  await start_words(p.guests);
  await phase(ann, 'write');
  const secret = nonsense(ann, 'TAKENA');
  await write(ann, secret);
  await leave_table(ann);
  await heard(ben, (view) => view.seats[0].state === 'gone', 'nobody saw it');
  await heard(ben, () => ben.room.info.host === ben.room.people.find((one) => one.name === 'Ben').guest, 'nobody is host');
  await button(ben.page, 'Menu').click();
  await button(ben.page, 'Pause').waitFor();
  await ben.page.keyboard.press('Escape');
  for (const one of [ben, cleo]) await write(one, nonsense(one, 'SAMEWO'));
  await read_out({ guests: [ben, cleo] }, () => over(ben));
  for (const one of [ben, cleo, p.tv]) await one.page.getByRole('heading', { name: 'One mind!' }).waitFor();
  kept_secret(t, secret, [ben, cleo, p.tv]);
  await push(ben, english('result.again'));
  await heard(cleo, (view) => view.phase.name === 'start', 'no new game');
  await end(t, p);
});

await run();
