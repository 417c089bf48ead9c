/* Chime in a real browser against the real server: a whole game of two phones and a table screen.
 *
 * usage: test.mjs UNISONO [NAME…]
 */
import { evening, keeps_secrets, seat_of } from '../../tests/e2e/evening.mjs';
import { onlooker } from '../../tests/e2e/look.mjs';
import { opened } from '../../tests/e2e/opened.mjs';
import { button, push } from '../../tests/e2e/party.mjs';
import { heard, known } from '../../tests/e2e/people.mjs';
import { run, test } from '../../tests/e2e/tap.mjs';

const { server, browser } = await opened();

test('two people think alike twice and once not, and both win', async (t) => {
  const e = await evening(browser, server.url, { game: 'chime', people: ['Ann', 'Ben'] });
  const { ann, ben, tv } = e;
  const { look, found } = onlooker('chime');

  for (const [round, [first, second]] of [['3', '3'], ['1', '4'], ['5', '5']].entries()) {
    t.deepEqual(known(ann).may.think, [1, 2, 3, 4, 5]);
    await push(ann, first, () => known(ann).can.includes('think'));
    await heard(ann, (view) => view.me.number === Number(first), 'the number was not taken');
    await ann.page.getByText(`You think of ${first}.`).waitFor();
    t.equal(await button(ann.page, first).count(), 0, 'a second number cannot be chosen');
    await heard(tv, (view) => view.table.ready.includes(seat_of(ann)), 'the table does not know who is ready');
    if (round === 0) await look('think', { ann, tv });
    await push(ben, second, () => known(ben).can.includes('think'));
    await heard(tv, (view) => view.table.round === round + 1, 'the round does not end');
    await tv.page.getByRole('listitem', { name: `Ann: ${first}`, exact: true }).waitFor();
  }
  for (const one of e.all) await heard(one, (view) => view.result, 'no result came');
  t.deepEqual(known(tv).result.winners, [0, 1]);
  t.deepEqual(known(tv).seats.map((seat) => seat.score), [2, 2]);
  await look('result', { ann, tv });
  t.deepEqual(found, []);
  keeps_secrets(t, e, ['thought']);
  await e.close();
});

await run();
