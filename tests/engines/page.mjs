/* A page of any engine, with as much of playwright's interface as our tests use, over the few things that every driver
 * can do (drivers: webkit.mjs, firefox.mjs, chromium.mjs). Games, hands and people (tests/e2e) do not know the difference.
 *
 * A driver:  open(url)  evaluate(source) → what JSON can say  press(x, y)  type(text)  key(name)
 *            resize(size)  picture(path)  close()  name
 *
 *     const page = await engine_page(driver, server.url);
 *     await page.goto(`${server.url}/j/KQ7TM`);         through a wire of its own (wire.mjs)
 *     await page.getByRole('button', { name: 'Go on', exact: true }).click();
 *     await page.put_away();
 */
import { PATIENCE } from '../e2e/browser.mjs';
import { finder } from './finder.mjs';
import { lay_wire } from './wire.mjs';

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const text_of = (wanted, exact) => (wanted instanceof RegExp ? { like: wanted.source, flags: wanted.flags } : { is: wanted, exact: Boolean(exact) });

function role_step(role, { name, exact, pressed } = {}) {
  return { role, ...(name === undefined ? {} : { name: text_of(name, exact) }), ...(pressed === undefined ? {} : { pressed }) };
}

class Locator {
  #page;
  #steps;
  constructor(page, steps) {
    this.#page = page;
    this.#steps = steps;
  }
  #and(...steps) {
    return new Locator(this.#page, [...this.#steps, ...steps]);
  }
  getByRole(role, options) {
    return this.#and(role_step(role, options));
  }
  getByLabel(label, { exact } = {}) {
    return this.#and({ label: text_of(label, exact) });
  }
  getByText(text, { exact } = {}) {
    return this.#and({ text: text_of(text, exact) });
  }
  locator(css) {
    return this.#and({ css });
  }
  filter({ hasText }) {
    return this.#and({ has: text_of(hasText) });
  }
  nth(nth) {
    return this.#and({ nth });
  }
  first() {
    return this.nth(0);
  }
  last() {
    return this.nth(-1);
  }

  /* `what` is source about `all`, the nodes that were found. */
  #ask(what) {
    return this.#page.source(`(function (all) { return ${what}; })(__find(${JSON.stringify(this.#steps)}))`);
  }
  /* The same about `one`, as soon as there is one. */
  async #of_one(what, { timeout = PATIENCE } = {}) {
    const end = Date.now() + timeout;
    for (;;) {
      const found = await this.#ask(`all.length ? { is: (function (one) { return ${what}; })(all[0]) } : null`);
      if (found) return found.is;
      if (Date.now() > end) throw new Error(`there is no ${JSON.stringify(this.#steps)}`);
      await wait(30);
    }
  }
  count() {
    return this.#ask('all.length');
  }
  allTextContents() {
    return this.#ask('all.map(function (one) { return one.textContent; })');
  }
  textContent(options) {
    return this.#of_one('one.textContent', options);
  }
  inputValue(options) {
    return this.#of_one('one.value', options);
  }
  getAttribute(name, options) {
    return this.#of_one(`one.getAttribute(${JSON.stringify(name)})`, options);
  }
  isEnabled(options) {
    return this.#of_one('!one.disabled', options);
  }
  isChecked(options) {
    return this.#of_one(`one.checked === true || one.getAttribute('aria-checked') === 'true'`, options);
  }
  isVisible() {
    return this.#ask('all.length > 0 && __shown(all[0])');
  }
  boundingBox(options) {
    return this.#of_one('(function (box) { return { x: box.left, y: box.top, width: box.width, height: box.height }; })(one.getBoundingClientRect())', options);
  }
  async waitFor({ state = 'visible', timeout = PATIENCE } = {}) {
    const end = Date.now() + timeout;
    while ((await this.#ask('all.some(__shown)')) !== (state === 'visible')) {
      if (Date.now() > end) throw new Error(`never ${state}: ${JSON.stringify(this.#steps)}`);
      await wait(30);
    }
  }
  /* For whoever does not wait for another one of the same name when this one goes. */
  async elementHandle(options) {
    await this.#of_one('true', options);
    return { click: (how) => this.click({ ...how, again: false }) };
  }
  /* A finger on its middle, once it stands still and nothing lies over it. */
  async click({ timeout = PATIENCE, again = true } = {}) {
    const end = Date.now() + timeout;
    let last = '';
    for (;;) {
      const place = await this.#page.source(`__target(${JSON.stringify(this.#steps)}, ${JSON.stringify(last)})`);
      if (place.x !== undefined) return this.#page.mouse.click(place.x, place.y);
      last = place.place ?? '';
      if (Date.now() > end || (place.gone && !again)) throw new Error(`${JSON.stringify(this.#steps)}: ${place.no}`);
      await wait(20);
    }
  }
  async check(options) {
    if (!(await this.isChecked(options))) await this.click(options);
  }
  /* By its keys, as somebody types; what was there is written over. */
  async fill(text, options) {
    await this.click(options);
    await this.#of_one('(one.focus(), one.select(), true)', options);
    if (text === '') await this.#page.keyboard.press('Backspace');
    else await this.#page.keyboard.type(text);
    if ((await this.inputValue(options)) !== text) throw new Error(`"${text}" was typed, and the field says "${await this.inputValue(options)}"`);
  }
  async press(key, options) {
    await this.#of_one('(one.focus(), true)', options);
    await this.#page.keyboard.press(key);
  }
}

