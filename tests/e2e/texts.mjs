/* The texts of the app, from the files it is built of: what a button says in the language of a screen.
 *
 *     const say = texts('de');
 *     say('lobby.start', { game: say('game.onemind') })
 *     foreign(await page.innerText('body'), 'de')      English that stands where German should
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const books = new Map();

function read(language) {
  const games = readdirSync(join(root, 'games'), { withFileTypes: true }).filter((one) => one.isDirectory()).map((one) => `games/${one.name}/strings`);
  const book = new Map();
  for (const folder of ['src/rules/strings', ...games, 'web/strings']) {
    for (const line of readFileSync(join(root, folder, `${language}.txt`), 'utf8').split('\n')) {
      const at = line.indexOf(' = ');
      if (at > 0 && !line.startsWith('#')) book.set(line.slice(0, at).trim(), line.slice(at + 3).trim());
    }
  }
  return book;
}

function book_of(language) {
  if (!books.has(language)) books.set(language, read(language));
  return books.get(language);
}

export function texts(language) {
  const book = book_of(language);
  return (key, args = {}) => {
    const text = book.get(key);
    if (text === undefined) throw new Error(`no text ${key} in ${language}`);
    return text.replace(/\{(\w+)\}/g, (place, name) => String(args[name] ?? place));
  };
}

/* Sentences of other languages, and keys without a text, in what a page shows. */
export function foreign(shown, language) {
  const own = new Set(book_of(language).values());
  const lines = shown.split('\n').map((line) => line.trim());
  const found = lines.filter((line) => /^[a-z_]+(\.[a-z_]+)+$/.test(line));
  for (const other of ['en', 'de', 'fr'].filter((one) => one !== language)) {
    const theirs = new Set([...book_of(other).values()].filter((text) => text.length > 6 && !text.includes('{') && !own.has(text)));
    found.push(...lines.filter((line) => theirs.has(line)).map((line) => `${other}: ${line}`));
  }
  return found;
}
