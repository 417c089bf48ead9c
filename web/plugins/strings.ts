/* Interface texts for the browser: `import files from 'virtual:strings'` is { de: () => import(…), 'de/<game>': … }.
 *
 * The texts are the same files the C program reads (key = text with {places}, # comments): those of
 * the web app, those every game shares, and those of each game. A language is one file for the app, one for what comes
 * later, one for table screens, and one a game for what only its screens say: a lobby need not wait for the words of
 * five games, and a phone not for those of a stage. A key that two files define fails the build. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export const LANGUAGES = ['en', 'de', 'fr'] as const;
const INDEX = 'virtual:strings';
const PREFIX = 'virtual:strings/';
/* What is said of a game where its screens are not there: in the lobby, in the language of the table. */
const OUTSIDE = ['bot', 'game', 'option', 'setup'];

/* What only those read who run the server, or ask what it keeps. */
const HOST = /^(console|privacy)(\.|$)/;
/* What nobody reads on the first screen: the first minute of a game, teams, televisions, own decks, the filter, keepsakes, memory,
 * what a host decides about the table. One file for all of it. */
const MORE =
  /^(claims|crowd|deal|deck|filter|hints|inside|keepsakes|memory|move|opening|replay|teams|tonight|tv|veil|words)(\.|$)|^(password\.(help|on|use|off|set)|options\.clocks\.help)$|^refusal\.(no_ticket|ticket_own)$|^(join\.mine|people\.(carried|down|drag|hand_over|learn|make_second|mark_youngest|moved|rise|up)|lobby\.(ended\.\w+|keep|tonight)|keepsake\.all)$|^settings\.(text(\.|$)|calm\.help$)|^clocks\.|^table\.(places|hide|show_code)(\.|$)|^web\.\w+\.intro\.|^option\..*\.help$/;
/* Of what the shell itself says: facts, refusals, votes and endings, which come after a first move; who looks on. */
const AFTER = /^(choice|fact|reason|refusal|result|vote|visitors|knocks)(\.|$)|^invite\.(how|share|copied|screen)$/;
/* What only a table screen says. */
const STAGE = /^web\.\w+\.stage\./;

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

function games(root: string): string[] {
  return readdirSync(join(root, 'games'), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
}

/* The files of one language that are there, the web app's own first. */
function string_paths(root: string, language: string): { path: string; game?: string }[] {
  const places = [
    { path: join(root, 'web/strings', `${language}.txt`) },
    { path: join(root, 'src/rules/strings', `${language}.txt`) },
    ...games(root).map((game) => ({ path: join(root, 'games', game, 'strings', `${language}.txt`), game })),
  ];
  return places.filter(({ path }) => existsSync(path));
}

/* All texts of a language; or those of one part: a game's own, the app's ('app'), what comes later ('more'), what is for
 * hosts of servers ('host'), or the stage's ('stage'). */
export function load_strings(root: string, language: string, part?: string): Record<string, string> {
  const all: Record<string, string> = {};
  const chosen: Record<string, string> = {};
  for (const { path, game } of string_paths(root, language)) {
    for (const [key, text] of parse_strings(readFileSync(path, 'utf8'), path)) {
      if (key in all) throw new Error(`${path}: ${key} is defined twice`);
      all[key] = text;
      if (key.startsWith('keep.')) continue; /* what the server writes keepsakes with */
      const part_of = MORE.test(key) || (!game && AFTER.test(key)) ? 'more' : HOST.test(key) ? 'host' : STAGE.test(key) ? 'stage' : undefined;
      const home = part_of ?? (game && !OUTSIDE.includes(key.split('.')[0]!) ? game : 'app');
      if (part === undefined || part === home) chosen[key] = text;
    }
  }
  return chosen;
}

/* French puts a space before its marks and inside its quotes, and no line may end there: a narrow one, but a full one
 * before a colon. Writers type any space. Nor does a line end inside *a-t-il*. */
export function typeset(text: string, language: string): string {
  if (language !== 'fr') return text;
  return text
    .replace(/[ \u00a0](?=[;!?»])/g, '\u202f')
    .replace(/«[ \u00a0]/g, '«\u202f')
    .replace(/[ \u202f](?=:)/g, '\u00a0')
    .replace(/-(t-)?(?=(?:il|elle|on|ils|elles|ce|nous|vous|tu|je)(?!\p{L}))/gu, (hyphens) => hyphens.replaceAll('-', '-\u2060'));
}

/* '<language>', '<language>/more', '<language>/host', '<language>/stage' or '<language>/<game>' of every file there is. */
function part_names(root: string): string[] {
  return LANGUAGES.flatMap((language) => [
    language,
    `${language}/more`,
    `${language}/host`,
    `${language}/stage`,
    ...string_paths(root, language).flatMap(({ game }) => (game ? `${language}/${game}` : [])),
  ]);
}

export function string_files(root: string): Plugin {
  return {
    name: 'unisono-strings',
    resolveId: (id) => (id === INDEX || id.startsWith(PREFIX) ? '\0' + id : undefined),
    load(id) {
      if (id === '\0' + INDEX)
        return `export default { ${part_names(root).map((name) => `'${name}': () => import('${PREFIX}${name}')`).join(', ')} };`;
      if (!id.startsWith('\0' + PREFIX)) return undefined;
      const [language, part = 'app'] = id.slice(PREFIX.length + 1).split('/');
      for (const { path } of string_paths(root, language!)) this.addWatchFile(path);
      /* A string parsed at run time is smaller and quicker than an object literal. */
      return `export default JSON.parse(${JSON.stringify(typeset(JSON.stringify(load_strings(root, language!, part)), language!))});`;
    },
  };
}