export async function engine_page(driver, url, { viewport } = {}) {
  const wire = await lay_wire(url);
  const origin = new URL(url).origin;
  const ready = `typeof __find === 'function'`;
  wire.before.push(`(${finder})();`);
  const source = async (what) => {
    /* A page that is on its way has none of our functions yet, and engines differ in what they say then. */
    for (const end = Date.now() + PATIENCE; ; await wait(30)) {
      const told = await driver.evaluate(`${ready} ? Promise.resolve(${what}).then(function (is) { return { is: is }; }) : { waits: true }`).catch((error) => {
        if (Date.now() > end || !/context|destroyed|navigat|unload|discarded|no such|gone/i.test(error.message)) throw error;
        return { waits: true };
      });
      if (!told.waits) return told.is;
      if (Date.now() > end) throw new Error('the page never comes');
    }
  };
  const root = new Locator({ source, mouse: { click: (x, y) => driver.press(x, y) }, keyboard: { type: (text) => driver.type(text), press: (key) => driver.key(key) } }, []);
  const here = (path) => path.replace(origin, wire.url);
  let at = 'about:blank';
  if (viewport) await driver.resize(viewport);
  const names = ['getByRole', 'getByLabel', 'getByText', 'locator'];
  return Object.assign(Object.fromEntries(names.map((name) => [name, (...args) => root[name](...args)])), {
    driver,
    wire,
    async goto(path) {
      at = here(path);
      await driver.open(at);
    },
    reload: () => driver.open(at),
    url: () => at,
    async evaluate(what, given) {
      if (typeof what !== 'function') return driver.evaluate(`(${what})`);
      return driver.evaluate(`(${(await driver.lower?.(what)) ?? what})(${JSON.stringify(given) ?? ''})`);
    },
    async addInitScript(what, given) {
      wire.before.push(`(${(await driver.lower?.(what)) ?? what})(${JSON.stringify(given) ?? ''});`);
    },
    async waitForFunction(what, given) {
      while (!(await this.evaluate(what, given))) await wait(30);
    },
    mouse: { click: (x, y) => driver.press(x, y) },
    keyboard: { type: (text) => driver.type(text), press: (key) => driver.key(key) },
    on: (event, listener) => wire.on(event, listener),
    off: (event, listener) => wire.off(event, listener),
    setViewportSize: (size) => driver.resize(size),
    screenshot: ({ path }) => driver.picture(path),
    context: () => ({ close: () => driver.close().then(() => wire.close()) }),
    async put_away() {
      await driver.close();
      await wire.close();
    },
  });
}
