/* A vote in every game there is, in a real browser against the real server (T-7, T-9): somebody is missing, the table is
 * asked whether it goes on without them, everybody sees who asks, the votes as they come, and what came out.
 *
 * usage: votes.mjs UNISONO [NAME…]
 */
import { readdirSync } from 'node:fs';
import { ballot, vote } from './games.mjs';
import { onlooker } from './look.mjs';
import { opened } from './opened.mjs';
import { prepared, push } from './party.mjs';
import { heard, known, until } from './people.mjs';
import { results_pass, results_say, slip, slips_say, votes_are } from './slips.mjs';
import { run, test } from './tap.mjs';
import { texts } from './texts.mjs';

const { server, browser } = await opened();

const english = texts('en');
const DORA = 3;
const missed = (one) => known(one).phase.waiting.includes(DORA) && known(one).seats[DORA].state === 'away';

/* The others play until the table waits for the one who is missing. */
function play_until_missed(others, act) {
  return until(async () => {
    for (const one of others) {
      if (missed(one)) return true;
      await act(one, known(one));
    }
    return false;
  }, 'nobody is missed');
}

/* The grace time has to pass first: until then the table is not asked. */
async function propose(one) {
  await one.page.getByRole('button', { name: english('menu'), exact: true }).click();
  const ask = one.page.locator('.absent').filter({ hasText: 'Dora' }).getByRole('button', { name: english('host.propose_skip') });
  await until(async () => {
    if (ballot(one)) return true;
    await push(one, ask, () => !ballot(one));
    return false;
  }, 'the table was never asked');
}

async function skip_by_vote(t, game, act) {
  const { look, found } = onlooker(`${game}-skip`);
  const p = await prepared(browser, server.url, { game, people: ['Ann', 'Ben', 'Cleo', 'Dora'], options: { grace: 5, patience: 900, vote_time: 120 } });
  const [ann, ben, cleo, dora] = p.guests;
  const here = [ann, ben, cleo, p.tv];
  await dora.page.goto('about:blank');
  await play_until_missed([ann, ben, cleo], act);
  await propose(ben);

  await slips_say(here, {
    grounds: english('vote.asks', { name: 'Ben' }),
    question: english('vote.skip.question', { about: 'Dora' }),
    votes: { Ann: undefined, Ben: 'yes', Cleo: undefined },
  });
  t.equal(await slip(p.tv).getByRole('button').count(), 0, 'nobody votes on the table screen');
  t.equal(await cleo.page.locator('.dock').filter({ visible: true }).count(), 0, 'one question at a time has the dock');
  await look('slip', { cleo, tv: p.tv });
  await vote(ann, false);
  await votes_are([cleo, ben, p.tv], { Ann: 'no', Cleo: undefined });
  const text = english('vote.skip.passed', { about: 'Dora' });
  const told = results_say(here, text);
  await vote(cleo, true);
  await told;
  await heard(ben, (view) => !view.votes.length && view.seats[DORA].state !== 'here', 'the vote does not end');
  await look('result', { ann, tv: p.tv });
  await results_pass(here, text);
  t.deepEqual(found, []);
  t.deepEqual(here.flatMap((one) => one.complaints), []);
  await p.close();
}

/* Every game tells in its folder what somebody does next. */
const games = readdirSync(new URL('../../games/', import.meta.url), { withFileTypes: true }).filter((one) => one.isDirectory());
for (const { name } of games) {
  const { default: act } = await import(`../../games/${name}/alone.mjs`);
  test(`${english(`game.${name}`)}: the table goes on without somebody (T-7, T-9)`, (t) => skip_by_vote(t, name, act));
}

await run();
