/* Letter Dice in a real browser against the real server: the classic game and both variants.
 *
 * usage: letterdice.mjs UNISONO [NAME…]
 */
import { open_browser } from './browser.mjs';
import { button, known, party, phase, play_on, press, violations } from './party.mjs';
import { until } from './people.mjs';
import { start_server } from './server.mjs';
import { at_end, run, test } from './tap.mjs';

const server = await start_server(process.argv[2]);
const browser = await open_browser();
at_end(() => browser.close());
at_end(() => server.stop());

const shots = process.env.SHOTS;
async function shot(page, name) {
  if (shots) await page.screenshot({ path: `${shots}/letterdice-${name}.png` });
}
const QUICK = { 'Time to object': 3, 'Word referee': 'Trust: only people object' };

/* A word that may be said now: made-up names are for the table to judge, and nobody objects. */
let made = 0;
function word(view) {
  const letters = (view.table.dice ?? []).map((die) => die.letter);
  const free = [...'BCDFGHJKLMNPQRSTVWXZ'].filter((letter) => !letters.includes(letter));
  const vowel = [...'AEIOU'].find((letter) => !letters.includes(letter)) ?? 'Y';
  const tail = [...String(++made)].map((digit) => free[Number(digit)] + vowel).join('');
  return view.table.initial ? view.table.initial + letters.join('') + tail : free[1] + vowel + tail;
}

async function say(one, text, theme) {
  if (theme) await one.page.getByRole('list', { name: 'The themes' }).getByRole('button').nth(theme - 1).click();
  const line = one.page.getByRole('textbox');
  await line.fill(text);
  await line.press('Enter');
  const insist = button(one.page, 'Take it anyway');
  const taken = () => known(one).claims.some((claim) => claim.word === text) || !['play'].includes(known(one).phase.name);
  await until(async () => taken() || (await insist.count()) > 0, 'the word was neither taken nor doubted');
  if (!taken()) await insist.click().catch(() => undefined);
  await until(taken, `${text} never arrived`);
}

/* Rolls, throws, says a word, votes and agrees: whatever is to be done, until `over`. */
function play(p, over, { silent = false } = {}) {
  const act = async (one, view) => {
    const open_vote = view.votes?.find((vote) => vote.voters.includes(p.seat(one)) && ![...vote.yes, ...vote.no].includes(p.seat(one)));
    if (open_vote) {
      await press(one.page.getByRole('region', { name: 'The table votes' }), 'No');
      return true;
    }
    if (view.can?.includes('roll_theme')) return press(one.page, 'Roll the theme');
    if (view.can?.includes('throw_dice')) return press(one.page, 'Throw the dice');
    if (silent || over()) return false;
    if (view.can?.includes('say') && view.phase.name === 'play') {
      const { round } = view.table;
      const theme = view.table.variant === 'open' ? view.table.themes.findIndex((each) => each.state === 'open') + 1 : 0;
      await say(one, word(view), theme).catch((error) => {
        if (known(one).phase.name === 'play' && known(one).table.round === round) throw error;
      });
      return true;
    }
    return view.can?.includes('agree') ? press(one.page, 'Fine by me') : false;
  };
  return play_on(p, act, over);
}
const thrown = (p) => ['play', 'settle'].includes(known(p.host).phase.name);

