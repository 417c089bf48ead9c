/* How the web app is built: `npm run build` writes web/dist, which the C build embeds.
 *
 * The server's content security policy allows nothing inline: no data: fonts, no module preload
 * helper in the page, no style attributes. */
import { fileURLToPath } from 'node:url';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import type {} from 'vitest/config'; /* only the type of `test`: building needs no vitest */
import { compile_hints } from './plugins/hints.ts';
import { preload_app } from './plugins/preload.ts';
import { licences } from './plugins/licences.ts';
import { choose_bundle, old_build, rewrite_styles } from './plugins/old_engines.ts';
import { shell_worker } from './plugins/worker.ts';
import { picture_decks } from './plugins/pictures.ts';
import { rules_pages } from './plugins/rules.ts';
import { string_files } from './plugins/strings.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/* A phone opens six connections, and every file costs it a way to the server and back. So what the first script
 * needs is one file, what every screen needs is another, what a room needs before a game begins a third, and what all
 * games share a fourth, and what all table screens share a fifth; the rest splits by itself at each import(). Svelte's constants are with the first script:
 * they make an Error, and for its stack a browser that is watched reads the whole file again, which had better be short. */
const chunks = [
  {
    name: 'start',
    test: /web\/src\/(boot|lib\/(language|paths|theme)|net\/(keep|early)|screens)\.ts$|vite\/preload-helper|virtual:strings$|svelte\/src\/internal\/client\/constants\.js$/,
    priority: 2,
  },
  { name: 'svelte', test: /node_modules\/(svelte\/(?!src\/(reactivity|transition|animate|easing)\/)|clsx\/|esm-env\/)/, priority: 1 },
  {
    name: 'base',
    test: /node_modules\/svelte\/src\/(transition|animate|easing)\/|@oxc-project|web\/src\/(main|App|lib\/(?!decks|film|invitation|keep_focus|reach|save)|styles\/|kit\/(Announcer|Button|Dock|Later|Sheet|Token)|screens\/(Bar|Logo|Notices))/,
    priority: 1,
  },
  { name: 'room', test: /web\/src\/(net\/(?!draft|evening)|ahead|cards|games|screens\/(Closed|GameCards|Link|Lobby|People|RoomScreen|SitPanel))|games\/\w+\/web\/(card\.ts|Emblem)/, priority: 1 },
  /* What few games need, or not at once, or only the end of one, comes with those. */
  { name: 'kit', test: /web\/src\/(kit\/(?!CrowdSaid|ResultPanel|RulesPage|Choices|VoteSheet|drag|Hourglass|Gem|Qr)|screens\/Thoughts)/ },
  /* Last: a group takes all that it needs, and what phones need too is theirs. */
  { name: 'stage', test: /web\/src\/stage\// },
];

export default defineConfig(({ mode }) => ({
  root,
  base: '/',
  appType: 'spa',
  cacheDir: here('../node_modules/.vite'),
  publicDir: here('public'),
  plugins: [
    svelte({
      configFile: false,
      preprocess: vitePreprocess({ script: false }),
      /* A screen's `game` is one object for its whole life (docs/web.md): reading it once is right. */
      onwarn: (warning, report) => warning.code !== 'state_referenced_locally' && report?.(warning),
    }),
    string_files(here('..')),
    rules_pages(here('..')),
    picture_decks(here('..')),
    ...(mode === 'old'
      ? [rewrite_styles()]
      : [preload_app(), compile_hints(), licences(here('..')), shell_worker(), choose_bundle(here('vite.config.ts'))]),
  ],
  resolve: {
    alias: { '@kit': here('src/kit/index.ts'), '@stage': here('src/stage/index.ts') },
    /* Tests run the modules that browsers run, not those for rendering on a server. */
    ...(process.env['VITEST'] ? { conditions: ['browser'] } : {}),
  },
  server: { fs: { allow: [here('..')] }, proxy: { '/ws': { target: 'ws://localhost:8080', ws: true } } },
  build: {
    outDir: mode === 'stories' ? here('../build/stories') : here('dist'),
    emptyOutDir: true,
    target: ['chrome100', 'firefox100', 'safari15.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 200,
    reportCompressedSize: false,
    rollupOptions: {
      input: mode === 'stories' ? here('stories/index.html') : here('index.html'),
      output: { codeSplitting: { groups: chunks } },
    },
    ...(mode === 'old' ? old_build(chunks) : {}),
  },
  /* Five seconds would be met by a machine with other work to do. */
  test: { root, include: ['test/**/*.test.ts', '../games/*/web/*.test.ts'], environment: 'node', testTimeout: 60_000, hookTimeout: 60_000 },
}));
