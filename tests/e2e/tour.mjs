/* A walk through every screen of the shell: for pictures (shots.mjs) and for accessibility (axe.mjs).
 *
 *     for await (const { name, page } of tour(browser, url, { dark: true })) …
 *
 * Each stop is a page that shows one screen and stands still. */
import { add_bots, choose_first_game, guest, join, open_table, screen, sit, until } from './people.mjs';

const button = (page, name) => page.getByRole('button', { name });

export async function* tour(browser, url, { dark = false, size } = {}) {
  const look = { colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce', ...(size ? { viewport: size } : {}) };
  const opened = [];
  const remember = (one) => (opened.push(one), one);
  const forget = (one) => (opened.splice(opened.indexOf(one), 1), one.close());

  const lone = remember(await guest(browser, look));
  await lone.page.goto(url);
  await button(lone.page, 'Play together').waitFor();
  yield { name: 'home', page: lone.page };
  await button(lone.page, 'Menu').click();
  await lone.page.getByRole('dialog').waitFor();
  yield { name: 'settings', page: lone.page };
  await lone.page.goto(`${url}/rules`);
  await lone.page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();
  yield { name: 'rules', page: lone.page };
  await lone.page.getByRole('heading', { level: 2 }).first().getByRole('link').click();
  await lone.page.locator('article.rules :is(h1, h2)').first().waitFor();
  yield { name: 'rules-game', page: lone.page };
  await lone.page.goto(`${url}/j/AAAAA`);
  await lone.page.getByRole('heading', { name: 'There is no such table' }).waitFor();
  yield { name: 'no-room', page: lone.page };
  await forget(lone);

  const ann = remember(await open_table(browser, url, 'Ann', look));
  const tv = remember(await screen(browser, url, ann.code, { ...look, viewport: { width: 1920, height: 1080 } }));
  await tv.page.getByText('Ann', { exact: true }).waitFor();
  const ben = remember(await guest(browser, look));
  await ben.page.goto(`${url}/j/${ann.code}`);
  await ben.page.getByLabel('Your name').fill('Ben');
  yield { name: 'join', page: ben.page };
  await sit(ben.page, 'Ben');
  await ann.page.getByText('At the table: 2').waitFor();
  await add_bots(ann.page, 3, 3);
  await choose_first_game(ann.page);
  await until(() => button(ann.page, /^Start /).isEnabled());
  yield { name: 'lobby-host', page: ann.page };
  yield { name: 'lobby-guest', page: ben.page };
  yield { name: 'table-lobby', page: tv.page };
  await button(ann.page, /^Options/).click();
  await ann.page.locator('dialog .option').first().waitFor(); /* it comes when it is first shown */
  yield { name: 'options', page: ann.page };
  await ann.page.keyboard.press('Escape');
  await button(ann.page, 'More about Ben').click();
  await ann.page.getByRole('dialog').waitFor();
  yield { name: 'person', page: ann.page };
  await ann.page.keyboard.press('Escape');
  await button(ann.page, /Invite/).click();
  await ann.page.locator('dialog .qr svg').waitFor();
  yield { name: 'invite', page: ann.page };
  await ann.page.keyboard.press('Escape');
  await button(ann.page, 'Second person on this phone').click();
  await ann.page.getByRole('dialog').waitFor();
  yield { name: 'second-person', page: ann.page };
  await ann.page.keyboard.press('Escape');

  await button(ann.page, /^Start /).click();
  await ann.page.locator('main.play').waitFor();
  await tv.page.locator('main.game').waitFor();
  yield { name: 'play', page: ann.page };
  yield { name: 'table-play', page: tv.page };
  await button(ann.page, 'Menu').click();
  await ann.page.getByRole('dialog').waitFor();
  yield { name: 'play-menu', page: ann.page };
  await button(ann.page, 'Pause').click();
  await ben.page.getByRole('heading', { name: 'Paused' }).waitFor();
  await tv.page.locator('.paused').waitFor();
  yield { name: 'paused', page: ben.page };
  yield { name: 'table-paused', page: tv.page };

  const cleo = remember(await guest(browser, look));
  await cleo.page.goto(`${url}/j/${ann.code}`);
  await cleo.page.getByText('A game is running.').waitFor();
  yield { name: 'join-late', page: cleo.page };
  await button(cleo.page, 'I only want to watch').click();
  await cleo.page.getByText('You are watching.').waitFor();
  yield { name: 'watching', page: cleo.page };

  for (const one of [ann, ben, cleo, tv]) await forget(one);
  const pair = remember(await open_table(browser, url, 'Dilara', look));
  await button(pair.page, 'Second person on this phone').click();
  await pair.page.getByLabel('Name of the second person').fill('Émile');
  await button(pair.page, 'Sit down').click();
  await pair.page.getByText('At the table: 2').waitFor();
  const third = remember(await join(browser, url, pair.code, 'Frieda', look));
  await choose_first_game(pair.page);
  await until(() => button(pair.page, /^Start /).isEnabled());
  await button(pair.page, /^Start /).click();
  await button(pair.page, 'I am Dilara').waitFor();
  yield { name: 'pass-the-phone', page: pair.page };
  await third.page.context().setOffline(true);
  for (const one of opened) await one.close();
}
