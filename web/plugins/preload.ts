/* Lets the page ask for the app at once: the first script (boot.ts) imports it, and a browser would learn of it,
 * and of what it imports in turn, only after that script has run. Paths that surely need a screen of their own
 * (screens.ts) get a page of their own that asks for that too: the server answers /j/… with j.html, if there is one. */
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

const PAGES: Record<string, string> = { 'j.html': 'RoomScreen', 't.html': 'TableScreen' };

/* A chunk and everything it needs to run, once each. */
function needs(bundle: Rollup.OutputBundle, file: string, seen = new Map<string, Rollup.OutputChunk>()): Map<string, Rollup.OutputChunk> {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || seen.has(file)) return seen;
  seen.set(file, chunk);
  for (const next of chunk.imports) needs(bundle, next, seen);
  return seen;
}

/* What a page should ask for so that a part of the app can run: [how, file], without what it names already. Large
 * files first: a browser has six at a time on their way. */
function wanted(bundle: Rollup.OutputBundle, name: string, html: string): [string, string][] {
  const part = Object.values(bundle).find((file) => file.type === 'chunk' && file.isDynamicEntry && file.name === name);
  const chunks = part ? [...needs(bundle, part.fileName)].sort(([, a], [, b]) => b.code.length - a.code.length) : [];
  const styles = new Set(chunks.flatMap(([, chunk]) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  const links: [string, string][] = [
    ...chunks.map(([file]): [string, string] => ['modulepreload', file]),
    ...[...styles].map((file): [string, string] => ['stylesheet', file]),
  ];
  return links.filter(([, file]) => !html.includes(file));
}

export function preload_app(): Plugin {
  return {
    name: 'unisono-preload',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return [];
        return wanted(bundle, 'main', html).map(
          ([rel, file]): HtmlTagDescriptor => ({ tag: 'link', attrs: { rel, crossorigin: true, href: `/${file}` }, injectTo: 'head' }),
        );
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        const html = String(page.source);
        for (const [fileName, screen] of Object.entries(PAGES)) {
          const links = wanted(bundle, screen, html);
          const tags = (how: string) => links.filter(([rel]) => rel === how).map(([rel, file]) => `<link rel="${rel}" crossorigin href="/${file}">\n    `).join('');
          const last = html.lastIndexOf('<link rel="modulepreload"');
          const source = html.slice(0, last) + tags('modulepreload') + html.slice(last).replace('  </head>', `    ${tags('stylesheet').trimEnd()}\n  </head>`);
          this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
  };
}
