/* The real program, serving on a free port with a store of its own.
 *
 *     const server = await start_server('build/test/unisono');
 *     server.url                      http://127.0.0.1:PORT
 *     await server.restart();         as after a power cut: killed, and started again on the same store
 *     await server.stop();
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
/* Bots think as ever and act at once; games begin at once; one address may open as many tables as a test has. */
const QUICK = ['--bot-hurry', '100', '--opening', '0', '--address-rooms', '100000', '--guest-changes', '1000000', '--qr', 'never', '--log-level', 'warn'];

function ended(child) {
  return child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : new Promise((done) => child.once('exit', done));
}

/* A port for whoever has to be told one: below those that the kernel gives to whoever connects or asks for any, so nobody takes it before
 * it is used, or while a server is away. */
export async function free_port() {
  for (;;) {
    const port = 10_240 + Math.floor(Math.random() * 22_528);
    const probe = createServer();
    const free = await new Promise((done) => probe.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true)));
    if (!free) continue;
    await new Promise((done) => probe.close(done));
    return port;
  }
}

/* The port is in a file as soon as somebody listens; there is nothing else to wait on. */
async function port_of(child, file) {
  while (!existsSync(file) || !readFileSync(file, 'utf8').trim()) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await new Promise((done) => setTimeout(done, 20));
  }
  return Number(readFileSync(file, 'utf8'));
}

export async function start_server(program, flags = []) {
  const folder = mkdtempSync(join(tmpdir(), 'unisono-e2e-'));
  const log = [];
  let child;
  let port = await free_port();
  let listened = false;

  async function launch() {
    const file = join(folder, `port-${Date.now()}`);
    child = spawn(
      resolve(program),
      ['serve', '--port', String(port), '--host', '127.0.0.1', '--store', join(folder, 'store.db'), '--port-file', file, ...QUICK, ...flags],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    child.stdout.on('data', () => undefined);
    child.stderr.on('data', (chunk) => log.push(String(chunk)));
    try {
      port = await port_of(child, file);
      listened = true;
    } catch (error) {
      /* Somebody else was told the same one a moment ago. */
      if (listened || !/already in use/.test(log.join(''))) throw error;
      port = await free_port();
      log.length = 0;
      await launch();
    }
  }

  await launch();
  return {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    store: join(folder, 'store.db'),
    get log() {
      return log.join('');
    },
    async restart() {
      child.kill('SIGKILL');
      await ended(child);
      await launch();
    },
    /* Away for a while: what happens between is up to the caller. */
    async kill() {
      child.kill('SIGKILL');
      await ended(child);
    },
    launch,
    /* There and silent, as behind a network that swallows everything. */
    freeze() {
      child.kill('SIGSTOP');
    },
    thaw() {
      child.kill('SIGCONT');
    },
    async stop() {
      child.kill('SIGTERM');
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}
