/* The second bundle, for engines that cannot run the first: Chromium 64 (televisions from 2020 on) and newer.
 *
 * The first script of the page (boot.ts) is written so that these engines can read it, and it is the one that chooses:
 * whoever lacks what the app is built with goes on with /old.js. Nobody else loads a byte of it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, minifySync, transformWithOxc, type Plugin, type Rollup, type UserConfig } from 'vite';
import { old_styles, without_old } from './old_styles.ts';

export const OLD_TARGET = 'chrome64';

/* Vite's helper for import() also serves pages that allow scripts by a number, and files at other addresses. Ours is
 * neither, and every phone waits for this script: what it costs to be read by old engines is saved here. */
function shorter(code: string): string {
  return code
    .replace(/,(\w+)=document\.querySelector\(`meta\[property=csp-nonce\]`\),(\w+)=\1\?\.nonce\|\|\1\?\.getAttribute\(`nonce`\)/, '')
    .replace(/(\w+)&&\w+\.setAttribute\(`nonce`,\1\),/, '')
    .replace(/import\.meta\.resolve\?new URL\(import\.meta\.resolve\((\w+)\)\):/, '');
}

/* In the first bundle: makes the script that chooses readable, leaves out what styles say for the second, and builds that at the end. */
export function choose_bundle(config: string): Plugin {
  return {
    name: 'unisono-choose-bundle',
    apply: (_config, { mode, command }) => command === 'build' && mode === 'production',
    enforce: 'post',
    /* After the minifier, which would put newer words into it again. */
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = without_old(String(file.source));
          if (file.type !== 'chunk' || file.name !== 'start') continue;
          if (file.imports.length) throw new Error(`the first script imports ${file.imports}: old engines could not read that`);
          /* The lines before it are a hint for browsers and a list of files: they stay as they are. */
          const at = file.code.lastIndexOf('\n', file.code.indexOf('document.createElement')) + 1;
          const code = shorter(file.code.slice(at).replace(/\bglobalThis\b/g, 'self'));
          const plain = await transformWithOxc(code, 'start.js', { target: OLD_TARGET, sourcemap: false });
          const small = minifySync('start.js', plain.code, { module: true, compress: { target: OLD_TARGET }, mangle: { toplevel: true }, codegen: true });
          file.code = file.code.slice(0, at) + small.code;
        }
      },
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        await build({ configFile: config, mode: 'old', logLevel: 'warn' });
      },
    },
  };
}

export function rewrite_styles(): Plugin {
  return {
    name: 'unisono-old-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = old_styles(String(file.source));
      },
    },
  };
}

/* Styles are rewritten after they were named by what is in them, and kept for ever by that name: so it also tells how
 * they were rewritten. */
const way = createHash('sha256').update(readFileSync(new URL('old_styles.ts', import.meta.url))).digest('hex').slice(0, 6);

function asset_name(name: string): string {
  if (name.endsWith('-wght-normal.woff2')) return 'assets/[name]-[hash][extname]';
  return `assets/old/[name]-[hash]-${way}[extname]`;
}

/* Beside the first bundle and split like it, in a folder that its service worker does not keep. The typeface with
 * all weights is the same file. */
export function old_build(groups: Rollup.CodeSplittingGroup[]): UserConfig['build'] {
  return {
    emptyOutDir: false,
    copyPublicDir: false,
    target: OLD_TARGET,
    cssTarget: OLD_TARGET,
    rollupOptions: {
      input: ['old.ts', 'old-app.ts'].map((name) => fileURLToPath(new URL(`../src/${name}`, import.meta.url))),
      output: {
        /* What import() needs is a file of its own: in that of the app it would start the app before anything else. */
        codeSplitting: { groups: [{ name: 'import', test: /vite\/preload-helper/, priority: 2 }, ...groups.filter(({ name }) => name !== 'start')] },
        entryFileNames: '[name].js',
        chunkFileNames: 'assets/old/[name]-[hash].js',
        assetFileNames: ({ names }) => asset_name(names[0] ?? ''),
      },
    },
  };
}
