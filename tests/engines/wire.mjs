/* The wire between one device and the server, as a test on any engine needs it: it hears every frame of the device's
 * sockets, brings scripts that run before the app, and takes down what the page complains about. Engines differ in what
 * their drivers tell; all of them open an address.
 *
 *     const wire = await lay_wire(server.url);
 *     wire.url                                          what the device opens: an origin, and so a storage, of its own
 *     wire.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => …));
 *     wire.on('pageerror', (text) => …);
 *     wire.before = ['…'];                              scripts, in the language of the engine
 *     await wire.close();
 */
import { EventEmitter, once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';

const SCRIPT = '/__wire.js';
const COMPLAINT = '/__complaint';

/* What was thrown and what was blocked; for engines of any age. That a size is measured again in the next frame is a
 * notice, which some engines call an error. */
const LISTEN = `(function () {
  function tell(text) { navigator.sendBeacon('${COMPLAINT}', String(text).slice(0, 2000)); }
  addEventListener('error', function (event) { if (event.message && !/^ResizeObserver loop/.test(event.message)) tell(event.message + ' ' + (event.error && event.error.stack || '')); });
  addEventListener('unhandledrejection', function (event) { tell('unhandled: ' + (event.reason && (event.reason.stack || event.reason))); });
  document.addEventListener('securitypolicyviolation', function (event) { tell('blocked: ' + event.violatedDirective + ' ' + event.blockedURI); });
  var error = console.error;
  console.error = function () { tell([].slice.call(arguments).join(' ')); error.apply(console, arguments); };
})();`;

/* Reads the frames of one direction as they pass. */
function frames(tell) {
  let held = Buffer.alloc(0);
  let message = [];
  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      if (held.length < 2) return;
      let length = held[1] & 127;
      let at = 2;
      if (length === 126) {
        if (held.length < 4) return;
        length = held.readUInt16BE(2);
        at = 4;
      } else if (length === 127) {
        if (held.length < 10) return;
        length = Number(held.readBigUInt64BE(2));
        at = 10;
      }
      const mask = held[1] & 128 ? held.subarray(at, (at += 4)) : undefined;
      if (held.length < at + length) return;
      const payload = Buffer.from(held.subarray(at, at + length));
      if (mask) for (let i = 0; i < payload.length; i++) payload[i] ^= mask[i & 3];
      const [last, kind] = [held[0] & 128, held[0] & 15];
      held = held.subarray(at + length);
      if (kind > 2) continue;
      message.push(payload);
      if (!last) continue;
      const whole = Buffer.concat(message).toString('utf8');
      message = [];
      tell(whole);
    }
  };
}

export async function lay_wire(url) {
  const { port } = new URL(url);
  const wire = Object.assign(new EventEmitter(), { before: [] });
  wire.setMaxListeners(0);
  const open = new Set();

  function keep(socket) {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  function own(asked, answer) {
    if (asked.url === COMPLAINT) {
      let text = '';
      asked.on('data', (chunk) => (text += chunk));
      asked.on('end', () => {
        answer.end();
        wire.emit('pageerror', text);
      });
    } else if (asked.url.startsWith(SCRIPT)) {
      answer.setHeader('content-type', 'text/javascript');
      answer.setHeader('cache-control', 'no-store');
      answer.end([LISTEN, ...wire.before].join('\n'));
    } else if (asked.url === '/worker.js') {
      /* What it would keep, the engine's own cache keeps as well: one that does nothing. Some engines complain about none. */
      answer.setHeader('content-type', 'text/javascript');
      answer.end();
    } else return false;
    return true;
  }

  const server = createServer((asked, answer) => {
    if (own(asked, answer)) return;
    const page = /^\/(?:[jt]\/.*|tv)?$/.test(asked.url);
    const headers = { ...asked.headers, ...(page ? { 'accept-encoding': 'identity' } : {}) };
    if (page) delete headers['if-none-match'];
    const passed = request({ host: '127.0.0.1', port, path: asked.url, method: asked.method, headers }, (given) => {
      if (!page || !String(given.headers['content-type']).startsWith('text/html')) {
        answer.writeHead(given.statusCode, given.headers);
        given.pipe(answer);
        return;
      }
      let text = '';
      given.setEncoding('utf8');
      given.on('data', (chunk) => (text += chunk));
      given.on('end', () => {
        const { 'content-length': _length, etag: _tag, ...rest } = given.headers;
        answer.writeHead(given.statusCode, { ...rest, 'cache-control': 'no-store' });
        answer.end(text.replace('<head>', `<head><script src="${SCRIPT}"></script>`));
      });
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });

  server.on('connection', keep);
  server.on('upgrade', (asked, near, head) => {
    const far = connect(Number(port), '127.0.0.1');
    keep(far);
    const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
    /* Nothing is packed, so that it can be read on its way. */
    for (let i = 0; i < asked.rawHeaders.length; i += 2)
      if (!/^sec-websocket-extensions$/i.test(asked.rawHeaders[i])) lines.push(`${asked.rawHeaders[i]}: ${asked.rawHeaders[i + 1]}`);
    far.write(`${lines.join('\r\n')}\r\n\r\n`);
    far.write(head);
    const socket = new EventEmitter();
    wire.emit('websocket', socket);
    const sent = frames((payload) => socket.emit('framesent', { payload }));
    const received = frames((payload) => socket.emit('framereceived', { payload }));
    let greeting = Buffer.alloc(0);
    let greeted = false;
    near.on('data', sent);
    far.on('data', (chunk) => {
      if (greeted) return received(chunk);
      greeting = Buffer.concat([greeting, chunk]);
      const end = greeting.indexOf('\r\n\r\n');
      if (end < 0) return;
      greeted = true;
      received(greeting.subarray(end + 4));
    });
    for (const [one, other] of [[near, far], [far, near]]) {
      one.setNoDelay(true);
      one.pipe(other);
      one.on('close', () => other.destroy());
    }
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return Object.assign(wire, {
    url: `http://127.0.0.1:${server.address().port}`,
    /* As when a television wakes or a phone leaves a tunnel: what was open is gone. */
    cut() {
      for (const one of open) one.destroy();
    },
    close() {
      wire.cut();
      return new Promise((done) => server.close(done));
    },
  });
}
