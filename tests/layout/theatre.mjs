/* The real app in a real browser, with a socket that tells what a story says. One page shows any number of moments:
 * a welcome with a new epoch replaces everything a screen knows.
 *
 *     const theatre = await open_theatre(browser, server.url, { screen: 'phone', language: 'de' });
 *     await theatre.resize({ width: 320, height: 568 }, true);      true: the keyboard has the lower half
 *     await theatre.show(moment);
 *
 * Who only measures asks for a `window`: the app is in a frame of its page, out of sight. Nothing is painted, which takes longer than
 * everything else, and it is resized from within. */
import { readFileSync } from 'node:fs';
import { phone } from '../e2e/browser.mjs';
import { speak } from '../e2e/tongue.mjs';
import { CODE } from './stories.mjs';

/* Runs in the page before the app: the socket that was replaced, the keyboard that is not there. */
function stage([language, text, quick, watches, moment]) {
  const state = { wire: undefined, epoch: 0, keyboard: 0, rev: 1, changed: [] };
  /* Nobody looks: what is put off for a second comes at once. */
  const wait = globalThis.setTimeout;
  if (quick) globalThis.setTimeout = (what, ms, ...rest) => wait(what, ms >= 500 && ms <= 1000 ? 0 : ms, ...rest);
  class Wire {
    constructor() {
      this.readyState = 1;
      state.wire = this;
      queueMicrotask(() => this.onopen?.({}));
    }
    tell(message) {
      this.onmessage?.({ data: JSON.stringify(message) });
    }
    send(text) {
      const asked = JSON.parse(text);
      if ('hello' in asked) this.tell({ ...state.first, epoch: `story ${state.epoch}` });
      else if ('n' in asked) this.tell({ ack: asked.n });
      else if ('try' in asked) this.tell({ tried: asked.tag });
      else if ('ping' in asked) this.tell({ pong: asked.ping, at: state.at ?? 0 });
    }
    close() {
      this.readyState = 3;
    }
    addEventListener() {}
  }
  Wire.OPEN = 1;
  globalThis.WebSocket = Wire;
  localStorage.setItem('unisono.language', language);
  localStorage.setItem('unisono.text', text);
  if (watches) localStorage.setItem('unisono.watch.KQ7TM', 'yes');
  const height = Object.getOwnPropertyDescriptor(VisualViewport.prototype, 'height').get;
  /* Phones of today leave the page as high as it was and show a part of it. */
  Object.defineProperty(VisualViewport.prototype, 'height', {
    get() {
      return height.call(this) - state.keyboard;
    },
  });
  /* Engines that cannot tell what moves (before Chromium 84), some of which know no reduced motion either: this device wants it calm, and
   * remembers itself what a script has set in motion. */
  const [, version] = /Chrome\/(\d+)/.exec(navigator.userAgent) ?? [];
  const blind = Number(version ?? 999) < 84;
  let begun = [];
  if (blind) {
    for (const name of ['calm', 'calm.screen']) localStorage.setItem(`unisono.${name}`, 'on');
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      begun.push(animate.apply(this, how));
      return begun[begun.length - 1];
    };
  }
  const all_moving = () => {
    const all = blind ? begun : (document.getAnimations?.() ?? []);
    begun = all.filter((one) => one.playState !== 'finished' && one.playState !== 'idle');
    return begun;
  };
  /* What a style starts after a while starts now: it cannot be finished. */
  let hurried = !blind;
  const hurry = () => {
    const [sheet] = document.styleSheets;
    if (hurried || !sheet) return;
    hurried = true;
    sheet.insertRule('*, *::before, *::after { animation-delay: 0s !important; }', sheet.cssRules.length);
  };
  state.first = { welcome: { room: 'KQ7TM', guest: 0, n: 0, now: 0, version: '0' }, rev: 1, at: 0, room: {}, views: [] };
  /* Motion is over, and what is measured by the screen has been measured: a whole frame in which nothing was written. */
  let written = true;
  new MutationObserver(() => (written = true)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const turns = new MessageChannel();
  const turn = () => new Promise((done) => {
    turns.port1.onmessage = done;
    turns.port2.postMessage(0);
  });
  /* An engine may lose a frame; a second is long for one. */
  const a_frame = () => new Promise((done) => {
    wait(done, 1000);
    requestAnimationFrame(done);
  });
  /* `quiet`: where nothing was written at all there is nothing to wait for. */
  state.settle = async (quiet = false) => {
    hurry();
    await turn();
    /* What is inherited moves once its parent has: one level of the page a turn. A style's motion of a millisecond, which blind engines do
     * not tell of, takes three frames. */
    for (let i = 0; i < 24; i++) {
      const moving = all_moving();
      if ((blind ? i > 3 : i || quiet) && !written && !moving.length) break;
      written = false;
      for (const one of moving) {
        try {
          one.finish();
        } catch {
          one.cancel(); /* it would never end */
        }
      }
      await a_frame();
      await turn();
    }
  };
  state.show = async (frame) => {
    const { crowd } = frame.room;
    const [{ set } = {}] = frame.views;
    const said = crowd?.said && set && !set.votes?.length && !set.phase.paused;
    /* A stage tells once what the crowd said: it is one that has not. */
    if (said && document.querySelector('.stage')) await state.show({ ...frame, room: { ...frame.room, table: null, crowd: undefined, lobby: { game: '', options: {} } }, views: [] });
    state.at = frame.at;
    state.first = frame;
    state.rev = frame.rev;
    state.changed = [];
    state.wire.tell({ ...frame, epoch: `story ${++state.epoch}` });
    document.querySelector('.frame')?.scrollTo(0, 0);
    await state.settle();
    /* Screens and decks come over the network the first time; later they are there. */
    const COMING = '.later, main.game:empty, main .loading';
    const told = () => frame.room.info && [...document.querySelectorAll('main p')].find((one) => one.textContent === moment);
    const coming = () => !document.querySelector('main') || document.querySelector(COMING) || told();
    for (const end = Date.now() + 60_000; coming(); ) {
      if (Date.now() > end) throw new Error(`it never came: ${(document.querySelector(COMING) ?? told())?.outerHTML.slice(0, 300) ?? 'a screen'}, beside ${document.body.innerText.slice(0, 300)}`);
      await new Promise((done) => setTimeout(done, 20));
      /* Where it says that it did not come, somebody would ask for it once more. */
      document.querySelector('.later button')?.click();
      if (!coming()) await state.settle();
    }
    /* Letters that were not shown before may come with a file of their own. */
    if (document.fonts && document.fonts.status === 'loading') {
      await document.fonts.ready;
      await state.settle();
    }
    /* A stage tells that when its own drama has been told; a phone does so at once, or not at all. */
    const staged = document.querySelector('.stage');
    for (const end = Date.now() + 20_000; said && staged && !document.querySelector('.said'); ) {
      if (Date.now() > end) throw new Error(`what the crowd said never came: beat "${staged.dataset.beat}", ${document.body.innerText.slice(0, 300)}`);
      await new Promise((done) => setTimeout(done, 20));
      await state.settle();
    }
  };
  /* What becomes of the moment that is shown, by sections of its view (variants.mjs): told as the table would tell it. What an earlier
   * change has left is as it was before. */
  state.change = async ({ set = {}, drop = [] }) => {
    const [{ seat, set: all }] = state.first.views;
    const back = Object.fromEntries(state.changed.filter((name) => !drop.includes(name)).map((name) => [name, all[name]]));
    state.changed = [...Object.keys(set), ...drop];
    written = false;
    state.wire.tell({ rev: ++state.rev, at: state.at, views: [{ seat, set: { ...back, ...set }, drop }] });
    await state.settle(true);
  };
  /* To another size, in a window; elsewhere somebody else has made it so large. */
  state.resize = async ({ width, height }, open) => {
    const { style } = globalThis.frameElement ?? {};
    if (style) Object.assign(style, { width: `${width}px`, height: `${height}px` });
    state.keyboard = open ? Math.floor(height / 2) : 0;
    visualViewport.dispatchEvent(new Event('resize'));
    document.querySelector('.frame')?.scrollTo(0, 0);
    await state.settle();
  };
  globalThis.story = state;
}

