/* Bad networks for single phones, in a network of its own: little fits through, packets get lost, and for a while nothing gets
 * through, without anybody being told. Needs root; where that is not so, what should get lost does not, and gaps end connections (cable.mjs).
 *
 *     enter_network();                              first of all: goes on in a network of its own, where it may
 *     const sky = weather();
 *     sky.narrow('1mbit');                          all phones together
 *     sky.rain(cable.port, 5);                      five of a hundred packets are lost, both ways
 *     await sky.gap(cable, 10_000);                 ten seconds without a packet
 */
import { spawnSync } from 'node:child_process';

const INSIDE = 'UNISONO_TEST_NETWORK';

export function enter_network() {
  if (process.env[INSIDE]) return;
  const allowed = process.getuid() === 0 && spawnSync('unshare', ['-n', 'nft', 'list', 'ruleset']).status === 0;
  if (!allowed) {
    console.log('# no packets are lost: that takes root and nft');
    return;
  }
  const { status } = spawnSync('unshare', ['-n', process.execPath, ...process.argv.slice(1)], { stdio: 'inherit', env: { ...process.env, [INSIDE]: '1' } });
  process.exit(status ?? 1);
}

function run(command, args, input) {
  const { status, stderr } = spawnSync(command, args, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

export function weather() {
  const own = process.env[INSIDE] !== undefined;
  const wet = new Map();
  const gone = new Set();
  if (own) run('ip', ['link', 'set', 'lo', 'up']);

  function apply() {
    if (!own) return;
    const lines = [...wet].flatMap(([port, share]) => ['sport', 'dport'].map((end) => `add rule inet sky in tcp ${end} ${port} numgen random mod 100 < ${share} drop`));
    for (const port of gone) lines.push(...['sport', 'dport'].map((end) => `add rule inet sky in tcp ${end} ${port} drop`));
    run('nft', ['-f', '-'], `flush ruleset\ntable inet sky { chain in { type filter hook input priority 0; }; }\n${lines.join('\n')}\n`);
  }

  return {
    own,
    /* A loopback takes packets of 64 KiB, which no narrow line does. */
    narrow(rate) {
      if (!own) return;
      run('ip', ['link', 'set', 'lo', 'mtu', '1500']);
      run('tc', ['qdisc', 'replace', 'dev', 'lo', 'root', 'tbf', 'rate', rate, 'burst', '16kb', 'latency', '2s']);
    },
    wide: () => own && run('tc', ['qdisc', 'del', 'dev', 'lo', 'root']),
    rain(port, share) {
      wet.set(port, share);
      apply();
    },
    async gap(cable, ms) {
      if (own) {
        gone.add(cable.port);
        apply();
      } else cable.cut();
      await new Promise((done) => setTimeout(done, ms));
      gone.delete(cable.port);
      apply();
      if (!own) cable.mend();
    },
  };
}
