/* The rules pages: games/<id>/rules.<language>.md becomes HTML at build time.
 *
 * `import pages from 'virtual:rules'` is { '<id>.<language>': () => import(…) }: pages are loaded one by
 * one, and only when somebody opens them. The Markdown is a small subset: headings, paragraphs, lists,
 * tables, **strong**, *emphasis*, `code`, and pictures as ![text](name) where name is an SVG file in
 * games/<id>/web/pictures. Everything else is text and is escaped: a page cannot carry markup. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { typeset } from './strings.ts';

const INDEX = 'virtual:rules';
const PAGE = 'virtual:rules/';

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function inline(text: string): string {
  return escape(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>');
}

function cells(line: string, tag: string): string {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
    .join('');
}

/* `picture` gives the SVG of a name, or nothing. Pictures are ours, and are written out as they are. */
export function markdown(text: string, picture: (name: string) => string | undefined): string {
  const out: string[] = [];
  const blocks = text.replace(/\r/g, '').split(/\n{2,}/);
  for (const block of blocks) {
    const lines = block.split('\n').filter((line) => line.trim());
    if (!lines.length) continue;
    const first = lines[0]!;
    const heading = /^(#{1,4})\s+(.*)$/.exec(first);
    const image = /^!\[([^\]]*)\]\(([\w-]+)\)$/.exec(first.trim());
    if (heading) {
      const level = heading[1]!.length;
      out.push(`<h${level}>${inline(heading[2]!)}</h${level}>`);
      if (lines.length > 1) out.push(markdown(lines.slice(1).join('\n'), picture));
    } else if (image) {
      const svg = picture(image[2]!);
      if (!svg) throw new Error(`no picture ${image[2]}`);
      out.push(`<figure>${svg}<figcaption>${inline(image[1]!)}</figcaption></figure>`);
    } else if (lines.every((line) => line.startsWith('|'))) {
      const rows = lines.filter((line) => !/^\|[\s:|-]+\|$/.test(line));
      const body = rows.slice(1).map((row) => `<tr>${cells(row, 'td')}</tr>`);
      out.push(`<table><thead><tr>${cells(rows[0]!, 'th')}</tr></thead><tbody>${body.join('')}</tbody></table>`);
    } else if (/^[-*] /.test(first) || /^\d+\. /.test(first)) {
      const ordered = /^\d/.test(first);
      const items: string[] = [];
      for (const line of lines) {
        const item = /^(?:[-*]|\d+\.)\s+(.*)$/.exec(line);
        if (item) items.push(item[1]!);
        else items[items.length - 1] += ' ' + line.trim();
      }
      const tag = ordered ? 'ol' : 'ul';
      out.push(`<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`);
    } else {
      out.push(`<p>${inline(lines.map((line) => line.trim()).join(' '))}</p>`);
    }
  }
  return out.join('\n');
}

function pages(root: string): { key: string; file: string; game: string; language: string }[] {
  const found = [];
  for (const game of readdirSync(join(root, 'games'), { withFileTypes: true })) {
    if (!game.isDirectory()) continue;
    for (const language of ['en', 'de', 'fr']) {
      const file = join(root, 'games', game.name, `rules.${language}.md`);
      if (existsSync(file)) found.push({ key: `${game.name}.${language}`, file, game: game.name, language });
    }
  }
  return found;
}

export function rules_pages(root: string): Plugin {
  return {
    name: 'unisono-rules',
    resolveId: (id) => (id === INDEX || id.startsWith(PAGE) ? '\0' + id : undefined),
    load(id) {
      if (id === '\0' + INDEX) {
        const entries = pages(root).map(({ key }) => `${JSON.stringify(key)}: () => import('${PAGE}${key}')`);
        return `export default { ${entries.join(', ')} };`;
      }
      if (!id.startsWith('\0' + PAGE)) return undefined;
      const page = pages(root).find(({ key }) => key === id.slice(PAGE.length + 1));
      if (!page) throw new Error(`no such page: ${id}`);
      this.addWatchFile(page.file);
      const picture = (name: string) => {
        const path = join(root, 'games', page.game, 'web/pictures', `${name}.svg`);
        return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
      };
      return `export default ${JSON.stringify(markdown(typeset(readFileSync(page.file, 'utf8'), page.language), picture))};`;
    },
  };
}
