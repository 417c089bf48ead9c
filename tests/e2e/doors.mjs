/* Who is shown out, and who knocks, in a real browser against the real server.
 *
 * usage: doors.mjs UNISONO [NAME…]          SHOTS=folder takes pictures
 */
import { mkdirSync } from 'node:fs';
import { television } from './browser.mjs';
import { violations } from './look.mjs';
import { opened } from './opened.mjs';
import { add_bots, attend, choose_first_game, guest, heard, join, known, open_table, screen, until } from './people.mjs';
import { run, test } from './tap.mjs';
import { texts } from './texts.mjs';

const { server, browser } = await opened();

const button = (page, name) => page.getByRole('button', { name });
const shots = process.env.SHOTS;

async function picture(one, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await one.page.screenshot({ path: `${shots}/doors-${name}.png` });
}

async function remove(host, name) {
  await button(host.page, `More about ${name}`).click();
  await button(host.page.getByRole('dialog'), 'Remove').click();
}

/* The person at the door, in a window of their own. */
async function knock(one, url, code, name) {
  await one.page.goto(`${url}/j/${code}`);
  await one.page.getByRole('heading', { name: 'The host has to let you in' }).waitFor();
  await one.page.getByLabel('Your name').fill(name);
  await button(one.page, 'Knock').click();
  await one.page.getByText('You have knocked.').waitFor();
}

test('who was removed stays out, knocks, and is let in by one tap, also in the middle of a game', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await remove(ann, 'Ben');
  await ben.page.getByRole('heading', { name: 'You were removed' }).waitFor();
  await picture(ben, 'removed');
  /* The old token is of no use. */
  await ben.page.reload();
  await ben.page.getByRole('heading', { name: 'You were removed' }).waitFor();
  await add_bots(ann.page, 2, 4);
  await choose_first_game(ann.page);
  await button(ann.page, /^Start /).click();
  await ann.page.locator('main.play').waitFor();
  ben.frames.length = 0;
  await button(ben.page, 'Knock').click();
  await ben.page.getByRole('heading', { name: 'The host has to let you in' }).waitFor();
  await picture(ben, 'knock');
  t.deepEqual(await violations(ben.page), []);
  await ben.page.getByLabel('Your name').fill('Ben');
  await button(ben.page, 'Knock').click();
  const door = ann.page.getByRole('region', { name: 'Somebody is at the door' });
  await door.getByText('Ben knocks.').waitFor();
  await picture(ann, 'host-playing');
  await picture(ben, 'waits');
  t.ok(!ben.frames.some((frame) => frame.in && frame.text.includes('"room"')), 'who knocks is shown nothing of the room');
  await button(door, 'Let in').click();
  await button(ben.page, 'Sit down').waitFor(); /* the door has a field for a name, too */
  await until(async () => (await door.count()) === 0, 'the door stays open');
  await ben.page.getByLabel('Your name').fill('Ben');
  await button(ben.page, 'Sit down').click();
  await heard(ann, () => ann.room.people.some((one) => one.name === 'Ben' && one.here), 'Ben is not back');
  t.deepEqual([...ann.complaints, ...ben.complaints], []);
  await ann.close();
  await ben.close();
});

test('who is turned away is told so; a table screen knocks by itself', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann', { viewport: { width: 320, height: 568 } });
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await remove(ann, 'Ben');
  await ben.page.getByRole('heading', { name: 'You were removed' }).waitFor();
  const other = await guest(browser, { viewport: { width: 320, height: 568 } });
  await knock(other, server.url, ann.code, 'Maximilian-Alexander');
  const door = ann.page.getByRole('region', { name: 'Somebody is at the door' });
  await door.waitFor();
  await picture(ann, 'host-small');
  t.deepEqual(await violations(ann.page), []);
  await button(door, 'Turn away').click();
  await other.page.getByRole('heading', { name: 'The host did not open' }).waitFor();
  await picture(other, 'turned-away');
  const tv = attend(await television(browser));
  await tv.page.goto(`${server.url}/t/${ann.code}`);
  await tv.page.getByText('The host has to let this screen in').waitFor();
  await picture(tv, 'screen');
  await door.getByText('A table screen wants to come in.').waitFor();
  await button(door, 'Let in').click();
  await tv.page.getByText('Ann', { exact: true }).waitFor();
  t.deepEqual([...ann.complaints, ...other.complaints, ...tv.complaints], []);
  await Promise.all([ann, ben, other, tv].map((one) => one.close()));
});

test('the host sees who looks on and shows them out', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const tv = await screen(browser, server.url, ann.code);
  const cleo = await guest(browser);
  await cleo.page.goto(`${server.url}/j/${ann.code}`);
  await button(cleo.page, 'I only want to watch').click();
  await button(ann.page, 'Looking on: 2').click();
  const sheet = ann.page.getByRole('dialog');
  await picture(ann, 'visitors');
  t.deepEqual(await violations(ann.page), []);
  await sheet.getByRole('listitem').filter({ hasText: 'Guest' }).getByRole('button', { name: 'Remove' }).click();
  await cleo.page.getByRole('heading', { name: 'You were removed' }).waitFor();
  await until(async () => (await sheet.getByRole('listitem').count()) === 1, 'the list is as it was');
  t.equal(tv.room.people.length, 1);
  t.deepEqual([...ann.complaints, ...tv.complaints, ...cleo.complaints], []);
  await Promise.all([ann, tv, cleo].map((one) => one.close()));
});

