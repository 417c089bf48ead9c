/* Nearly everything in these files runs while the page opens. Chromium otherwise skims a function when the file comes
 * and reads it again when it is called, in the middle of showing a screen; told so, it reads once, beside the page.
 * Other browsers see a comment. */
import type { Plugin } from 'vite';

const WHOLE = new Set(['start', 'svelte', 'base', 'room', 'kit', 'Play', 'TableScreen', 'web']);

export function compile_hints(): Plugin {
  return {
    name: 'unisono-hints',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && WHOLE.has(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}
