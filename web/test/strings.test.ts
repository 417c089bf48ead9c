/* The texts of the screens: the same keys and places in every language, and every key that code names exists. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES, load_strings, parse_strings, typeset } from '../plugins/strings.ts';

const root = join(import.meta.dirname, '../..');
const places = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

function files(folder: string, endings: string[]): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...files(path, endings));
    else if (endings.some((ending) => entry.name.endsWith(ending))) found.push(path);
  }
  return found;
}

function game_screens(): string[] {
  return readdirSync(join(root, 'games'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(root, 'games', entry.name)).includes('web'))
    .flatMap((entry) => files(join(root, 'games', entry.name, 'web'), ['.svelte', '.ts']));
}

test.each(['de', 'fr'])('web/strings/%s.txt has the keys and places of en.txt', (language) => {
  const read = (name: string) => parse_strings(readFileSync(join(root, 'web/strings', `${name}.txt`), 'utf8'), name);
  const english = read('en');
  const other = read(language);
  expect([...other.keys()].sort()).toEqual([...english.keys()].sort());
  for (const [key, text] of english) expect(new Set(places(other.get(key)!)), key).toEqual(new Set(places(text)));
});

test.each(LANGUAGES)('all texts in %s fit together', (language) => {
  expect(Object.keys(load_strings(root, language)).length).toBeGreaterThan(300);
});

test.each(LANGUAGES)('every text in %s is in one part', (language) => {
  const games = readdirSync(join(root, 'games'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const parts = ['app', 'more', 'host', 'stage', ...games.map((entry) => entry.name)].flatMap((part) => Object.keys(load_strings(root, language, part)));
  expect(parts.sort()).toEqual(Object.keys(load_strings(root, language)).sort());
  expect(Object.keys(load_strings(root, language, 'app')).filter((key) => key.startsWith('fact.') && games.some((game) => key.startsWith(`fact.${game.name}.`)))).toEqual([]);
});

/* t('key') and t(flag ? 'a' : 'b'), also as game.t(…), where the key is written out. */
function keys_in(code: string): string[] {
  const found: string[] = [];
  for (const [, inside] of code.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?<![\w$])t\(([^`(){}]*)/g)) {
    const first = inside!.split(',')[0]!;
    const wanted = first.includes('?') ? first.slice(first.indexOf('?')) : first;
    for (const [, key] of wanted.matchAll(/'([\w.]+)'/g)) found.push(key!);
  }
  return found;
}

test('every key that a screen names has a text', () => {
  const texts = load_strings(root, 'en');
  const missing: string[] = [];
  let named = 0;
  for (const path of [...files(join(root, 'web/src'), ['.svelte', '.ts']), ...game_screens()]) {
    const game = /games\/(\w+)\/web/.exec(path)?.[1];
    for (const key of keys_in(readFileSync(path, 'utf8'))) {
      named++;
      if (!(key in texts) && !(game && `web.${game}.${key}` in texts)) missing.push(`${path}: ${key}`);
    }
  }
  expect(missing).toEqual([]);
  expect(named).toBeGreaterThan(100);
});

test('no text of the shell lies unused', () => {
  const code = [...files(join(root, 'web/src'), ['.svelte', '.ts']), ...game_screens()].map((path) => readFileSync(path, 'utf8')).join('\n');
  const stems = [...code.matchAll(/`([\w.]+)\.?\$\{/g)].map(([, stem]) => stem!.replace(/\.$/, ''));
  const unused = Object.keys(load_strings(root, 'en')).filter((key) => {
    if (!readFileSync(join(root, 'web/strings/en.txt'), 'utf8').includes(`${key} =`)) return false;
    return !code.includes(`'${key}'`) && !stems.some((stem) => key.startsWith(`${stem}.`));
  });
  expect(unused).toEqual([]);
});

test('no line of French ends before its marks', () => {
  const set = 'Gagné\u00a0: «\u202foui\u202f»\u202f! Vraiment\u202f?';
  expect(typeset('Gagné : « oui » ! Vraiment ?', 'fr')).toBe(set);
  expect(typeset('Gagné\u202f: «\u00a0oui\u00a0»\u00a0! Vraiment\u00a0?', 'fr')).toBe(set);
  expect(typeset(set, 'fr')).toBe(set);
  expect(typeset('Won : no', 'en')).toBe('Won : no');
  const asked = 'Quelqu’un a-\u2060t-\u2060il vu\u202f? Peut-être. Mettez-\u2060vous d’accord.';
  expect(typeset('Quelqu’un a-t-il vu ? Peut-être. Mettez-vous d’accord.', 'fr')).toBe(asked);
  expect(typeset(asked, 'fr')).toBe(asked);
});