test('a name that looks like another’s is refused with a reason, in every language', async (t) => {
  for (const [locale, language] of [['en-GB', 'en'], ['de-DE', 'de'], ['fr-FR', 'fr']]) {
    const say = texts(language);
    const ann = await guest(browser, { locale });
    await ann.page.goto(server.url);
    await button(ann.page, say('home.create')).click();
    await ann.page.getByLabel(say('sit.name')).fill('Ann');
    await button(ann.page, say('sit.go')).click();
    await heard(ann, () => ann.room.people?.length === 1, 'nobody sat down');
    const ben = await guest(browser, { locale });
    await ben.page.goto(`${server.url}/j/${new URL(ann.page.url()).pathname.split('/')[2]}`);
    await ben.page.getByLabel(say('sit.name')).fill('\u0410nn');
    await button(ben.page, say('sit.go')).click();
    await ben.page.getByText(say('refusal.name_alike')).first().waitFor();
    t.equal(known(ben).phase, undefined);
    await ann.close();
    await ben.close();
  }
});

test('a table has a password, a second host, so many places, and a code that no camera sees', async (t) => {
  const ann = await open_table(browser, server.url, 'Ann');
  const ben = await join(browser, server.url, ann.code, 'Ben');
  await button(ann.page, 'More about Ben').click();
  await button(ann.page.getByRole('dialog'), /^Second host/).click();
  await heard(ben, () => ben.room.info.second === ben.room.people[1].guest, 'Ben is not the second host');
  await ann.page.keyboard.press('Escape');
  await button(ben.page, /^Table$/).click();
  const his = ben.page.getByRole('dialog');
  await button(his, 'Less').waitFor();
  t.equal(await his.getByLabel('Password').count(), 0, 'the second host sets no password');
  for (let i = 0; i < 11; i++) {
    await button(his, 'Less').click();
    await heard(ben, () => ben.room.info.places === 13 - i, 'the places are as many as before');
  }
  t.equal(ben.room.info.places, 3);
  await his.getByRole('switch').check();
  await heard(ann, () => ann.room.info.hidden, 'the code is not hidden');
  await picture(ben, 'table');
  t.deepEqual(await violations(ben.page), []);
  await ben.page.keyboard.press('Escape');
  const tv = await screen(browser, server.url, ann.code);
  await tv.page.getByText('The host sends the invitation.').waitFor();
  await picture(tv, 'hidden');
  for (const one of [ann, ben, tv]) await until(async () => !(await one.page.innerText('body')).includes(ann.code), 'the code is on a screen');
  const dora = await guest(browser);
  await dora.page.goto(`${server.url}/j/${ann.code}`);
  await dora.page.getByLabel('Your name').waitFor();
  t.ok(!(await dora.page.innerText('body')).includes(ann.code), 'the code is on the screen of whoever comes');
  await button(ann.page, /^Table$/).click();
  const sheet = ann.page.getByRole('dialog');
  await sheet.getByLabel('Password').fill('Tulip');
  await button(sheet, 'Set').click();
  await heard(ann, () => ann.room.info.password, 'there is no password');
  await ann.page.keyboard.press('Escape');
  const cleo = await guest(browser, { viewport: { width: 320, height: 568 } });
  await cleo.page.goto(`${server.url}/j/${ann.code}`);
  await cleo.page.getByLabel('Password').fill('tulip');
  await button(cleo.page, 'Come in').click();
  await cleo.page.getByText('That is not it.').waitFor();
  await picture(cleo, 'password');
  t.deepEqual(await violations(cleo.page), []);
  t.ok(!cleo.frames.some((frame) => frame.in && frame.text.includes('"room"')), 'who does not know it is shown nothing');
  await cleo.page.getByLabel('Password').fill('Tulip');
  await button(cleo.page, 'Come in').click();
  await cleo.page.getByLabel('Your name').fill('Cleo');
  await button(cleo.page, 'Sit down').click();
  await heard(cleo, () => cleo.room.people?.some((one) => one.name === 'Cleo'), 'Cleo does not sit');
  await button(ann.page, 'Add a bot').waitFor({ state: 'detached' }); /* all places are taken */
  t.deepEqual([...ann.complaints, ...ben.complaints, ...cleo.complaints, ...dora.complaints, ...tv.complaints], []);
  await Promise.all([ann, ben, cleo, dora, tv].map((one) => one.close()));
});

for (const [language, locale] of Object.entries({ en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }))
  test(`what the host decides about the table fits a small phone, in ${language}`, async (t) => {
    const say = texts(language);
    const ann = await guest(browser, { locale, viewport: { width: 320, height: 568 } });
    await ann.page.goto(server.url);
    await button(ann.page, say('home.create')).click();
    await ann.page.getByLabel(say('sit.name')).fill('Ann');
    await button(ann.page, say('sit.go')).click();
    await heard(ann, () => ann.room.people?.length === 1, 'nobody sat down');
    await ann.page.getByRole('button', { name: say('table.settings'), exact: true }).click();
    const sheet = ann.page.getByRole('dialog');
    await sheet.getByRole('switch').waitFor();
    t.deepEqual(await sheet.evaluate((all) => [...all.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 80))), []);
    await picture(ann, `table-320-${language}`);
    await ann.close();
  });

await run();
