/* Words that the host has taken off the screens: everything that is shown is the same, but for them. */

const VEIL = '▒▒▒▒';

const plain = (word: string) => word.trim().toUpperCase();

export function veiled<T>(value: T, words: readonly string[]): T {
  const hidden = new Set(words.map(plain));
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return hidden.has(plain(one)) ? VEIL : one;
    if (Array.isArray(one)) return one.map(walk);
    if (one && typeof one === 'object') return Object.fromEntries(Object.entries(one).map(([name, inside]) => [name, walk(inside)]));
    return one;
  };
  return walk(value) as T;
}
