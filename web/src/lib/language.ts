/* Which language a device speaks first, and where its texts are. No reactive parts: the first script needs it. */
import { kept } from '../net/keep.ts';
import type { Language } from '../generated/protocol.ts';

export const LANGUAGES: readonly Language[] = ['en', 'de', 'fr'];
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', fr: 'Français' };

/* One file a language; a second import of the same one costs nothing. */
export const text_files: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('virtual:strings/en'),
  de: () => import('virtual:strings/de'),
  fr: () => import('virtual:strings/fr'),
};

/* What somebody chose here, else what the device asks for, else English. */
export function first_language(): Language {
  const asked = [kept('language'), ...(globalThis.navigator?.languages ?? [])];
  for (const tag of asked) {
    const short = tag?.slice(0, 2).toLowerCase();
    if (short && (LANGUAGES as readonly string[]).includes(short)) return short as Language;
  }
  return 'en';
}
