/* The words on the screen, in the language of this device.
 *
 * Texts have {places}. load_language() fetches those of the app and of every game whose screens are here; everything
 * that called t() inside a component follows by itself. A key without a text shows its last part: never an empty
 * button. */
import { keep } from '../net/keep.ts';
import type { Args, Language } from '../generated/protocol.ts';
import { first_language, LANGUAGE_NAMES, LANGUAGES, text_file, type Entries } from './language.ts';

export { first_language, LANGUAGES, LANGUAGE_NAMES };

class Texts {
  language = $state<Language>('en');
  /* Those of the app, then those of each game whose screens are here. */
  parts = $state.raw<Entries[]>([]);
  /* Of other languages than this device's, as far as somebody has asked for them. */
  others = $state.raw<Partial<Record<Language, Entries>>>({});
}

const texts = new Texts();

export function language(): Language {
  return texts.language;
}

const games = new Set<string>();
let last_wanted: Language | undefined;

export async function load_language(wanted: Language): Promise<void> {
  let parts: Entries[];
  let known: number;
  last_wanted = wanted;
  do {
    known = games.size;
    parts = await Promise.all([text_file(wanted), ...[...games].map((game) => text_file(wanted, game))]);
  } while (known !== games.size); /* the screens of another game came meanwhile */
  if (wanted !== last_wanted) return; /* so did another wish */
  texts.parts = parts;
  texts.language = wanted;
  if (globalThis.document) document.documentElement.lang = wanted;
}

/* What the screens of this game (or what comes later, 'more') say, in whatever language the device speaks by the time they have come. */
export async function load_game_texts(game: string): Promise<void> {
  if (games.has(game)) return;
  const wanted = texts.language;
  const own = await text_file(wanted, game);
  if (wanted !== texts.language) return load_game_texts(game);
  games.add(game);
  texts.parts = [...texts.parts, own];
}

/* A part of the app that comes later, with what it says (plugins/strings.ts). */
export async function with_texts<Part>(file: Promise<Part>, texts_of = 'more'): Promise<Part> {
  const [part] = await Promise.all([file, load_game_texts(texts_of)]);
  return part;
}

export async function choose_language(wanted: Language): Promise<void> {
  await load_language(wanted);
  keep('language', wanted);
}

/* For tests and stories. */
export function use_texts(entries: Entries, wanted: Language = 'en'): void {
  texts.parts = [entries];
  texts.language = wanted;
}

function find(key: string): string | undefined {
  for (const part of texts.parts) if (key in part) return part[key];
  return undefined;
}

export function has_text(key: string): boolean {
  return find(key) !== undefined;
}

/* Numbers that decide a form: {n|one|many} picks by n; French takes the first form for 0 too. */
export function fill(text: string, args: Args = {}, lang: Language = texts.language): string {
  return text.replace(/\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = args[name];
    if (one !== undefined && many !== undefined) {
      const n = Number(value);
      return n === 1 || (lang === 'fr' && n === 0) ? one : many;
    }
    return value === undefined || value === null ? whole : String(value);
  });
}

export function t(key: string, args?: Args): string {
  const text = find(key);
  return text === undefined ? key.slice(key.lastIndexOf('.') + 1).replace(/_/g, ' ') : fill(text, args);
}

const asked = new Set<Language>();

/* What is said in the language of the table, whatever that of the device is; in the device's until it has come. */
export function t_in(wanted: Language, key: string, args?: Args): string {
  const text = texts.others[wanted]?.[key];
  if (wanted === texts.language || text === undefined) {
    if (wanted !== texts.language && !asked.has(wanted)) {
      asked.add(wanted);
      void text_file(wanted).then((own) => (texts.others = { ...texts.others, [wanted]: own }), () => asked.delete(wanted));
    }
    return t(key, args);
  }
  return fill(text, args, wanted);
}

/* The first of these keys that has a text. */
export function t_first(keys: string[], args?: Args): string {
  return t(keys.find(has_text) ?? keys[keys.length - 1]!, args);
}

/* Texts of a game's screens outside a running game: `web.<id>.<key>` first, then the key itself. */
export function game_text(id: string): (key: string, args?: Args) => string {
  return (key, args) => t_first([`web.${id}.${key}`, key], args);
}

/* "Ann", "Ann and Ben", "Ann, Ben and Cleo". (Intl.ListFormat takes a phone a tenth of a second to wake up.) */
export function list(items: string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${t('list.and')} ${last}`;
}

/* MEETING comes from MEET: which of the two words is the root, or a third one. */
function by_root({ word, with: other, root }: Args): string {
  if (!root) return '';
  return root === other ? '.from' : root === word ? '.into' : '.both';
}

/* Why something was refused, in words. */
export function refusal_text(reason: { key: string; args?: Args }, game?: string): string {
  const keys = [`refusal.${reason.key}${by_root(reason.args ?? {})}`, `refusal.${reason.key}`, reason.key];
  if (game) keys.unshift(`refusal.${game}.${reason.key}`);
  return t_first(keys.concat('refusal.unknown'), reason.args);
}