/* A page around a window, which the house forbids to others. */
async function window_of(page, url, path) {
  await page.route(`${url}/${path}`, async (route) => {
    const answer = await route.fetch();
    const headers = answer.headers();
    headers['content-security-policy'] = (headers['content-security-policy'] ?? '').replace(/frame-ancestors 'none'/, "frame-ancestors 'self'");
    await route.fulfill({ response: answer, headers });
  });
  await page.route(`${url}/theatre`, (route) => route.fulfill({
    contentType: 'text/html',
    body: `<!doctype html><body style="margin:0;overflow:hidden"><iframe src="/${path}" name="window" style="position:absolute;left:0;top:5000px;border:0;width:390px;height:844px"></iframe>`,
  }));
  await page.goto(`${url}/theatre`);
  return page.frame('window');
}

/* `say`: translations() of the language that nobody speaks, for English. `quick`: what is put off for a second comes at once, for who only measures. `watches`: a phone whose owner only looks on. */
export async function open_theatre(browser, url, { screen, language, dark = false, text = 'usual', say = undefined, windowed = false, quick = windowed, watches = false }) {
  const page = await phone(browser, { colorScheme: dark ? 'dark' : 'light', hasTouch: screen !== 'table', viewport: windowed ? { width: 200, height: 200 } : { width: 390, height: 844 } });
  /* "One moment": what a screen says as long as it is not there. */
  const [, moment] = /^loading = (.*)$/m.exec(readFileSync(new URL(`../../web/strings/${language}.txt`, import.meta.url), 'utf8'));
  await page.addInitScript(stage, [language, text, quick, watches, say?.get(moment) ?? moment]);
  if (say) await speak(page, say);
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  const path = `${screen === 'table' ? 't' : 'j'}/${CODE}`;
  if (!windowed) await page.goto(`${url}/${path}`);
  const app = windowed ? await window_of(page, url, path) : page;
  /* The app itself listens, and not the script before it, which only keeps what it hears. */
  await app.waitForFunction(() => Boolean(globalThis.story?.wire?.onmessage && document.querySelector('main')) && document.fonts.status === 'loaded');
  return {
    page,
    app,
    windowed,
    complaints,
    async resize(size, keyboard = false) {
      if (!windowed) await page.setViewportSize(size);
      await app.evaluate(([size, open]) => globalThis.story.resize(size, open), [size, keyboard]);
    },
    /* Day or night, at once, as somebody chose it: a table screen is dark until then. */
    light: (dark) => app.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
      return globalThis.story.settle();
    }, dark ? 'dark' : 'light'),
    show: (moment) => app.evaluate((frame) => globalThis.story.show(frame), moment.frame),
    install: (laws) => app.evaluate(laws),
    /* An empty room: one game's screens never see what another one's look like. */
    clear: () => app.evaluate(() => globalThis.story.show({ ...globalThis.story.first, room: { ...globalThis.story.first.room, table: null, lobby: { game: '', options: {} } }, views: [] })),
    async picture(file, size) {
      if (windowed) {
        await page.setViewportSize(size);
        await page.evaluate(() => (document.querySelector('iframe').style.top = '0'));
      }
      await page.screenshot({ path: file });
      if (!windowed) return;
      await page.evaluate(() => (document.querySelector('iframe').style.top = '5000px'));
      await page.setViewportSize({ width: 200, height: 200 });
    },
    close: () => page.context().close(),
  };
}
