/* A whole game on one engine: as the table screen and, where phones have such an engine, as the phone of the host; the
 * other phone is today's Chromium, and bots sit at the table too. What a person does next is in games/ID/alone.mjs, unless
 * games/ID/engines.mjs says it, which also tells what makes a game short.
 *
 *     const house = await open_house(engine, today, server.url);
 *     await play(house, 'ID');                     throws when something is wrong
 *     house.bundle                                 which bundle its table screen took
 *     await house.close();
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phone } from '../e2e/browser.mjs';
import { tap } from '../e2e/hands.mjs';
import { prepared } from '../e2e/party.mjs';
import { known, until, while_told } from '../e2e/people.mjs';
import { engine_page } from './page.mjs';

const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

/* Every motion is over by then, also where the machine has other things to do. */
const SETTLED = 30_000;
/* As long as a picture is waited for. */
const STILL = 4_000;
const TABLE = { width: 1280, height: 720 };
const OLD_BUNDLE = `performance.getEntriesByType('resource').some(function (one) { return /\\/old\\.js$/.test(one.name); })`;

/* Something can be read, and nothing of it lies outside of the screen to the side, and on a table screen below either. */
const OUTSIDE = `(function (table) {
  var root = document.scrollingElement || document.documentElement;
  var out = root.scrollWidth > innerWidth + 1 ? ['the page is ' + root.scrollWidth + ' wide'] : [];
  var read = 0;
  var texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  var range = document.createRange();
  while (texts.nextNode()) {
    var text = texts.currentNode;
    if (!text.data.trim() || text.parentElement.closest('.visually-hidden, [aria-live], [data-strip], #splash')) continue;
    range.selectNodeContents(text);
    var box = range.getBoundingClientRect();
    if (box.width <= 1) continue;
    read++;
    if (box.left < -1 || box.right > innerWidth + 1 || (table && (box.top < -1 || box.bottom > innerHeight + 1))) out.push(text.data.trim());
  }
  return read ? out : ['there is nothing to read'];
})`;

/* Devices that were put away are used again: engines take longer to start than to forget, and each page has an origin, and so a
 * storage, of its own (wire.mjs). */
function shelf(started) {
  const away = [];
  async function take(options) {
    const at = away.findIndex(({ hasTouch }) => hasTouch === options.hasTouch);
    const { driver } = at < 0 ? { driver: await started.device(options) } : away.splice(at, 1)[0];
    return {
      ...driver,
      async close() {
        /* One that has crashed is of no more use. */
        const blank = await driver.open('about:blank').then(() => true, () => false);
        if (!blank) return driver.close();
        driver.complaints?.splice(0);
        away.push({ driver, hasTouch: options.hasTouch });
      },
    };
  }
  return take;
}

/* Without `today` every device of the house is of the engine. `how`: { quick: true } makes frames as fast as it can, where nobody looks at them. */
export async function open_house(engine, today, url, how = {}) {
  const started = await engine.start(how);
  const take = shelf(started);
  let phones = 0;
  const house = {
    url,
    name: engine.id,
    bundle: '?',
    /* The first phone and every table screen are of this engine. */
    async own_device(options) {
      const table = options.hasTouch === false;
      if (today && !table && (!engine.phone || phones++ > 0)) return phone(today, options);
      const viewport = table ? TABLE : { width: 390, height: 844 };
      const driver = await take({ viewport, hasTouch: !table });
      house.name = driver.name;
      return engine_page(driver, url, { viewport });
    },
    next_table: () => (phones = 0),
    device: (options) => started.device(options),
    close: () => started.close(),
  };
  return house;
}

/* Once two in a row are the same; where a clock runs or confetti falls, the one that was taken when all else had come. */
async function picture(page, path) {
  let last;
  for (const end = Date.now() + STILL; ; ) {
    await page.screenshot({ path });
    const now = readFileSync(path);
    if (last?.equals(now) || Date.now() > end) return;
    last = now;
  }
}

async function look(house, one, table, name) {
  if (!one.page.driver) return;
  /* What flies in comes from outside: old engines know no reduced motion. */
  let outside = [];
  const lies_within = async () => !(outside = await one.page.evaluate(`${OUTSIDE}(${table})`)).length;
  const lies = await until(lies_within, '', SETTLED).then(() => true, () => false);
  if (shots) await picture(one.page, join(shots, `${house.name.replace(/\W+/g, '-')}-${name}-${table ? 'table' : 'phone'}.png`));
  if (!lies) throw new Error(`${name}: not as it should be on the ${table ? 'table screen' : 'phone'}: ${outside.join(', ')}`);
}

/* Whoever may vote says no: it is the shortest way. */
async function answers_vote(one, view) {
  if (view.votes?.length) await tap(one, 'No');
}

export async function play(house, game) {
  house.next_table();
  const [{ default: alone }, { default: { act = alone, ...order } }] = await Promise.all(['alone', 'engines'].map((name) => import(`../../games/${game}/${name}.mjs`)));
  const p = await prepared(house, house.url, { game, people: ['Ann', 'Ben'], bots: 1, ...order });
  const seen = new Set();
  try {
    await while_told(p.guests, async () => {
      for (const one of p.guests) {
        const view = known(one);
        if (view.result) continue;
        if (!seen.has(view.phase.name)) {
          seen.add(view.phase.name);
          await look(house, p.tv, true, `${game}-${view.phase.name}`);
          await look(house, p.host, false, `${game}-${view.phase.name}`);
        }
        await answers_vote(one, view);
        await act(one, known(one));
      }
      return known(p.host).result;
    }, `${game} does not come to its end`).catch(async (error) => {
      if (shots) for (const one of [p.tv, p.host]) await look(house, one, one === p.tv, `${game}-failed`).catch(() => undefined);
      throw new Error(`${error.message}: ${JSON.stringify(known(p.host)).slice(0, 600)}`);
    });
    /* Both say how it ended, after what was left to be told. */
    for (const one of [p.tv, p.host]) {
      await until(async () => (await one.page.locator('section.result h2').count()) > 0, `no end is shown on the ${one === p.tv ? 'table screen' : 'phone'}`);
      await look(house, one, one === p.tv, `${game}-end`);
    }
    house.bundle = (await p.tv.page.evaluate(OLD_BUNDLE)) ? 'second' : 'first';
    const complaints = [...p.complaints(), ...p.all.flatMap(({ page }) => page.driver?.complaints ?? [])];
    if (complaints.length) throw new Error([...new Set(complaints)].slice(0, 3).join(' | ').slice(0, 2000));
  } finally {
    await p.close();
  }
}

/* An engine that can run nothing of ours still says what to do. */
export async function plain_page(house) {
  const driver = await house.device({ viewport: TABLE });
  try {
    if (!driver.without_scripts) return;
    await driver.without_scripts(true);
    await driver.open(house.url);
    await until(async () => /Sonst nichts/.test(await driver.evaluate('document.body ? document.body.innerText : ""')), 'the plain page says nothing');
    await until(() => driver.evaluate(`document.querySelector('#splash svg').getBoundingClientRect().width > 50`), 'the plain page shows no sign');
    await until(() => driver.evaluate(`getComputedStyle(document.querySelector('#splash div')).opacity === '1'`), 'the plain page stays blank');
  } finally {
    await driver.close();
  }
}
