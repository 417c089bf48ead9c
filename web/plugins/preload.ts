/* Lets the page ask for the app at once: the first script (boot.ts) imports it, and a browser would learn of it only
 * after that script has run. */
import type { HtmlTagDescriptor, Plugin } from 'vite';

export function preload_app(): Plugin {
  return {
    name: 'unisono-preload',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const app = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.isDynamicEntry && file.name === 'main');
        if (app?.type !== 'chunk') return [];
        const scripts = [app.fileName, ...app.imports].filter((file) => !html.includes(file));
        const styles = [...(app.viteMetadata?.importedCss ?? [])];
        const link = (rel: string, file: string): HtmlTagDescriptor => ({
          tag: 'link', attrs: { rel, crossorigin: true, href: `/${file}` }, injectTo: 'head',
        });
        return [...scripts.map((file) => link('modulepreload', file)), ...styles.map((file) => link('stylesheet', file))];
      },
    },
  };
}
