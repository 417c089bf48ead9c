/* One Mind in a real browser: claims, votes and objections. */
import { ballot, pause, resume, vote, write } from '../../tests/e2e/games.mjs';
import { onlooker } from '../../tests/e2e/look.mjs';
import { button, leaks, phase, push, reload_all } from '../../tests/e2e/party.mjs';
import { glimpse, heard, known } from '../../tests/e2e/people.mjs';
import { test } from '../../tests/e2e/tap.mjs';
import { end, english, over, read_out, seen_starts, table } from './play.mjs';

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
  /* What is said is counted on phones until it is seen, and on stage for a moment. */
  const said = await glimpse(p.tv.page, '.over p', 'Water, clearly');
  await button(ben.page, 'Talk').click();
  await ben.page.getByRole('textbox', { name: 'Say something' }).fill('Water, clearly');
  await button(ben.page, 'Send').click();
  await ben.page.keyboard.press('Escape');
  await said();
  await button(cleo.page, english('chat.unread', { n: 1 })).click();
  await cleo.page.getByText('Water, clearly').first().waitFor();
  await cleo.page.keyboard.press('Escape');
  await cleo.page.getByRole('button', { name: 'Talk', exact: true }).waitFor();
  await p.tv.page.getByText('Water, clearly').first().waitFor({ state: 'detached' });
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
