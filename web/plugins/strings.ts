/* Interface texts for the browser: `import texts from 'virtual:strings/de'`.
 *
 * The texts are the same files the C program reads (key = text with {places}, # comments): those of
 * the web app, those every game shares, and those of each game. One module per language, so that a
 * screen loads only the language it speaks. A key that two files define fails the build. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export const LANGUAGES = ['en', 'de', 'fr'] as const;
const PREFIX = 'virtual:strings/';

export function parse_strings(text: string, file: string): Map<string, string> {
  const entries = new Map<string, string>();
  text.split('\n').forEach((raw, index) => {
    const line = raw.trim();
    if (!line || line.startsWith('#')) return;
    const at = line.indexOf('=');
    const key = line.slice(0, at).trim();
    const value = line.slice(at + 1).trim();
    if (at < 1 || !key || !value || entries.has(key))
      throw new Error(`${file}:${index + 1}: not a text of its own: ${line}`);
    entries.set(key, value);
  });
  return entries;
}

/* The files of one language, the web app's own first. */
export function string_paths(root: string, language: string): string[] {
  const games = readdirSync(join(root, 'games'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(root, 'games', entry.name, 'strings', `${language}.txt`));
  return [join(root, 'web/strings', `${language}.txt`), join(root, 'src/rules/strings', `${language}.txt`), ...games].filter(
    existsSync,
  );
}

export function load_strings(root: string, language: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const path of string_paths(root, language)) {
    for (const [key, text] of parse_strings(readFileSync(path, 'utf8'), path)) {
      if (key in all) throw new Error(`${path}: ${key} is defined twice`);
      all[key] = text;
    }
  }
  return all;
}

/* French puts a space before its marks and inside its quotes, and no line may end there. */
export function typeset(text: string, language: string): string {
  return language === 'fr' ? text.replace(/ (?=[:;!?»])/g, '\u00a0').replace(/« /g, '«\u00a0') : text;
}

export function string_files(root: string): Plugin {
  return {
    name: 'unisono-strings',
    resolveId: (id) => (id.startsWith(PREFIX) ? '\0' + id : undefined),
    load(id) {
      if (!id.startsWith('\0' + PREFIX)) return undefined;
      const language = id.slice(PREFIX.length + 1);
      for (const path of string_paths(root, language)) this.addWatchFile(path);
      /* A string parsed at run time is smaller and quicker than an object literal. */
      return `export default JSON.parse(${JSON.stringify(typeset(JSON.stringify(load_strings(root, language)), language))});`;
    },
  };
}
