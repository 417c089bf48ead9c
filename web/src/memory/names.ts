/* Names of those whom a table remembers. */
import type { MemoryPerson } from '../generated/protocol.ts';
import { language, list } from '../lib/text.svelte.ts';

/* As large as there is room for under a star. */
export function fill_name(name: string): number {
  return Math.min(34, 400 / Math.max(name.length, 6));
}

/* Whoever was forgotten is not named. */
export function names_of(persons: readonly MemoryPerson[], ids: readonly number[] = []): string {
  return list(ids.flatMap((id) => persons.find((one) => one.person === id)?.name ?? []));
}

/* Days are written as the texts are: in British English. */
export function day_language(): string {
  return language() === 'en' ? 'en-GB' : language();
}
