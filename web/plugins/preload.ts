/* Lets the page ask for the app at once: the first script (boot.ts) imports it, and a browser would learn of it,
 * and of what it imports in turn, only after that script has run. Paths that surely need a screen of their own
 * (screens.ts) get a page of their own that asks for that too: the server answers /j/… with j.html, if there is one. */
import type { Plugin, Rollup } from 'vite';

/* A table screen is a table at night, unless somebody said otherwise (lib/theme.ts). */
const PAGES: Record<string, { screen: string; theme?: string }> = {
  'index.html': { screen: '/screens/Home.svelte' },
  'j.html': { screen: '/screens/RoomScreen.svelte' },
  't.html': { screen: '/screens/TableScreen.svelte', theme: 'dark' },
};

/* A chunk and everything it needs to run, once each. */
function needs(bundle: Rollup.OutputBundle, file: string, seen = new Map<string, Rollup.OutputChunk>()): Map<string, Rollup.OutputChunk> {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || seen.has(file)) return seen;
  seen.set(file, chunk);
  for (const next of chunk.imports) needs(bundle, next, seen);
  return seen;
}

function file_of(bundle: Rollup.OutputBundle, module: string): string {
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)));
  if (!found) throw new Error(`${module} is in no file`);
  return found.fileName;
}

/* What a page should ask for so that these modules can run: [how, file], without what it names already. Large
 * files first: a browser has six at a time on their way. */
function wanted(bundle: Rollup.OutputBundle, modules: string[], html: string): [string, string][] {
  const all = new Map<string, Rollup.OutputChunk>();
  for (const module of modules) needs(bundle, file_of(bundle, module), all);
  const chunks = [...all].sort(([, a], [, b]) => b.code.length - a.code.length);
  /* What the app itself looks like stays in front of what its screens say differently. */
  const styles = new Set([...all.values()].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  const links: [string, string][] = [
    ...chunks.map(([file]): [string, string] => ['modulepreload', file]),
    ...[...styles].map((file): [string, string] => ['stylesheet', file]),
  ];
  return links.filter(([, file]) => !html.includes(file));
}

/* Styles before scripts: with them the page shows its sign, and waits for the rest. */
function with_links(html: string, links: [string, string][]): string {
  const tags = (how: string) => links.filter(([rel]) => rel === how).map(([rel, file]) => `<link rel="${rel}" crossorigin href="/${file}">\n    `).join('');
  const script = html.indexOf('<script');
  return html.slice(0, script) + tags('stylesheet') + html.slice(script).replace('</head>', `  ${tags('modulepreload').trimEnd()}\n  </head>`);
}

export function preload_app(): Plugin {
  return {
    name: 'unisono-preload',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        const html = String(page.source);
        for (const [fileName, { screen, theme }] of Object.entries(PAGES)) {
          const linked = with_links(html, wanted(bundle, ['/main.ts', screen], html));
          const themed = theme ? linked.replace('<html ', `<html data-theme="${theme}" `) : linked;
          const source = themed.replace(/\n\s*/g, '\n');
          if (fileName === page.fileName) page.source = source;
          else this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
  };
}
