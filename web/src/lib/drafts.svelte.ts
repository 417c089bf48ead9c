/* What was typed and not sent: kept per room, game, moment and seat, over reloads.
 *
 *     const word = draft('KQ7TM.2.write.1.0');
 *     <input bind:value={word.value}>            word.clear() once it was taken
 */
import { forget, keep, kept, kept_names } from '../net/keep.ts';

const OLD = 24 * 3_600_000;

export class Draft {
  #name: string;
  #value = $state('');

  constructor(name: string) {
    this.#name = `draft.${name}`;
    const old = kept(this.#name);
    if (old) this.#value = old.slice(old.indexOf(' ') + 1);
  }

  get value(): string {
    return this.#value;
  }

  set value(text: string) {
    this.#value = text;
    if (text) keep(this.#name, `${Date.now()} ${text}`);
    else forget(this.#name);
  }

  clear(): void {
    this.value = '';
  }
}

/* Yesterday's half-typed words are nobody's any more. */
export function sweep_drafts(now = Date.now()): void {
  for (const name of kept_names('draft.')) {
    if (now - Number(kept(name)?.split(' ', 1)[0]) > OLD) forget(name);
  }
}
