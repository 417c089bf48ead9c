/* Picture decks: drawings of an icon package become one lazily loaded module a deck.
 *
 * A deck says `@icons <npm package>` and names an icon an entry, with a title and keywords in each language
 * (docs/decks.md). `import decks from 'virtual:pictures'` is { '<id>/<deck>': () => import(…) }; a deck is an
 * array of pictures in the order of its entries, so that the numbers of the protocol are its indices. Only
 * the drawings that a deck names are taken, as the inside of an SVG of `box`. */
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGES } from './strings.ts';

const INDEX = 'virtual:pictures';
const DECK = 'virtual:pictures/';

interface Entry {
  icon: string;
  title: string;
  keywords: string[];
}

export interface DeckFile {
  icons: string | undefined;
  entries: Entry[];
}

export function read_deck(text: string): DeckFile {
  const deck: DeckFile = { icons: undefined, entries: [] };
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line.startsWith('@icons ')) deck.icons = line.slice(7).trim();
    if (!line || line.startsWith('#') || line.startsWith('@')) continue;
    const [icon, ...fields] = line.split('|').map((part) => part.trim());
    const field = (name: string) => fields.find((one) => one.startsWith(`${name}:`))?.slice(name.length + 1).trim() ?? '';
    deck.entries.push({ icon: icon!, title: field('title'), keywords: field('keywords').split(',').map((word) => word.trim()).filter(Boolean) });
  }
  return deck;
}

/* Names inside a drawing (clip paths, gradients) must not meet those of another drawing on the page. */
export function own_names(body: string, prefix: string): string {
  return body
    .replace(/\bid="([^"]+)"/g, (_, name: string) => `id="${prefix}-${name}"`)
    .replace(/url\(#([^)]+)\)/g, (_, name: string) => `url(#${prefix}-${name})`)
    .replace(/href="#([^"]+)"/g, (_, name: string) => `href="#${prefix}-${name}"`);
}

function decks_of(root: string): string[] {
  const found: string[] = [];
  for (const game of readdirSync(join(root, 'games'), { withFileTypes: true })) {
    const folder = join(root, 'games', game.name, 'decks');
    if (!game.isDirectory() || !existsSync(folder)) continue;
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.en.txt'))) {
      if (read_deck(readFileSync(join(folder, file), 'utf8')).icons) found.push(`${game.name}/${file.slice(0, -7)}`);
    }
  }
  return found.sort();
}

export function load_deck(root: string, key: string): unknown[] {
  const [game, deck] = key.split('/');
  const path = (language: string) => join(root, 'games', game!, 'decks', `${deck}.${language}.txt`);
  const files = LANGUAGES.map((language) => read_deck(readFileSync(path(language), 'utf8')));
  const set = JSON.parse(readFileSync(join(root, 'node_modules', files[0]!.icons!, 'icons.json'), 'utf8'));
  return files[0]!.entries.map(({ icon }, index) => {
    const drawing = set.icons[icon];
    if (!drawing) throw new Error(`${key}: there is no icon ${icon}`);
    const in_languages = <T>(pick: (entry: Entry) => T) =>
      Object.fromEntries(LANGUAGES.map((language, at) => [language, pick(files[at]!.entries[index]!)]));
    return {
      name: icon,
      box: `0 0 ${drawing.width ?? set.width ?? 16} ${drawing.height ?? set.height ?? 16}`,
      body: own_names(drawing.body, icon),
      title: in_languages((entry) => entry.title),
      keywords: in_languages((entry) => entry.keywords.join(' ')),
    };
  });
}

export function picture_decks(root: string): Plugin {
  return {
    name: 'unisono-pictures',
    resolveId: (id) => (id === INDEX || id.startsWith(DECK) ? '\0' + id : undefined),
    load(id) {
      if (id === '\0' + INDEX) {
        const entries = decks_of(root).map((key) => `${JSON.stringify(key)}: () => import('${DECK}${key}')`);
        return `export default { ${entries.join(', ')} };`;
      }
      if (!id.startsWith('\0' + DECK)) return undefined;
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(load_deck(root, id.slice(DECK.length + 1))))});`;
    },
  };
}
