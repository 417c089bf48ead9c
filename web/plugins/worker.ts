/* Writes /worker.js, the service worker, after everything else is known: it lists what the shell is made
 * of, and its name of the cache is a hash of that list, so that a new build replaces an old one. Scenes are many,
 * and a table plays with forty of them: those a browser keeps as it sees them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { SCENE_FILES } from './pictures.ts';

export function shell_worker(): Plugin {
  return {
    name: 'unisono-worker',
    apply: (config, { mode }) => mode !== 'stories' && config.build !== undefined,
    /* Last of all: Vite drops files of which nothing is left. */
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle)
          .filter(({ fileName }) => fileName.startsWith('assets/') && !fileName.endsWith('.map') && !fileName.startsWith(SCENE_FILES))
          .map((file) => '/' + file.fileName)
          .sort();
        const source = readFileSync(fileURLToPath(new URL('../src/worker.js', import.meta.url)), 'utf8');
        const name = createHash('sha256').update(files.join('\n') + source).digest('hex').slice(0, 12);
        this.emitFile({
          type: 'asset',
          fileName: 'worker.js',
          source: `const NAME = ${JSON.stringify('unisono-' + name)};\nconst FILES = ${JSON.stringify(files)};\n${source}`,
        });
      },
    },
  };
}
