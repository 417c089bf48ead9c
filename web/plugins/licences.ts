/* Writes /licences.txt: whose work is in the app besides ours, with their terms, from the packages themselves. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/* What ends up in the browser; what only builds is not shipped. */
const SHIPPED = ['@fontsource-variable/bricolage-grotesque', '@fontsource/bricolage-grotesque', '@iconify-json/fluent-emoji-flat', '@stablelib/binary', '@stablelib/sha256', '@stablelib/wipe', 'svelte', 'uqr'];
const NAMES = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license.txt', 'OFL.txt'];

function terms(root: string, name: string): string {
  const folder = join(root, 'node_modules', name);
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string; license: string };
  const file = NAMES.map((one) => join(folder, one)).find(existsSync);
  /* The drawings come without a file of their terms: the same MIT terms as ours, and their author. */
  const info = join(folder, 'info.json');
  const author = existsSync(info) ? (JSON.parse(readFileSync(info, 'utf8')) as { author: { name: string } }).author.name : '';
  const mit = readFileSync(join(root, 'LICENSE'), 'utf8').replace(/^Copyright.*$/m, `Copyright (c) ${author}`);
  const head = `${name} ${about.version}: ${about.license}`;
  return `${head}\n${'='.repeat(head.length)}\n\n${(file ? readFileSync(file, 'utf8') : mit).trim()}\n`;
}

export function licences(root: string): Plugin {
  return {
    name: 'unisono-licences',
    generateBundle() {
      const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
      const source = [`Unisono\n=======\n\n${own}\n`, ...SHIPPED.map((name) => terms(root, name))].join('\n\n');
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}
