/* WebKit, as Debian builds it: MiniBrowser under Xvfb, driven by WebKitWebDriver (the classic WebDriver protocol).
 *
 *     const webkit = await start_webkit();
 *     const driver = await webkit.device({ viewport });         a browser of its own: nothing is shared
 *     await webkit.close();
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE } from '../e2e/browser.mjs';
import { free_port } from '../e2e/server.mjs';

const MINI = ['x86_64', 'aarch64'].flatMap((machine) => ['4.1', '4.0'].map((api) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${api}/MiniBrowser`));
const KEYS = { Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C', Backspace: '\uE003', ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015' };
/* A button that opens a window without bars: MiniBrowser has no other way to be as narrow as a phone. */
const OPENER = `data:text/html,<button onclick="window.open('about:blank','_blank','popup,toolbar=no,location=no,menubar=no,width=400,height=700')">x</button>`;

const ended = (child) => (child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : new Promise((done) => child.once('exit', done)));

/* With all that it has started: pages and caches have processes of their own. */
function signal(child, name) {
  try {
    process.kill(-child.pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

async function end(child) {
  signal(child, 'SIGTERM');
  const gone = ended(child);
  const late = setTimeout(() => signal(child, 'SIGKILL'), 3000);
  await gone;
  clearTimeout(late);
  signal(child, 'SIGKILL');
}

/* A screen that nobody looks at; it takes a free number and tells which. */
async function start_screen() {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '3860x2180x24', '-nolisten', 'tcp'], { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise((done, fail) => {
    child.stdio[3].once('data', (chunk) => done(String(chunk).trim()));
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`Xvfb ended with ${code}`)));
  });
  return { child, display: `:${number}` };
}

function asker(port) {
  return async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
}

/* Until something is so, whatever else the machine does. */
async function until(what, describe) {
  for (const end = Date.now() + PATIENCE; ; await new Promise((done) => setTimeout(done, 30))) {
    const found = await what();
    if (found) return found;
    if (Date.now() > end) throw new Error(describe);
  }
}

async function start_driver(env) {
  const port = await free_port();
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { env, detached: true, stdio: 'ignore' });
  const ask = asker(port);
  await until(() => {
    if (child.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${child.exitCode}`);
    return ask('GET', '/status').then(() => true, () => false);
  }, 'WebKitWebDriver does not start');
  return { child, ask };
}

async function open_device(ask, program, viewport) {
  const { sessionId, capabilities } = await ask('POST', '/session', {
    capabilities: { alwaysMatch: {
      timeouts: { script: PATIENCE, pageLoad: PATIENCE },
      'webkitgtk:browserOptions': { binary: program, args: ['--automation', '--autoplay-policy=deny'] },
    } },
  });
  const at = (path) => `/session/${sessionId}${path}`;
  const act = (...actions) => ask('POST', at('/actions'), { actions });
  /* The laws of layout ask for many moments at once; thirty seconds, as it would wait by itself, are not enough on a busy machine. */
  await ask('POST', at('/timeouts'), { script: PATIENCE });
  await ask('POST', at('/url'), { url: OPENER });
  const [element] = Object.values(await ask('POST', at('/element'), { using: 'css selector', value: 'button' }));
  const bars = await ask('GET', at('/window'));
  await ask('POST', at(`/element/${element}/click`), {});
  const bare = await until(async () => (await ask('GET', at('/window/handles'))).find((one) => one !== bars), 'no window without bars opens');
  await ask('DELETE', at('/window'));
  await ask('POST', at('/window'), { handle: bare });
  const driver = {
    name: `WebKit ${capabilities.browserVersion}`,
    open: (url) => ask('POST', at('/url'), { url }),
    async evaluate(source) {
      const told = await ask('POST', at('/execute/async'), {
        script: `var done = arguments[0];
          Promise.resolve().then(function () { return ${source}; }).then(function (is) { done(JSON.stringify({ is: is })); }, function (error) { done(JSON.stringify({ error: String(error && error.stack ? error.message + ' ' + error.stack : error) })); });`,
        args: [],
      });
      const { is, error } = JSON.parse(told);
      if (error) throw new Error(error);
      return is;
    },
    press: (x, y) => act({ type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' }, actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 },
    ] }),
    type: (text) => act({ type: 'key', id: 'keys', actions: [...text].flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]) }),
    key: (name) => act({ type: 'key', id: 'keys', actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[name] ?? name })) }),
    async resize({ width, height }) {
      await ask('POST', at('/window/rect'), { x: 0, y: 0, width, height });
      await until(() => driver.evaluate(`innerWidth === ${width} && innerHeight === ${height}`), `the window is not ${width} by ${height}`);
    },
    async picture(path) {
      writeFileSync(path, Buffer.from(await ask('GET', at('/screenshot')), 'base64'));
    },
    close: () => ask('DELETE', at('')),
  };
  if (viewport) await driver.resize(viewport);
  return driver;
}

export async function start_webkit({ motion = false } = {}) {
  const program = MINI.find(existsSync);
  if (!program) throw new Error('no WebKit found: install webkit2gtk-driver');
  const home = mkdtempSync(join(tmpdir(), 'unisono-webkit-'));
  /* The window's frame must not keep it from being as narrow as the smallest phone. */
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: none; font-size: 1px; -gtk-icon-transform: scale(0.01); }');
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), `[Settings]\ngtk-enable-animations=${motion ? 1 : 0}\n`);
  const screen = await start_screen();
  /* It draws without OpenGL: what Mesa has in software for a screen without a graphics card crashes now and then. */
  const plain = { WEBKIT_DISABLE_COMPOSITING_MODE: '1', WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' };
  const env = { ...process.env, ...plain, DISPLAY: screen.display, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home, HOME: home, LANG: 'en_GB.UTF-8', LC_ALL: 'en_GB.UTF-8', LANGUAGE: 'en_GB', NO_AT_BRIDGE: '1', GTK_THEME: '' };
  const drivers = [];
  return {
    /* A driver of its own for each: one speaks for one browser only. */
    async device({ viewport } = {}) {
      const { child, ask } = await start_driver(env);
      drivers.push(child);
      const driver = await open_device(ask, program, viewport);
      const close = driver.close;
      return Object.assign(driver, {
        async close() {
          await close().catch(() => undefined);
          await end(child);
        },
      });
    },
    async close() {
      await Promise.all(drivers.map(end));
      await end(screen.child);
      rmSync(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}
