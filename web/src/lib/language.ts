/* Which language a device speaks first, and where its texts are. No reactive parts: the first script needs it. */
import files from 'virtual:strings';
import { kept } from '../net/keep.ts';
import type { Language } from '../generated/protocol.ts';

export const LANGUAGES: readonly Language[] = ['en', 'de', 'fr'];
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', fr: 'Français' };

export type Entries = Record<string, string>;

/* The texts of the app, or what only the screens of one game say. A second import of the same file costs nothing. */
export async function text_file(language: Language, game?: string): Promise<Entries> {
  const file = files[game ? `${language}/${game}` : language];
  return file ? (await file()).default : {};
}

/* What somebody chose here, else what the device asks for, else English. */
export function first_language(): Language {
  const asked = [kept('language'), ...(globalThis.navigator?.languages ?? [])];
  for (const tag of asked) {
    const short = tag?.slice(0, 2).toLowerCase();
    if (short && (LANGUAGES as readonly string[]).includes(short)) return short as Language;
  }
  return 'en';
}
