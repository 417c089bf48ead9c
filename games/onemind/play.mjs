/* What all tests of One Mind in the browser share: the server, the browser, and what people do at a table. */
import { ballot, vote, write } from '../../tests/e2e/games.mjs';
import { opened } from '../../tests/e2e/opened.mjs';
import { leaks, phase, play_on, prepared, push } from '../../tests/e2e/party.mjs';
import { known } from '../../tests/e2e/people.mjs';
import { texts } from '../../tests/e2e/texts.mjs';

export const { server, browser } = await opened();

export const english = texts('en');
/* Little passes by a clock: a match lies there until everybody has seen it, a vote until all have voted. Only a word
 * that matches nobody goes by itself (OM-12), at the slowest pace. */
export const table = (order) =>
  prepared(browser, server.url, { game: 'onemind', ...order, options: { check_time: 0, vote_time: 120, reading_pace: 'relaxed', ...order.options } });
export const seat = (one) => Math.max(...one.views.keys());
export const over = (one) => known(one).result;

/* The letter this phone's word must begin with. */
function initial(one, at = seat(one)) {
  const { round, letters, rows } = known(one, at).table;
  const letter = round === 0 ? letters?.[at] : rows[round].token;
  return letter === '?' ? undefined : letter;
}

/* Words nobody else writes: a letter and syllables without sense. */
export const nonsense = (one, ending, at) => `${initial(one, at) ?? 'W'}O${ending}`;
export const ENDINGS = ['LUXIP', 'BAFFUN', 'KREMMO', 'ZIRGAT'];

export async function start_words(people, say) {
  for (const [index, one] of people.entries()) await write(one, nonsense(one, ENDINGS[index]), say);
  await seen_starts(people, say);
}

/* OM-2: the start words lie there until everybody has seen them. */
export async function seen_starts(people, say = english) {
  for (const one of people) {
    await phase(one, 'look');
    await push(one, say('action.onemind.go_on'), () => known(one).can.includes('go_on'));
  }
}

/* Everybody answers what is asked of them, and says no to what a bot wants to know, until `done`. */
export function read_out(p, done, say = english) {
  return play_on(p, async (one, view) => {
    const open = ballot(one);
    if (open && ![...open.yes, ...open.no].includes(seat(one))) return vote(one, false, { say }).then(() => true);
    if (view.can?.includes('decline')) return push(one, say('action.onemind.decline'), () => known(one).can.includes('decline') && !done());
    if (view.can?.includes('go_on')) return push(one, say('action.onemind.go_on'), () => known(one).can.includes('go_on') && !done());
    return false;
  }, done);
}

/* What one seat wrote was told to nobody else, and nobody was shown another's seat. */
export function kept_secret(t, secret, others) {
  for (const one of others) t.deepEqual(leaks(one, secret), [], 'a word in a hand was told to somebody else');
}

export async function end(t, p) {
  t.deepEqual(p.complaints(), []);
  await p.close();
}
