/* Picture decks: drawings become one lazily loaded module a deck.
 *
 * A deck says `@icons <npm package>` and names a picture an entry, with a title and keywords in each language
 * (docs/decks.md). With `@scenes <set>` its entries are scenes, composed from the icons by the recipes of
 * games/<id>/scenes/<set>.txt (docs/pictures.md): each is a file of its own, which a browser loads when it is to be
 * seen and keeps for ever. Without, they are single icons, which the module holds.
 *
 * `import decks from 'virtual:pictures'` is { '<id>/<deck>': () => import(…) }; a deck is an array of pictures in the
 * order of its entries, so that the numbers of the protocol are its indices. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { own_names } from './scenes/draw.ts';
import { BOX, draw_scene, read_recipe, svg_of, type Icons, type Recipe } from './scenes/scene.ts';
import { LANGUAGES } from './strings.ts';

const INDEX = 'virtual:pictures';
const DECK = 'virtual:pictures/';
/* Where scenes lie in the app. The service worker does not keep them beforehand (worker.ts). */
export const SCENE_FILES = 'assets/pictures/';

interface Entry {
  icon: string;
  title: string;
  keywords: string[];
}

export interface DeckFile {
  icons: string | undefined;
  scenes: string | undefined;
  entries: Entry[];
}

export interface PictureFile {
  name: string;
  svg: string;
}

export function read_deck(text: string): DeckFile {
  const deck: DeckFile = { icons: undefined, scenes: undefined, entries: [] };
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line.startsWith('@icons ')) deck.icons = line.slice(7).trim();
    if (line.startsWith('@scenes ')) deck.scenes = line.slice(8).trim();
    if (!line || line.startsWith('#') || line.startsWith('@')) continue;
    const [icon, ...fields] = line.split('|').map((part) => part.trim());
    const field = (name: string) => fields.find((one) => one.startsWith(`${name}:`))?.slice(name.length + 1).trim() ?? '';
    deck.entries.push({ icon: icon!, title: field('title'), keywords: field('keywords').split(',').map((word) => word.trim()).filter(Boolean) });
  }
  return deck;
}

/* The recipes of a set, in order. */
export function read_scenes(text: string): Recipe[] {
  return text.split('\n').map((line) => line.trim()).filter((line) => line && !line.startsWith('#')).map(read_recipe);
}

export function decks_of(root: string): string[] {
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

const icon_sets = new Map<string, { icons: Icons & Record<string, { width?: number; height?: number }>; width?: number; height?: number }>();

function icons_of(root: string, name: string) {
  if (!icon_sets.has(name)) icon_sets.set(name, JSON.parse(readFileSync(join(root, 'node_modules', name, 'icons.json'), 'utf8')));
  return icon_sets.get(name)!;
}

/* The drawings of a deck's scenes by name, each a whole SVG. */
export function draw_deck(root: string, key: string): Map<string, string> {
  const [game, deck] = key.split('/');
  const { icons, scenes } = read_deck(readFileSync(join(root, 'games', game!, 'decks', `${deck}.en.txt`), 'utf8'));
  if (!scenes) return new Map();
  const recipes = read_scenes(readFileSync(join(root, 'games', game!, 'scenes', `${scenes}.txt`), 'utf8'));
  return new Map(recipes.map((recipe) => [recipe.id, svg_of(draw_scene(recipe, icons_of(root, icons!).icons))]));
}

/* A name that changes with the drawing: what has it never changes. */
function scene_file(key: string, name: string, svg: string): string {
  const set = key.split('/')[1]!.replace(/^pictures-/, '');
  return `${SCENE_FILES}${set}-${name}-${createHash('sha256').update(svg).digest('base64url').slice(0, 8)}.svg`;
}

export function load_deck(root: string, key: string, keep: (file: PictureFile) => void = () => undefined): unknown[] {
  const [game, deck] = key.split('/');
  const path = (language: string) => join(root, 'games', game!, 'decks', `${deck}.${language}.txt`);
  const files = LANGUAGES.map((language) => read_deck(readFileSync(path(language), 'utf8')));
  const set = icons_of(root, files[0]!.icons!);
  const scenes = draw_deck(root, key);
  const drawn = (name: string) => {
    if (files[0]!.scenes) {
      const svg = scenes.get(name);
      if (!svg) throw new Error(`${key}: there is no recipe ${name}`);
      const file = scene_file(key, name, svg);
      keep({ name: file, svg });
      const [, , wide, high] = BOX.split(' ');
      return { box: `0 0 ${wide} ${high}`, src: `/${file}`, body: `<image href="/${file}" width="${wide}" height="${high}"/>` };
    }
    const icon = set.icons[name];
    if (!icon) throw new Error(`${key}: there is no icon ${name}`);
    return { box: `0 0 ${icon.width ?? set.width ?? 16} ${icon.height ?? set.height ?? 16}`, body: own_names(icon.body, name) };
  };
  return files[0]!.entries.map(({ icon }, index) => {
    const in_languages = <T>(pick: (entry: Entry) => T) =>
      Object.fromEntries(LANGUAGES.map((language, at) => [language, pick(files[at]!.entries[index]!)]));
    return { name: icon, ...drawn(icon), title: in_languages((entry) => entry.title), keywords: in_languages((entry) => entry.keywords.join(' ')) };
  });
}

export function picture_decks(root: string): Plugin {
  const kept = new Map<string, string>();
  const load = (key: string) => load_deck(root, key, ({ name, svg }) => kept.set(name, svg));
  return {
    name: 'unisono-pictures',
    resolveId: (id) => (id === INDEX || id.startsWith(DECK) ? '\0' + id : undefined),
    load(id) {
      if (id === '\0' + INDEX) {
        const entries = decks_of(root).map((key) => `${JSON.stringify(key)}: () => import('${DECK}${key}')`);
        return `export default { ${entries.join(', ')} };`;
      }
      if (!id.startsWith('\0' + DECK)) return undefined;
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(load(id.slice(DECK.length + 1))))});`;
    },
    /* Both bundles name the same files; they are written twice with the same bytes. */
    generateBundle() {
      for (const [fileName, source] of kept) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const svg = kept.get((request.url ?? '').slice(1).split('?')[0]!);
        if (svg === undefined) return next();
        response.setHeader('content-type', 'image/svg+xml');
        response.end(svg);
      });
    },
  };
}
