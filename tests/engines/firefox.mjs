/* Firefox ESR, as Debian builds it, without a window, driven by WebDriver BiDi, which it speaks itself.
 *
 *     const firefox = await start_firefox();
 *     const driver = await firefox.device({ viewport });         a window with a storage of its own
 *     await firefox.close();
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEYS = { Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C', Backspace: '\uE003', ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015' };
/* Nothing that is asked takes this long. */
const LONGEST = 60_000;

/* No questions at the first start, nothing from the network, a phone's language. */
const preferences = (motion, quick) => ({
  ...(quick ? { 'layout.frame_rate': 0 } : {}),
  'app.update.enabled': false, 'app.normandy.enabled': false, 'browser.shell.checkDefaultBrowser': false, 'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false, 'toolkit.telemetry.reportingpolicy.firstRun': false, 'browser.region.network.url': '',
  'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false, 'extensions.update.enabled': false,
  'services.settings.server': 'data:,', 'browser.safebrowsing.malware.enabled': false, 'browser.safebrowsing.phishing.enabled': false,
  'intl.accept_languages': 'en-GB', 'ui.prefersReducedMotion': motion ? 0 : 1, 'ui.useOverlayScrollbars': 1, 'dom.min_background_timeout_value': 4, 'media.volume_scale': '0.0',
  'dom.ipc.processCount': 2, 'dom.ipc.processPrelaunch.enabled': false,
});

function listening(child) {
  return new Promise((done, fail) => {
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said);
      if (found) done(found[1]);
    });
    child.once('exit', (code) => fail(new Error(`Firefox ended with ${code}: ${said.slice(-400)}`)));
    child.once('error', () => fail(new Error('no Firefox found: install firefox-esr')));
  });
}

async function talk(url) {
  const socket = new WebSocket(url);
  const open = new Map();
  let last = 0;
  await new Promise((done, fail) => {
    socket.addEventListener('open', done);
    socket.addEventListener('error', () => fail(new Error('Firefox does not answer')));
  });
  socket.addEventListener('message', ({ data }) => {
    const { id, error, message, result } = JSON.parse(data);
    if (!open.has(id)) return;
    const [done, fail] = open.get(id);
    open.delete(id);
    if (error) fail(new Error(`${error}: ${message}`));
    else done(result);
  });
  socket.addEventListener('close', () => {
    for (const [, fail] of open.values()) fail(new Error('Firefox is gone'));
  });
  return (method, params = {}) => new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`Firefox does not answer ${method} ${JSON.stringify(params).slice(0, 300)}`)), LONGEST);
    const settled = (how) => (value) => {
      clearTimeout(timer);
      how(value);
    };
    open.set(++last, [settled(done), settled(fail)]);
    socket.send(JSON.stringify({ id: last, method, params }));
  });
}

async function open_device(ask, name, viewport, touch) {
  const { userContext } = await ask('browser.createUserContext');
  const { context } = await ask('browsingContext.create', { type: 'window', userContext });
  const act = (...actions) => ask('input.performActions', { context, actions });
  const driver = {
    name,
    open: (url) => ask('browsingContext.navigate', { context, url, wait: 'interactive' }),
    async evaluate(source) {
      const { type, result, exceptionDetails } = await ask('script.evaluate', {
        expression: `Promise.resolve().then(function () { return ${source}; }).then(function (is) { return JSON.stringify({ is: is }); })`,
        target: { context }, awaitPromise: true,
      });
      if (type === 'exception') throw new Error(exceptionDetails.text);
      return JSON.parse(result.value).is;
    },
    press: (x, y) => act({ type: 'pointer', id: touch ? 'finger' : 'mouse', parameters: { pointerType: touch ? 'touch' : 'mouse' }, actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 },
    ] }),
    type: (text) => act({ type: 'key', id: 'keys', actions: [...text].flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]) }),
    key: (name) => act({ type: 'key', id: 'keys', actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[name] ?? name })) }),
    resize: (size) => ask('browsingContext.setViewport', { context, viewport: { width: size.width, height: size.height } }),
    async picture(path) {
      const { data } = await ask('browsingContext.captureScreenshot', { context });
      writeFileSync(path, Buffer.from(data, 'base64'));
    },
    async close() {
      await ask('browsingContext.close', { context }).catch(() => undefined);
      await ask('browser.removeUserContext', { userContext }).catch(() => undefined);
    },
  };
  if (viewport) await driver.resize(viewport);
  return driver;
}

export async function start_firefox({ motion = false, quick = false } = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'unisono-firefox-'));
  writeFileSync(join(profile, 'user.js'), Object.entries(preferences(motion, quick)).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`).join('\n'));
  const child = spawn('firefox-esr', ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] });
  const ask = await talk(`${await listening(child)}/session`);
  const { capabilities } = await ask('session.new', { capabilities: {} });
  return {
    device: ({ viewport, hasTouch } = {}) => open_device(ask, `Firefox ${capabilities.browserVersion}`, viewport, hasTouch),
    async close() {
      const gone = new Promise((done) => (child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done()));
      await ask('browser.close').catch(() => child.kill('SIGTERM'));
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await gone;
      clearTimeout(late);
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
