/* Compatibility in a real browser against the real server: pairs and Referent, whole games.
 *
 * usage: compatibility.mjs UNISONO [NAME…]
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

const SHORT = { 'Length of the track': 'Short', 'Time per position': 1 };
const tiles = (page) => page.getByRole('region', { name: 'All forty pictures' }).getByRole('listitem').getByRole('button', { pressed: false });
const shots = process.env.SHOTS;
async function shot(page, name) {
  if (shots) await page.screenshot({ path: `${shots}/compatibility-${name}.png` });
}

/* Picks the first pictures that are free, by tapping, and lays them. */
async function lay(one, from = 0) {
  const { count, pictures } = known(one).me;
  if (pictures || !count) return;
  for (let i = 0; i < count; i++) await tiles(one.page).nth(from).click();
  await button(one.page, 'Lay my pictures').click();
  await until(() => known(one).me.pictures ?? known(one).phase.name !== 'choose', 'the pictures were not taken');
}

/* Plays whatever is to be played until the game is over. */
function play_out(p) {
  const act = async (one, view) => {
    if (view.can?.includes('call')) return press(one.page, '4');
    if (view.phase.name === 'reveal' && view.can?.includes('go_on')) return press(one.page, 'Go on');
    if (view.phase.name !== 'choose' || view.me.pictures || !view.phase.waiting.includes(p.seat(one))) return false;
    await lay(one);
    return true;
  };
  return play_on(p, act, () => known(p.host).result);
}

test('CO-1: two phones and two bots play pairs to the end', async (t) => {
  const p = await party(browser, server.url, { game: 'Compatibility', people: ['Ann', 'Ben'], bots: 2, options: SHORT });
  const [ann, ben] = p.guests;
  t.equal(known(ann).table.mode, 'pairs');
  await phase(ann, 'call');
  t.deepEqual(await violations(p.tv.page), []);
  t.deepEqual(await violations(ann.page), []);
  await shot(p.tv.page, 'call-table');
  await shot(ann.page, 'call-phone');
  const caller = known(ann).round.announcer === p.seat(ann) ? ann : known(ann).round.announcer === p.seat(ben) ? ben : undefined;
  if (caller) await button(caller.page, '3').click();
  await phase(ann, 'choose');
  await tiles(ann.page).first().waitFor();

  /* By keyboard: find one, pick it, move it. */
  await ann.page.getByLabel('Find a picture').fill('sleep');
  await until(async () => (await tiles(ann.page).count()) < 10);
  await tiles(ann.page).first().press('Enter');
  await ann.page.getByLabel('Find a picture').fill('');
  await tiles(ann.page).nth(3).press('Space');
  const ranking = ann.page.getByRole('list', { name: 'My ranking, best first' });
  const first = await ranking.getByRole('button').first().getAttribute('aria-label');
  await ranking.getByRole('button').first().press('ArrowRight');
  await until(async () => (await ranking.getByRole('button').nth(1).getAttribute('aria-label')).split(',')[0] === first.split(',')[0], 'the arrow moved nothing');

  /* A half-made ranking survives a reload. */
  await ann.page.reload();
  await until(async () => (await ranking.getByRole('button').count()) === 2, 'the draft is gone');

  /* By drag: a third picture onto its place. */
  const from = await tiles(ann.page).nth(1).boundingBox();
  const to = await ranking.getByRole('listitem').nth(2).boundingBox();
  await ann.page.mouse.move(from.x + 20, from.y + 20);
  await ann.page.mouse.down();
  await ann.page.mouse.move(from.x + 40, from.y + 40, { steps: 3 });
  await ann.page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
  await ann.page.mouse.up();
  await until(async () => (await ranking.getByRole('button').count()) === 3, 'the drag laid nothing');
  await shot(ann.page, 'choose-phone');
  t.deepEqual(await violations(ann.page), []);

  /* The race for the token: the first has it, the other is told. */
  await button(ann.page, '×2').click();
  await button(ann.page.getByRole('group', { name: /On which card/ }), '1').click();
  await ben.page.getByText('Ann was first').waitFor();
  t.equal(await button(ben.page, '×2').count(), 0);
  await until(() => known(p.tv).round.doubler === p.seat(ann));
  t.equal(known(ben).round.double_at, undefined);

  for (let left = await tiles(ann.page).count(); (await ranking.getByRole('button').count()) < known(ann).me.count; left--) await tiles(ann.page).nth(left - 1).click();
  const start = { ben: mark(ben), tv: mark(p.tv) };
  await button(ann.page, 'Lay my pictures').click();
  await until(() => known(ann).me.pictures, 'not laid');
  const secret = JSON.stringify(known(ann).me.pictures);
  await button(ann.page, 'Take them back').waitFor();
  await ann.page.context().setOffline(true);
  await ann.page.context().setOffline(false);
  await ann.page.reload();
  await button(ann.page, 'Take them back').waitFor();
  t.deepEqual(leaks(ben, secret, start.ben), []);
  t.deepEqual(leaks(p.tv, secret, start.tv), []);
  await lay(ben);
  await phase(ben, 'reveal');
  await p.tv.page.getByRole('list', { name: 'Cards of Ann' }).getByRole('img').first().waitFor();
  await shot(p.tv.page, 'reveal-table');
  await shot(ben.page, 'reveal-phone');
  await ben.page.reload();
  await p.tv.page.reload();
  await play_out(p);
  t.equal(known(ann).result.outcome, 'ranked');
  await p.tv.page.getByRole('heading', { name: /wins|share/ }).waitFor();
  await ann.page.getByRole('heading', { name: /wins|share/ }).waitFor();
  t.deepEqual(p.complaints(), []);
  await p.close();
});

