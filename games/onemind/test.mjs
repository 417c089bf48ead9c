/* One Mind in a real browser against the real server: whole games on phones and a table screen.
 *
 * usage: test.mjs UNISONO [NAME…]          SHOTS=folder takes pictures of every phase
 */
import { open_browser } from '../../tests/e2e/browser.mjs';
import { beats_until, pictures, text_at, watch_stage } from '../../tests/e2e/drama.mjs';
import { ballot, leave_table, pause, push_key, resume, tab_to, type_word, vote, write } from '../../tests/e2e/games.mjs';
import { onlooker } from '../../tests/e2e/look.mjs';
import { another, button, leaks, phase, play_on, prepared, push, reload_all, seats_shown } from '../../tests/e2e/party.mjs';
import { heard, known, screen } from '../../tests/e2e/people.mjs';
import { start_server } from '../../tests/e2e/server.mjs';
import { at_end, run, test } from '../../tests/e2e/tap.mjs';
import { foreign, texts } from '../../tests/e2e/texts.mjs';

const server = await start_server(process.argv[2]);
const browser = await open_browser();
at_end(() => browser.close());
at_end(() => server.stop());

const english = texts('en');
/* Little passes by a clock: a match lies there until everybody has seen it, a vote until all have voted. Only a word
 * that matches nobody goes by itself (OM-12), at the slowest pace. */
const table = (order) =>
  prepared(browser, server.url, { game: 'onemind', ...order, options: { check_time: 0, vote_time: 120, reading_pace: 'relaxed', ...order.options } });
const seat = (one) => Math.max(...one.views.keys());
const over = (one) => known(one).result;

/* The letter this phone's word must begin with. */
function initial(one, at = seat(one)) {
  const { round, letters, rows } = known(one, at).table;
  const letter = round === 0 ? letters?.[at] : rows[round].token;
  return letter === '?' ? undefined : letter;
}

/* Words nobody else writes: a letter and syllables without sense. */
const nonsense = (one, ending, at) => `${initial(one, at) ?? 'W'}O${ending}`;
const ENDINGS = ['LUXIP', 'BAFFUN', 'KREMMO', 'ZIRGAT'];

async function start_words(people, say) {
  for (const [index, one] of people.entries()) await write(one, nonsense(one, ENDINGS[index]), say);
  await seen_starts(people, say);
}

/* OM-2: the start words lie there until everybody has seen them. */
async function seen_starts(people, say = english) {
  for (const one of people) {
    await phase(one, 'look');
    await push(one, say('action.onemind.go_on'), () => known(one).can.includes('go_on'));
  }
}

/* Everybody answers what is asked of them, and says no to what a bot wants to know, until `done`. */
function read_out(p, done, say = english) {
  return play_on(p, async (one, view) => {
    const open = ballot(one);
    if (open && ![...open.yes, ...open.no].includes(seat(one))) return vote(one, false, { say }).then(() => true);
    if (view.can?.includes('decline')) return push(one, say('action.onemind.decline'), () => known(one).can.includes('decline') && !done());
    if (view.can?.includes('go_on')) return push(one, say('action.onemind.go_on'), () => known(one).can.includes('go_on') && !done());
    return false;
  }, done);
}

/* What one seat wrote was told to nobody else, and nobody was shown another's seat. */
function kept_secret(t, secret, others) {
  for (const one of others) t.deepEqual(leaks(one, secret), [], 'a word in a hand was told to somebody else');
}

async function end(t, p) {
  t.deepEqual(p.complaints(), []);
  await p.close();
}

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

