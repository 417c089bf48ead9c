/* Many players at one table without a screen each: connections of one page that speak the protocol (docs/protocol.md).
 * For tables of fourteen, where the test is about the few who do have a screen.
 *
 *     const crowd = await gather(browser, server.url);
 *     await crowd.sit(code, 10);                       ten players, named as letters
 *     await crowd.play((member, view, told) => …);    what each does whenever something changed; see below
 *     await crowd.wave('place', 15);                   every hand that may moves, fifteen times a second, until rest()
 *     await crowd.waved()                              how many positions were sent so far, and by how many hands
 *
 * A member is { seat, view, act(action, args) }; `told` is what all of them know by word of mouth (crowd.tell()). */
import { phone } from './browser.mjs';

/* Runs in the page. */
function settle() {
  const members = [];
  const told = {};
  const waved = { hands: new Set(), sent: 0 };
  let mind = () => undefined;

  function think(member) {
    const view = member.views.get(member.seat);
    if (view?.phase && !member.busy) mind({ ...member, view }, view, told);
  }

  function open(code, name) {
    return new Promise((done) => {
      const socket = new WebSocket(`ws://${location.host}/ws`);
      const bytes = crypto.getRandomValues(new Uint8Array(24));
      let n = 0;
      const member = {
        name,
        seat: -1,
        views: new Map(),
        busy: 0,
        act(action, args = {}) {
          member.busy = ++n;
          socket.send(JSON.stringify({ n, play: action, with: args, seat: member.seat }));
        },
        live: (action, args) => socket.send(JSON.stringify({ live: action, with: args, seat: member.seat })),
      };
      socket.onopen = () => socket.send(JSON.stringify({ hello: 1, room: code, token: btoa(String.fromCharCode(...bytes)).replace(/\W/g, '-') }));
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.welcome) socket.send(JSON.stringify({ n: ++n, do: 'sit', with: { name } }));
        if (message.ack === 1) done(member);
        for (const { seat, set, drop, fresh } of message.views ?? []) {
          const view = fresh || message.welcome ? {} : (member.views.get(seat) ?? {});
          for (const gone of drop ?? []) delete view[gone];
          member.views.set(seat, Object.assign(view, set));
          member.seat = Math.max(member.seat, seat);
        }
        if ((message.ack ?? message.refused) >= member.busy) member.busy = 0;
        if (message.views || message.ack) think(member);
        /* Whoever asks again and again is hung up on: the next thought takes a moment. */
        if (message.refused) setTimeout(() => think(member), 250);
      };
      members.push(member);
    });
  }

  globalThis.crowd = {
    told,
    members,
    async sit(code, names) {
      for (const name of names) await open(code, name);
    },
    play(how) {
      mind = how;
      members.forEach(think);
    },
    tell(what) {
      Object.assign(told, what);
      members.forEach(think);
    },
    wave(action, often) {
      let step = 0;
      clearInterval(globalThis.crowd.timer);
      globalThis.crowd.timer = setInterval(() => {
        step++;
        members.forEach((member, index) => {
          /* The server passes no hand on whose turn it is not: of two teams, one. */
          if (!member.views.get(member.seat)?.can?.includes(action)) return;
          waved.hands.add(member.seat);
          waved.sent++;
          const angle = step / 9 + index;
          member.live(action, { x: Math.round(Math.cos(angle) * (20 + index * 7)), y: Math.round(Math.sin(angle) * (20 + index * 7)) });
        });
      }, 1000 / often);
    },
    waved: () => ({ hands: waved.hands.size, sent: waved.sent }),
    rest: () => clearInterval(globalThis.crowd.timer),
  };
}

export async function gather(browser, url) {
  const page = await phone(browser);
  await page.goto(`${url}/licences.txt`);
  await page.evaluate(settle);
  return {
    sit: (code, count) => page.evaluate(([code, names]) => globalThis.crowd.sit(code, names), [code, [...'CDEFGHIJKLMNO'].slice(0, count)]),
    /* `how` runs in the page: it knows nothing of what is around it here. */
    play: (how) => page.evaluate(`globalThis.crowd.play(${how})`),
    tell: (what) => page.evaluate((known) => globalThis.crowd.tell(known), what),
    told: () => page.evaluate(() => globalThis.crowd.told),
    wave: (action, often) => page.evaluate(([action, often]) => globalThis.crowd.wave(action, often), [action, often]),
    waved: () => page.evaluate(() => globalThis.crowd.waved()),
    rest: () => page.evaluate(() => globalThis.crowd.rest()),
    close: () => page.context().close(),
  };
}