test('CO-8: three play with a Referent, after browsing the deck the host chose', async (t) => {
  const p = await party(browser, server.url, {
    game: 'Compatibility', people: ['Ann', 'Ben'], bots: 1, look: { colorScheme: 'dark' },
    options: { ...SHORT, Pictures: 'Dreams and wonders', 'Browse first': true },
  });
  const [ann, ben] = p.guests;
  await phase(ann, 'browse');
  await ann.page.getByRole('region', { name: 'All forty pictures' }).getByRole('listitem').nth(39).waitFor();
  t.equal(await ann.page.getByRole('region', { name: 'All forty pictures' }).getByRole('listitem').count(), 40);
  await p.tv.page.getByRole('list', { name: 'All forty pictures' }).getByRole('listitem').nth(39).waitFor();
  t.deepEqual(await violations(ann.page), []);
  t.deepEqual(await violations(p.tv.page), []);
  await shot(ann.page, 'browse-phone');
  await ben.page.reload();
  for (const one of p.guests) await button(one.page, 'I have seen them').click();
  await phase(ann, 'call', 'choose');
  t.equal(known(ann).table.mode, 'referent');
  await until(() => known(ann).phase.name === 'choose' || known(ann).can.includes('call') || known(ben).can.includes('call'), 'nobody calls');
  for (const one of p.guests) if (known(one).can.includes('call')) await button(one.page, '1').click();
  await phase(ann, 'choose');
  for (const one of p.guests) t.equal(known(one).can.includes('double'), known(one).round.announcer !== p.seat(one));
  for (const one of p.guests) {
    await tiles(one.page).first().waitFor();
    t.deepEqual(await violations(one.page), []);
    await lay(one, 2);
  }
  await phase(ann, 'reveal');
  await p.tv.page.getByText('Referent').first().waitFor();
  t.deepEqual(await violations(p.tv.page), []);
  await shot(p.tv.page, 'referent-table');
  await play_out(p);
  t.equal(known(ben).result.outcome, 'ranked');
  t.deepEqual(p.complaints(), []);
  await p.close();
});

await run();