test('advice while typing, a claim, a vote, an objection with erasing: OM-8, OM-12, OM-15', async (t) => {
  const { look, found } = onlooker('onemind-votes');
  const p = await table({ people: ['Ann', 'Ben', 'Cleo'], options: { free: true } });
  const [ann, ben, cleo] = p.guests;
  const { tv } = p;
  for (const [one, word] of [[ann, 'SUNFLOWER'], [ben, 'CASTLE'], [cleo, 'PIANO']]) await write(one, word);
  await phase(ann, 'look');
  await look('look', { ann, tv });
  await reload_all(t, [ann, tv]);
  await seen_starts(p.guests);
  await ann.page.getByRole('textbox', { name: 'Your word' }).fill('SUN');
  await ann.page.getByText('SUN is part of SUNFLOWER.').waitFor();
  await button(ann.page, 'Take it anyway').waitFor();
  t.deepEqual([...leaks(ben, 'SUN is part'), ...leaks(ben, '"word":"SUN"')], [], 'advice is private');
  await look('advice', { ann });
  await write(ann, 'SUN');
  await write(ben, 'KNIGHT');
  await write(cleo, 'ROOFTOP');

  /* Cleo finished last and reads first; Ben sees the same idea in it, and the table is asked. */
  await phase(ben, 'read');
  await pause(ann);
  await look('read', { ann, cleo, tv });
  await reload_all(t, p.all);
  await resume(ann);
  await push(ben, english('action.onemind.claim'));
  await heard(ann, () => ballot(ann)?.subject === 'match');
  t.deepEqual(ballot(ann).yes, [1], 'who claims has voted');
  await look('vote', { ann, tv });
  await reload_all(t, [ann, tv]);
  await vote(ann, true);
  await ann.page.getByText('joins', { exact: true }).waitFor();
  await push(ann, 'No match', () => known(ann).can.includes('decline'));
  await phase(ann, 'check');
  await look('check', { ben, tv });
  await reload_all(t, [ben, tv]);
  await read_out(p, () => known(ann).reading?.reader === 0);

  /* Ann's word is read: Ben objects, the table erases it. */
  await ann.page.locator('.stage').getByText('SUN', { exact: true }).waitFor();
  await button(ben.page, 'Objection').click();
  await ben.page.getByRole('dialog').getByRole('checkbox').check();
  await push(ben, 'That breaks a rule', () => true, ben.page.getByRole('dialog'));
  await heard(cleo, () => ballot(cleo)?.subject === 'rules');
  t.deepEqual(ballot(cleo).yes, [1], 'who objects has voted');
  await look('rules-vote', { cleo });
  await reload_all(t, [ann, cleo]);
  await vote(cleo, true, { rider: true });
  await heard(ann, () => !ballot(ann), 'the vote does not end');
  await ann.page.getByText('erased').first().waitFor();
  await look('erased', { ann, tv });
  await read_out(p, () => known(cleo).phase.name === 'write');
  await cleo.page.locator('form.word').waitFor();
  t.equal(await ann.page.getByText('SUN', { exact: true }).count(), 0, 'an erased word is gone');
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
  const slip = (one) => one.page.getByRole('region', { name: english('vote.title') });
  const voted = (one, name, how) => slip(one).getByRole('listitem').filter({ has: one.page.getByRole('img', { name, exact: true }) }).getByText(how, { exact: true });
  for (const [one, word] of [[ben, 'CASTLE'], [cleo, 'PIANO'], [dora, 'BREAD'], [ann, 'SUNFLOWER']]) await write(one, word);
  await seen_starts(p.guests);
  for (const [one, word] of [[ben, 'KNIGHT'], [cleo, 'ROOFTOP'], [dora, 'VELVET'], [ann, 'SUN']]) await write(one, word);
  await phase(ben, 'read');
  await button(ben.page, 'Objection').click();
  await push(ben, 'That breaks a rule', () => true, ben.page.getByRole('dialog'));

  const why = english('vote.objects_why', { name: 'Ben', why: english('reason.part', { with: 'SUNFLOWER' }) });
  for (const one of p.all) {
    await slip(one).getByText(why).waitFor();
    await slip(one).getByRole('heading', { name: english('vote.onemind.rules') }).waitFor();
    await voted(one, 'Ben', english('vote.yes')).waitFor();
    await voted(one, 'Cleo', '…').waitFor();
    t.equal(await slip(one).getByText(english('vote.needed', { n: 2 })).count(), 1);
  }
  await slip(ann).getByText(english('vote.argue')).waitFor();
  t.equal(await slip(ann).getByRole('button').count(), 0, 'whose word it is does not vote');
  t.equal(await cleo.page.locator('.dock').filter({ visible: true }).count(), 0, 'one question at a time has the dock');
  t.equal(await slip(tv).getByRole('button').count(), 0, 'nobody votes on the table screen');
  await look('slip', { ann, cleo, tv });
  await vote(cleo, false);
  for (const one of p.all) await voted(one, 'Cleo', english('vote.no')).waitFor();
  await look('slip-cast', { dora, tv });
  await vote(dora, true);
  const slip_of = (one) => one.page.getByRole('status', { name: english('vote.result') }).getByRole('heading', { name: english('vote.objection.passed') });
  const result = (one) => (one === tv ? tv.page.locator('.headline').getByText(english('vote.objection.passed')) : slip_of(one));
  await Promise.all(p.all.map((one) => result(one).waitFor()));
  await look('slip-result', { cleo, tv });
  await Promise.all(p.all.map((one) => result(one).waitFor({ state: 'detached', timeout: 15000 })));

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

test('OM-12: a private nudge, equal words together, and a missed match repaired', async (t) => {
  const { look, found } = onlooker('onemind-missed');
  const p = await table({ people: ['Ann', 'Ben', 'Cleo', 'Dan'], options: { free: true, level: 'one_mind' } });
  const [ann, ben, cleo, dan] = p.guests;
  for (const [one, word] of [[ann, 'SUNFLOWER'], [ben, 'CASTLE'], [cleo, 'PIANO'], [dan, 'BREAD']]) await write(one, word);
  await seen_starts(p.guests);
  t.deepEqual((await phase(ben, 'write')).talk, [], 'nobody talks while words are written (OM-9)');
  await ben.page.evaluate(() => {
    const region = document.querySelector('[aria-live=assertive]');
    globalThis.said = [];
    new MutationObserver(() => globalThis.said.push(region.textContent.trim())).observe(region, { childList: true, characterData: true, subtree: true });
  });
  for (const [one, word] of [[ben, 'SEA'], [cleo, 'ROOFTOP'], [dan, 'SEA'], [ann, 'OCEAN']]) await write(one, word);
  await phase(ben, 'read');
  await ben.page.getByRole('main').getByText(english('web.onemind.nudge.synonym')).waitFor();
  t.equal(await cleo.page.getByText(english('web.onemind.nudge.synonym')).count(), 0, 'a nudge is private');
  t.deepEqual([...leaks(ann, '"suggested":"synonym"'), ...leaks(p.tv, '"suggested":"synonym"')], [], 'a nudge is private');
  t.deepEqual([known(ben).talk, known(ben).may], [[0, 1, 2, 3], { object: [0] }]);
  await pause(ann);
  await resume(ann);
  await heard(ben, (view) => view.can.includes('claim'), 'no claim after a pause');
  await button(ben.page, english('action.onemind.claim')).waitFor();
  t.deepEqual((await ben.page.evaluate(() => globalThis.said)).filter((text) => text === english('web.onemind.nudge.synonym')).length, 1, 'said once for a word');
  await push(ben, english('action.onemind.claim'));
  await heard(dan, (view) => view.reading?.joined.includes(3), 'the equal word does not join');
  await dan.page.getByText(english('web.onemind.you_join')).waitFor();
  await read_out(p, () => known(ann).reading?.reader === 2);

  /* Cleo's card is the last: she had the sea in mind. */
  t.deepEqual(known(cleo).may, { claim_earlier: [0, 1, 3] });
  await button(cleo.page, english('action.onemind.claim_earlier')).click();
  t.equal(await cleo.page.getByRole('dialog').getByRole('listitem').count(), 1, 'a stack is offered once');
  await push(cleo, english('web.onemind.earlier.here'), () => true, cleo.page.getByRole('dialog'));
  await heard(ann, () => ballot(ann)?.subject === 'earlier', 'no vote');
  await look('earlier', { ann, tv: p.tv });
  for (const one of [ann, ben]) await vote(one, true);
  await heard(ann, (view) => view.reading?.moved_to === 0, 'the card does not move');
  await ann.page.getByText(english('web.onemind.belongs'), { exact: true }).waitFor();
  await read_out(p, () => over(ann));
  t.deepEqual(known(ann).seats.map((seat) => seat.score), [2, 2, 2, 2], 'nobody takes a second gem');
  for (const one of p.all) await one.page.getByRole('heading', { name: 'One mind!' }).waitFor();
  t.deepEqual(found, []);
  await end(t, p);
});

test('OM-15: an earlier card that is about to score can be objected to', async (t) => {
  const { look, found } = onlooker('onemind-earlier');
  const p = await table({ people: ['Ann', 'Ben', 'Cleo', 'Dan'], options: { free: true, level: 'one_mind' } });
  const [ann, ben, cleo, dan] = p.guests;
  for (const [one, word] of [[ann, 'SUNFLOWER'], [ben, 'CASTLE'], [cleo, 'PIANO'], [dan, 'BREAD']]) await write(one, word);
  await seen_starts(p.guests);
  for (const [one, word] of [[ben, 'PENCIL'], [cleo, 'ROOFTOP'], [dan, 'VELVET'], [ann, 'HARBOUR']]) await write(one, word);
  await phase(ann, 'read');
  await read_out(p, () => known(ann).reading?.reader === 1);
  await button(cleo.page, english('action.onemind.claim_earlier')).click();
  await push(cleo, english('web.onemind.earlier.here'), () => true, cleo.page.getByRole('dialog'));
  await heard(ann, () => ballot(ann)?.subject === 'earlier', 'no vote');
  for (const one of [ann, ben]) await vote(one, true);
  await heard(dan, (view) => view.reading?.moved_to === 0, 'the card does not move');
  t.deepEqual(known(dan).may.object, [0, 1]);
  await button(dan.page, 'Objection').click();
  const words = dan.page.getByRole('dialog').getByRole('listitem');
  for (const word of ['PENCIL', 'HARBOUR']) await words.getByText(word, { exact: true }).waitFor();
  await look('objection', { dan, tv: p.tv });
  await push(dan, english('action.onemind.object'), () => true, words.filter({ hasText: 'HARBOUR' }));
  await heard(ann, () => ballot(ann)?.subject === 'rules' && ballot(ann).about === 0, 'no objection');
  await look('objected', { ann, cleo, tv: p.tv });
  t.deepEqual(found, []);
  await end(t, p);
});

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
    let found;
    for (let i = 0; i < 20 && (found = await p.tv.page.evaluate(squeezed)).length; i++) await p.tv.page.waitForTimeout(250);
    t.deepEqual(found, [], moment);
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

/* What people own, as the seats of a stage say it. */
function until_gems(page, wanted) {
  return page.waitForFunction((gems) => {
    const shown = [...document.querySelectorAll('.people .own .number')].map((one) => Number(one.textContent));
    return JSON.stringify(shown) === JSON.stringify(gems);
  }, wanted);
}

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
