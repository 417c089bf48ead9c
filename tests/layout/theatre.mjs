/* The real app in a real browser, with a socket that tells what a story says. One page shows any number of moments:
 * a welcome with a new epoch replaces everything a screen knows.
 *
 *     const theatre = await open_theatre(browser, server.url, { screen: 'phone', language: 'de' });
 *     await theatre.resize({ width: 320, height: 568 }, true);      true: the keyboard has the lower half
 *     await theatre.look(moments, 'check', about);                  laws.check(about) at each of them
 */
import { phone } from '../e2e/browser.mjs';
import { speak } from '../e2e/tongue.mjs';
import { CODE } from './stories.mjs';

/* Runs in the page before the app: the socket that was replaced, the keyboard that is not there. */
function stage([language, text]) {
  const state = { wire: undefined, epoch: 0, keyboard: 0 };
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
  const height = Object.getOwnPropertyDescriptor(VisualViewport.prototype, 'height').get;
  /* Phones of today leave the page as high as it was and show a part of it. */
  Object.defineProperty(VisualViewport.prototype, 'height', {
    get() {
      return height.call(this) - state.keyboard;
    },
  });
  state.first = { welcome: { room: 'KQ7TM', guest: 0, n: 0, now: 0, version: '0' }, rev: 1, at: 0, room: {}, views: [] };
  /* Motion is over, and what is measured by the screen has been measured. */
  state.settle = async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    await new Promise((done) => setTimeout(done));
    /* What is inherited moves once its parent has: one level of the page a turn. */
    for (let i = 0; i < 24; i++) {
      const moving = (document.getAnimations?.() ?? []).filter((one) => one.playState !== 'finished');
      if (i > 1 && !moving.length) break; /* what is measured may be measured by something that was */
      for (const one of moving) {
        try {
          one.finish();
        } catch {
          one.cancel(); /* it would never end */
        }
      }
      await frame();
    }
  };
  /* Engines that cannot tell what moves, and that know no reduced motion either: until everything has come. */
  const [, version] = /Chrome\/(\d+)/.exec(navigator.userAgent) ?? [];
  const blind = Number(version ?? 999) < 84;
  state.show = async (frame) => {
    state.at = frame.at;
    state.first = frame;
    state.wire.tell({ ...frame, epoch: `story ${++state.epoch}` });
    document.querySelector('.frame')?.scrollTo(0, 0);
    await state.settle();
    if (blind) await new Promise((done) => setTimeout(done, 1200));
    /* Screens and decks come over the network the first time; later they are there. */
    for (let i = 0; i < 200 && (!document.querySelector('main') || document.querySelector('.later, main.play > p.soft:only-child, main.game:empty, main .loading')); i++)
      await new Promise((done) => setTimeout(done, 20));
    await state.settle();
  };
  state.type = async (open) => {
    state.keyboard = open ? Math.floor(innerHeight / 2) : 0;
    visualViewport.dispatchEvent(new Event('resize'));
    await state.settle();
  };
  globalThis.story = state;
}

/* Moments in one call: a thousand calls over the wire would take longer than what they ask for. */
const AT_ONCE = 24;

/* `say`: translations() of the language that nobody speaks, for English. */
export async function open_theatre(browser, url, { screen, language, dark = false, text = 'usual', say = undefined }) {
  const page = await phone(browser, { colorScheme: dark ? 'dark' : 'light', hasTouch: screen !== 'table', viewport: { width: 390, height: 844 } });
  await page.addInitScript(stage, [language, text]);
  if (say) await speak(page, say);
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${url}/${screen === 'table' ? 't' : 'j'}/${CODE}`);
  await page.waitForFunction(() => Boolean(globalThis.story?.wire?.onmessage) && document.fonts.status === 'loaded');
  return {
    page,
    complaints,
    async resize(size, keyboard = false) {
      await page.setViewportSize(size);
      await page.evaluate((open) => globalThis.story.type(open), keyboard);
    },
    show: (moment) => page.evaluate((frame) => globalThis.story.show(frame), moment.frame),
    install: (laws) => page.evaluate(laws),
    /* What laws[probe](about) finds at each moment, in their order. */
    async look(moments, probe, about) {
      const found = [];
      for (let from = 0; from < moments.length; from += AT_ONCE) {
        const some = moments.slice(from, from + AT_ONCE).map(({ frame, seat, view }) => ({ frame, about: { ...about, seat, waiting: view?.phase.waiting, votes: view?.votes?.length ?? 0, over: Boolean(view?.result) } }));
        found.push(...(await page.evaluate(async ([some, probe]) => {
          const all = [];
          for (const { frame, about } of some) {
            /* A game opens out of its lobby, never out of another game's opening. */
            if (frame.room.table?.opening) await globalThis.story.show({ ...frame, room: { ...frame.room, table: null, lobby: { game: '', options: {} } } });
            await globalThis.story.show(frame);
            all.push(globalThis.laws[probe](about));
          }
          return all;
        }, [some, probe])));
      }
      return found;
    },
    /* An empty room: one game's screens never see what another one's look like. */
    clear: () => page.evaluate(() => globalThis.story.show({ ...globalThis.story.first, room: { ...globalThis.story.first.room, table: null, lobby: { game: '', options: {} } }, views: [] })),
    /* What moves when a moment becomes each of its variants: [[name, violations], …]. */
    compare: (moment, changed) => page.evaluate(async ([frame, changed]) => {
      const all = [];
      if (changed.length) await globalThis.story.show(frame);
      const moved = globalThis.laws.places();
      for (const [name, other] of changed) {
        await globalThis.story.show(other);
        all.push([name, moved()]);
      }
      return all;
    }, [moment.frame, changed]),
    close: () => page.context().close(),
  };
}