test('LD-3 to LD-13: two phones and a bot throw, find words, object and vote', async (t) => {
  const p = await party(browser, server.url, { game: 'Letter Dice', people: ['Ann', 'Ben'], bots: 1, options: { 'Time to object': 30 } });
  const [ann, ben] = p.guests;
  await until(() => known(ann).phase);
  t.deepEqual(await violations(ann.page), []);
  await play(p, () => thrown(p), { silent: true });
  await phase(ann, 'play', 'settle');
  await p.tv.page.locator('.throw').waitFor();
  await shot(p.tv.page, 'play-table');

  if (known(ann).can.includes('say')) {
    const view = known(ann);
    const mine = word(view);
    await ann.page.getByRole('textbox').fill(mine);
    await ann.page.locator('.live').waitFor();
    if (view.table.initial) await ann.page.locator('.live').getByText(/\d tokens?/).waitFor();
    t.deepEqual(await violations(ann.page), []);
    await shot(ann.page, 'say-phone');
    /* What was typed survives a reload and a refusal. */
    await ann.page.reload();
    t.equal(await ann.page.getByRole('textbox').inputValue(), mine);
    if (view.table.initial) {
      const wrong = (view.table.initial === 'Z' ? 'A' : 'Z') + 'OO';
      await ann.page.getByRole('textbox').fill(wrong);
      await ann.page.getByRole('textbox').press('Enter');
      await ann.page.getByText(`does not begin with ${view.table.initial}`).first().waitFor();
      t.equal(await ann.page.getByRole('textbox').inputValue(), wrong);
    }
    await say(ann, mine);
    const claim = known(ben).claims.find((one) => one.word === mine);
    if (claim?.state === 'open' && known(ben).can.includes('object')) {
      await ben.page.getByRole('list', { name: 'Words of this round' }).getByRole('listitem').filter({ hasText: mine }).getByRole('button', { name: 'I object' }).click();
      await until(() => known(ann).votes.length || known(ann).claims.find((one) => one.word === mine)?.state !== 'open', 'no vote was opened');
      await shot(ben.page, 'vote-phone');
      await shot(p.tv.page, 'vote-table');
      for (const one of p.guests) {
        if (!known(one).votes.length) continue;
        t.deepEqual(await violations(one.page), []);
        await button(one.page.getByRole('region', { name: 'The table votes' }), 'Yes').click().catch(() => undefined);
      }
      await until(() => known(ann).votes.length === 0, 'the vote never ends');
      t.equal(known(ann).claims.find((one) => one.word === mine).state, 'struck');
    }
  }
  await ben.page.context().setOffline(true);
  await ben.page.context().setOffline(false);
  await ben.page.reload();
  await p.tv.page.reload();
  await until(() => known(ben).phase);
  t.deepEqual(await violations(p.tv.page), []);
  t.deepEqual(p.complaints(), []);
  await p.close();
});

test('LD-14: limited proposals to the end', async (t) => {
  const p = await party(browser, server.url, { game: 'Letter Dice', people: ['Ann', 'Ben'], bots: 1, options: { Variant: 'Limited proposals', ...QUICK }, look: { colorScheme: 'dark' } });
  await p.host.page.getByText('in reserve').waitFor();
  await play(p, () => known(p.host).result || known(p.host).table.round > 1);
  await shot(p.host.page, 'limited-phone');
  await play(p, () => known(p.host).result);
  t.equal(known(p.host).result.outcome, 'ranked');
  await p.tv.page.getByRole('heading', { name: /wins|share/ }).waitFor();
  t.deepEqual(p.complaints(), []);
  await p.close();
});

test('LD-15: open themes close one by one', async (t) => {
  const p = await party(browser, server.url, { game: 'Letter Dice', people: ['Ann', 'Ben'], bots: 1, options: { Variant: 'Open themes', ...QUICK } });
  const [ann] = p.guests;
  await play(p, () => thrown(p), { silent: true });
  await phase(ann, 'play', 'settle');
  if (known(ann).phase.name === 'play') {
    t.deepEqual(await violations(ann.page), []);
    await shot(ann.page, 'open-phone');
  }
  const round = known(ann).table.round;
  const served = [];
  while (known(ann).phase.name === 'play' && known(ann).table.colour !== 'black' && served.length < 2) {
    const theme = known(ann).table.themes.findIndex((one) => one.state === 'open') + 1;
    if (!theme) break;
    await say(ann, word(known(ann)), theme).catch(() => undefined);
    served.push(theme);
  }
  if (known(ann).table.round === round) for (const theme of served) t.equal(known(ann).table.themes[theme - 1].state, 'closed');
  await shot(p.tv.page, 'open-table');
  t.deepEqual(await violations(p.tv.page), []);
  t.deepEqual(p.complaints(), []);
  await p.close();
});

await run();
