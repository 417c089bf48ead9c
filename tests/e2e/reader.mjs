/* Somebody who cannot see the page and has no pointer: knows what Chromium's accessibility tree says (roles, names,
 * states), hears what live regions say, and presses keys. Nothing here looks at the page itself.
 *
 *     const r = await reader(one);                           one as of people.mjs
 *     await r.look();                                        the tree as it is now
 *     if (r.has('textbox', 'Your word')) await r.write('Your word', 'SEA');
 *     await r.press('button', 'Go on');                      by the Tab key, then Enter
 *     await r.news();                                        until something is said, or the tree is another
 *     r.said                                                 [{ text, at }] in order
 */
import { PATIENCE } from './browser.mjs';

/* In the page: what a region says that was there before it said it. A region that comes with its text is not heard by
 * all readers, so it does not count. */
function overhear() {
  const LIVE = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"], [role="log"]';
  const known = new WeakSet();
  const meet = (root) => {
    if (root.matches?.(LIVE)) known.add(root);
    for (const region of root.querySelectorAll?.(LIVE) ?? []) known.add(region);
  };
  const told = new WeakMap();
  const hear = (changes) => {
    const changed = new Set(changes.map(({ target }) => (target.nodeType === 1 ? target : target.parentElement)?.closest(LIVE)));
    /* Beside a modal dialog the rest of the page is mute. */
    const dialog = [...document.querySelectorAll('dialog[open]')].pop();
    for (const region of changed) {
      if (!region || !known.has(region) || !region.isConnected || (dialog && !dialog.contains(region))) continue;
      const text = region.textContent.replace(/\s+/g, ' ').trim();
      /* The same words again are said with a blank more. */
      const raw = region.textContent;
      if (text && told.get(region) !== raw) globalThis.tell_reader(text);
      told.set(region, raw);
    }
    for (const { addedNodes } of changes) for (const node of addedNodes) meet(node);
  };
  const begin = () => {
    meet(document);
    new MutationObserver(hear).observe(document.documentElement, { childList: true, subtree: true, characterData: true });
  };
  if (document.documentElement) begin();
  else document.addEventListener('readystatechange', begin, { once: true });
}

const property = (node, name) => node.properties?.find((one) => one.name === name)?.value.value;
const fits = (wanted, text) => (wanted instanceof RegExp ? wanted.test(text) : wanted === text);

function plain(node) {
  return {
    role: node.role?.value ?? '',
    name: (node.name?.value ?? '').replace(/\s+/g, ' ').trim(),
    value: node.value?.value,
    focusable: property(node, 'focusable') === true,
    focused: property(node, 'focused') === true,
    disabled: property(node, 'disabled') === true,
    pressed: property(node, 'pressed'),
    checked: property(node, 'checked'),
  };
}

/* Who listens to a page: devices are used again. */
const ears = new WeakMap();

async function listen(page, hear) {
  const known = ears.has(page);
  ears.set(page, hear);
  if (known) return;
  await page.exposeBinding('tell_reader', (_source, text) => ears.get(page)(text));
  await page.addInitScript(overhear);
  await page.evaluate(overhear);
}

export async function reader(one) {
  const { page } = one;
  const devtools = await page.context().newCDPSession(page);
  const said = [];
  const waiting = new Set();
  let nodes = [];
  let seen = 0;
  await listen(page, (text) => {
    said.push({ text, at: Date.now() });
    for (const wake of [...waiting]) wake();
  });
  await devtools.send('Accessibility.enable');

  async function look() {
    seen = said.length;
    const tree = await devtools.send('Accessibility.getFullAXTree');
    const by_id = new Map(tree.nodes.map((node) => [node.nodeId, node]));
    nodes = [];
    /* In the order in which a reader goes through it. */
    const walk = (node) => {
      if (!node.ignored) nodes.push(plain(node));
      for (const child of node.childIds ?? []) if (by_id.has(child)) walk(by_id.get(child));
    };
    for (const node of tree.nodes) if (!node.parentId) walk(node);
    return nodes;
  }

  const all = (role, name = /./) => nodes.filter((node) => node.role === role && fits(name, node.name));
  const open = (node) => !node.disabled;
  const has = (role, name) => all(role, name).some(open);
  const focus = () => nodes.find((node) => node.focused && node.role !== 'RootWebArea');

  /* To the `index`th of those that fit, by the Tab key: as often as there are stops between, and then one by one. */
  async function go(role, name, index = 0) {
    for (let tries = 0; tries < 160; tries++) {
      await look();
      const wanted = all(role, name).filter(open)[index];
      if (!wanted) return false;
      if (wanted.focused) return true;
      const stops = nodes.filter((node) => (node.focusable || node.focused) && node.role !== 'RootWebArea');
      const from = stops.findIndex((node) => node.focused);
      const way = stops.indexOf(wanted) - from;
      const far = tries < 4 ? Math.max(1, Math.abs(way)) : 1;
      for (let i = 0; i < far; i++) await page.keyboard.press(way < 0 && from >= 0 ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`the Tab key does not reach ${role} ${name}`);
  }

  /* Waits for a line, or for another tree. */
  async function news(patience = PATIENCE) {
    /* Compared with what was looked at last: what came since is news too. */
    const lines = seen;
    const before = JSON.stringify(nodes);
    const end = Date.now() + patience;
    for (let pause = 30; ; pause = Math.min(400, pause * 1.5)) {
      if (said.length > lines) return;
      if (JSON.stringify(await look()) !== before) return;
      if (Date.now() > end) throw new Error(`nothing is said any more; the last: ${said.slice(-4).map(({ text }) => text).join(' | ')}; there is: ${nodes.filter((node) => node.focusable).map((node) => `${node.role} ${node.name}`).join(' | ')}`);
      await new Promise((done) => {
        const wake = () => { clearTimeout(timer); waiting.delete(wake); done(); };
        const timer = setTimeout(wake, pause);
        waiting.add(wake);
      });
    }
  }

  return {
    page,
    said,
    look,
    news,
    all,
    has,
    go,
    focus,
    get nodes() {
      return nodes;
    },
    /* Whether a line like this was said, since a moment or ever. */
    heard: (line, since = 0) => said.slice(since).some(({ text }) => (line instanceof RegExp ? line.test(text) : text.includes(line))),
    async press(role, name, { key = 'Enter', index = 0 } = {}) {
      if (!(await go(role, name, index))) return false;
      await page.keyboard.press(key);
      return true;
    },
    async write(name, word) {
      if (!(await go('textbox', name))) return false;
      await page.keyboard.press('Control+A');
      await page.keyboard.type(word);
      await page.keyboard.press('Enter');
      return true;
    },
    key: (name) => page.keyboard.press(name),
  };
}
