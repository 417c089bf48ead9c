/* What a table and a device can be asked for, by people who need it, in a real browser against the real server: more time or no clocks,
 * larger texts, calm. That all of it is heard, and that nothing breaks, is looked at elsewhere (blind.mjs, tests/layout); how long
 * clocks run then, in tests/room/test_slow.c.
 *
 * usage: abilities.mjs UNISONO [NAME…]
 */
import { opened } from './opened.mjs';
import { prepared } from './party.mjs';
import { heard, join, open_table, screen, until } from './people.mjs';
import { run, test } from './tap.mjs';
import { texts } from './texts.mjs';

const { server, browser } = await opened();

const say = texts('en');
const button = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' });
const root = (one, what) => one.page.evaluate(what);

async function set(one, group, choice) {
  await button(one.page, say('menu')).click();
  const dialog = one.page.getByRole('dialog', { name: say('menu') });
  await dialog.getByRole('group', { name: say(group) }).getByRole('radio', { name: choice, exact: true }).click();
  await one.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

test('a table has more time, or no clocks, and everybody is told', async (t) => {
  const p = await prepared(browser, server.url, { game: 'oneround', people: ['Ann', 'Ben'], bots: 1, tv: false, start: false });
  const [ann, ben] = p.guests;
  for (const which of ['double', 'five', 'ten', 'usual', 'off']) {
    await button(ann.page, new RegExp(`^${say('lobby.options')}`)).click();
    await button(ann.page.getByRole('dialog'), say(`clocks.${which}`)).click();
    await heard(ben, () => ben.room.info.clocks === which, `Ben is not told of ${which}`);
    await until(async () => (await button(ann.page.getByRole('dialog'), say(`clocks.${which}`)).getAttribute('aria-pressed')) === 'true', `${which} is not shown as chosen`);
    await ann.page.keyboard.press('Escape');
  }
  await button(ann.page, /^Start /).click();
  for (const one of p.guests) await heard(one, (view) => view.phase, 'no game came');
  /* The rules count time as ever; it never runs out, and nobody is shown it. */
  for (const one of p.guests) await heard(one, (view) => view.phase.until !== undefined, 'the rules have no time here');
  for (const one of p.guests) {
    await one.page.locator('main.play').waitFor();
    await one.page.locator('main.play > p.soft').getByText(say('loading')).waitFor({ state: 'detached' }); /* its screen has come */
    t.equal(await one.page.getByRole('timer').count(), 0, 'a clock is shown where there is none');
  }
  t.deepEqual(p.complaints(), []);
  await p.close();
});

test('what happens is heard and seen while a sheet is open, and after it', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const told = () => root(ann, () => {
    const dialog = document.querySelector('dialog[open]') ?? document.body;
    const region = [...document.querySelectorAll('[aria-live="polite"]')];
    return { one: region.length, inside: dialog.contains(region[0]), text: region[0].textContent };
  });
  await button(ann.page, say('menu')).click();
  await ann.page.getByRole('dialog', { name: say('menu') }).waitFor();
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await until(async () => (await told()).text.includes('Ben'), 'nobody says that Ben sits down');
  t.deepEqual({ ...(await told()), text: '' }, { one: 1, inside: true, text: '' });
  await ann.page.keyboard.press('Escape');
  await until(() => root(ann, () => !document.querySelector('dialog[open]')), 'the menu does not close');
  const cleo = await join(browser, server.url, ann.code, 'Cleo');
  await until(async () => (await told()).text.includes('Cleo'), 'nobody says that Cleo sits down');
  t.equal((await told()).one, 1);
  t.deepEqual([ann, ben, cleo].flatMap((one) => one.complaints), []);
  for (const one of [ann, ben, cleo]) await one.close();
});

test('texts in three sizes, kept by the device; beside a keyboard as ever', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann', { viewport: { width: 400, height: 844 } });
  const size = () => root(ann, () => getComputedStyle(document.documentElement).fontSize);
  t.equal(await size(), '16px');
  for (const [which, wanted] of [['large', '18px'], ['largest', '20px']]) {
    await set(ann, 'settings.text', say(`settings.text.${which}`));
    await until(async () => (await size()) === wanted, `${which} is not ${wanted}`);
    const before = ann.welcomes;
    await ann.page.reload({ waitUntil: 'commit' });
    await heard(ann, () => ann.welcomes > before, 'not back');
    t.equal(await size(), wanted, 'forgotten');
  }
  /* No screen becomes narrower than 20 rem. */
  await ann.page.setViewportSize({ width: 320, height: 568 });
  await until(async () => (await size()) === '16px', 'large texts on the narrowest screen');
  await ann.page.setViewportSize({ width: 400, height: 420 });
  await until(async () => (await size()) === '16px', 'large texts on half a screen');
  t.deepEqual(ann.complaints, []);
  await ann.close();
});

test('calm: nothing drifts, flies or waits to be told, on phones and on the table screen', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann', { reducedMotion: 'no-preference' });
  const ben = await join(browser, server.url, ann.code, 'Ben');
  const tv = await screen(browser, server.url, ann.code, { reducedMotion: 'no-preference' });
  await set(ann, 'settings.calm', say('option.on'));
  await button(tv.page, say('settings.calm')).click();
  const moving = (one) => root(one, () => document.getAnimations().filter((each) => each.playState === 'running' && each.effect.getComputedTiming().duration > 1).length);
  for (const one of [ann, tv]) {
    await until(() => root(one, () => document.documentElement.hasAttribute('data-calm')), 'it is not calm');
    await until(async () => (await moving(one)) === 0, 'something goes on moving');
  }
  /* Kept by the device, and so after a reload. */
  const before = [ann.welcomes, tv.welcomes];
  for (const one of [ann, tv]) await one.page.reload({ waitUntil: 'commit' });
  await heard(ann, () => ann.welcomes > before[0], 'not back');
  await heard(tv, () => tv.welcomes > before[1], 'not back');
  for (const one of [ann, tv]) await until(() => root(one, () => document.documentElement.hasAttribute('data-calm')), 'forgotten');
  await until(async () => (await moving(tv)) === 0, 'something moves again');
  t.equal(await button(tv.page, say('settings.calm')).getAttribute('aria-pressed'), 'true');
  t.equal(await root(ben, () => document.documentElement.hasAttribute('data-calm')), false, 'calm is of one device');
  t.deepEqual([...ann.complaints, ...ben.complaints, ...tv.complaints], []);
  await tv.page.evaluate(() => localStorage.clear());
  await Promise.all([ann, ben, tv].map((one) => one.close()));
});

await run();
