/* A cable between one device and the server that can be cut: a browser told to be offline keeps its open sockets,
 * a phone in a tunnel does not. One that is long takes its time, each way.
 *
 *     const cable = await lay_cable(server.url, { delay: 300 });
 *     cable.url                        what this device opens
 *     cable.cut();                     nothing gets through, what was open is gone
 *     cable.mend();
 *     await cable.close();
 */
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { Transform } from 'node:stream';

/* What comes in goes out after a while, in its order. */
function late(delay) {
  return new Transform({
    transform(chunk, _encoding, done) {
      setTimeout(() => this.push(chunk), delay);
      done();
    },
    flush(done) {
      setTimeout(done, delay);
    },
  });
}

export async function lay_cable(url, { delay = 0 } = {}) {
  const port = Number(new URL(url).port);
  const open = new Set();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [[near, far], [far, near]]) {
      open.add(one);
      one.setNoDelay(true);
      one.unref();
      if (delay) one.pipe(late(delay)).pipe(other);
      else one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  const cut = () => {
    whole = false;
    for (const one of open) one.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  /* A cable that was forgotten keeps nobody up. */
  server.unref();
  return {
    port: server.address().port,
    url: `http://127.0.0.1:${server.address().port}`,
    cut,
    mend: () => (whole = true),
    close: () => (cut(), new Promise((done) => server.close(done))),
  };
}
