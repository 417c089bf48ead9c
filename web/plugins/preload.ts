/* Lets the page ask for the app at once: the first script (boot.ts) imports it, and a browser would learn of it,
 * and of what it imports in turn, only after that script has run. */
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

/* A chunk and everything it needs to run, once each. */
function needs(bundle: Rollup.OutputBundle, file: string, seen = new Map<string, Rollup.OutputChunk>()): Map<string, Rollup.OutputChunk> {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || seen.has(file)) return seen;
  seen.set(file, chunk);
  for (const next of chunk.imports) needs(bundle, next, seen);
  return seen;
}

export function preload_app(): Plugin {
  return {
    name: 'unisono-preload',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return [];
        const app = Object.values(bundle).find((file) => file.type === 'chunk' && file.isDynamicEntry && file.name === 'main');
        const chunks = app ? [...needs(bundle, app.fileName)] : [];
        const styles = chunks.flatMap(([, chunk]) => [...(chunk.viteMetadata?.importedCss ?? [])]);
        const link = (rel: string, file: string): HtmlTagDescriptor => ({
          tag: 'link', attrs: { rel, crossorigin: true, href: `/${file}` }, injectTo: 'head',
        });
        const missing = (file: string) => !html.includes(file);
        return [
          ...chunks.map(([file]) => file).filter(missing).map((file) => link('modulepreload', file)),
          ...[...new Set(styles)].filter(missing).map((file) => link('stylesheet', file)),
        ];
      },
    },
  };
}
