/* One Round? in a real browser: two teams. */
import { ballot, vote, write } from '../../tests/e2e/games.mjs';
import { onlooker } from '../../tests/e2e/look.mjs';
import { phase, play_on, push, reload_all } from '../../tests/e2e/party.mjs';
import { anyone, heard, known } from '../../tests/e2e/people.mjs';
import { test } from '../../tests/e2e/tap.mjs';
import { EIGHT, NO_TIMER, another_gap, clue, draw, end, gap_buttons, guess, guessers, kept_secret, over, play_card, point, seat, table } from './play.mjs';

test('two teams on four phones: a steal, a steal in vain, and the deciding card (OR-17 to OR-21)', async (t) => {
  const { look, found } = onlooker('oneround-teams');
  const p = await table({ people: ['Ann', 'Ben', 'Cleo', 'Dora'], options: { mode: 'teams', challenge: EIGHT, ...NO_TIMER } });
  const { tv } = p;
  const lives = () => known(p.host).table.teams.map((team) => team.lives);
  const steal = async (right) => {
    await phase(p.host, 'steal');
    const thieves = await guessers(p);
    const { tried } = known(p.host).turn;
    return { thieves, tried, choose: async (gap) => {
      for (const one of thieves) await guess(one, right ? gap : another_gap(one, gap, tried));
    } };
  };
  await tv.page.getByRole('heading', { name: 'Team A' }).waitFor();
  await look('turn', { ann: p.host, tv });

  /* Team A loses its life; Team B has lost none yet, so there is nothing to win back. */
  await play_card(t, p, { right: false });
  await heard(p.host, (view) => view.phase.name === 'turn' && view.turn.team === 'b');
  t.deepEqual(lives(), [0, 1]);

  /* Team B is wrong: Team A knows better and has its life back. */
  const second = await play_card(t, p, { right: false });
  const theft = await steal(true);
  t.deepEqual(theft.thieves.map(seat), [0, 2]);
  t.ok(!known(theft.thieves[0]).may.point.includes(theft.tried));
  t.ok(await gap_buttons(theft.thieves[0]).nth(theft.tried).isDisabled(), 'the gap that was wrong is out');
  await look('steal', { thief: theft.thieves[0], tv });
  await reload_all(t, [...theft.thieves, tv]);
  kept_secret(t, p, second, [second.tipster]);
  await theft.choose(second.gap);
  await heard(p.host, (view) => view.phase.name === 'turn');
  t.deepEqual(lives(), [1, 0]);
  await tv.page.getByText('The other team knew it.').waitFor();

  /* Team A is wrong; Team B steals in vain. */
  const third = await play_card(t, p, { right: false });
  await (await steal(false)).choose(third.gap);
  await heard(p.host, (view) => view.phase.name === 'turn');
  t.deepEqual(lives(), [0, 0]);
  for (let card = 4; card <= 8; card++) await play_card(t, p);

  /* Equal lives: one card for a Tipster of each team; the first clue counts. */
  await heard(p.host, (view) => view.turn.deciding && view.phase.name === 'turn', 'no deciding card');
  await tv.page.getByText('Deciding card').first().waitFor();
  await look('duel', { ann: p.host, tv });
  await reload_all(t, [p.host, tv]);
  const duel = await draw(p);
  /* One Tipster of each team has the card. */
  const holders = () => p.guests.filter((one) => known(one).me.card !== undefined);
  const rivals = await anyone(p.guests, () => holders().length === 2 && holders(), 'there are not two who know the card');
  t.notEqual(seat(rivals[0]) % 2, seat(rivals[1]) % 2);
  await look('duel-clue', { rival: rivals[1], tv });
  await reload_all(t, [...rivals, tv]);
  kept_secret(t, p, duel, rivals);
  await write(rivals[1], clue());
  await phase(p.host, 'guess');
  const [guesser] = await guessers(p);
  await look('duel-guess', { guesser, tv });
  await reload_all(t, [guesser, tv]);
  await guess(guesser, duel.gap);
  await heard(p.host, (view) => view.result, 'the match does not end');
  t.deepEqual(over(p.host).winners, known(p.host).table.teams.find((team) => team.seats.includes(seat(rivals[1]))).seats);
  await Promise.all(p.all.map((one) => one.page.locator('section.result').waitFor()));
  await look('end', { ann: p.host, tv });
  t.deepEqual(found, []);
  await end(t, p);
});

test('two teams of a person and a bot each play to the end', async (t) => {
  const p = await table({ people: ['Ann', 'Ben'], bots: 2, options: { mode: 'teams', challenge: EIGHT, ...NO_TIMER } });
  await play_on(p, async (one, view) => {
    const open = ballot(one);
    const can = (action) => known(one).can.includes(action);
    if (open && open.voters.includes(seat(one)) && ![...open.yes, ...open.no].includes(seat(one))) return vote(one, false).then(() => true);
    if (open) return false;
    if (view.can.includes('turn_timer')) return push(one, 'Deal the card', () => can('turn_timer'));
    if (view.can.includes('clue')) return write(one, clue()).then(() => true, (error) => {
      /* In a duel the other one may be quicker. */
      if (can('clue')) throw error;
      return true;
    });
    const mine = view.turn?.points?.find((each) => each.seat === seat(one));
    if (!view.can.includes('point') || mine?.locked) return view.can.includes('decide') ? push(one, 'My gap counts', () => can('decide')) : false;
    if (!mine) return point(one, another_gap(one, -1, view.turn.tried ?? -1));
    return push(one, 'Lock in', () => can('lock') && !known(one).turn?.points?.find((each) => each.seat === seat(one))?.locked);
  }, () => over(p.host));
  await p.tv.page.locator('section.result').waitFor();
  await end(t, p);
});
