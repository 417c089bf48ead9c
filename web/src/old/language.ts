/* What the language has learnt since Chromium 64, as far as the app uses it. tests/old_bundle.mjs knows what else there
 * is, and fails when the app begins to use it. */
import { add } from './add.ts';

add(self, { globalThis: self });

/* The number of a place, counted from the end where it is negative. */
const place = (at: number, length: number) => (at < 0 ? Math.trunc(at) + length : Math.trunc(at) || 0);

function flat(list: readonly unknown[], depth: number): unknown[] {
  return list.reduce<unknown[]>((all, one) => all.concat(Array.isArray(one) && depth > 1 ? flat(one, depth - 1) : one), []);
}

add(Array.prototype, {
  flat(this: unknown[], depth = 1) {
    return depth < 1 ? this.slice() : flat(this, depth);
  },
  flatMap(this: unknown[], change: (one: unknown, index: number, all: unknown[]) => unknown, self_?: unknown) {
    return flat(this.map(change, self_), 1);
  },
  at(this: unknown[], at: number) {
    return this[place(at, this.length)];
  },
  findLast(this: unknown[], test: (one: unknown, index: number, all: unknown[]) => boolean) {
    for (let i = this.length - 1; i >= 0; i--) if (test(this[i], i, this)) return this[i];
    return undefined;
  },
  findLastIndex(this: unknown[], test: (one: unknown, index: number, all: unknown[]) => boolean) {
    for (let i = this.length - 1; i >= 0; i--) if (test(this[i], i, this)) return i;
    return -1;
  },
});

add(String.prototype, {
  at(this: string, at: number) {
    return this[place(at, this.length)];
  },
  replaceAll(this: string, from: string | RegExp, to: string) {
    return typeof from === 'string' ? this.split(from).join(to) : this.replace(from, to);
  },
  trimStart(this: string) {
    return this.replace(/^\s+/, '');
  },
  trimEnd(this: string) {
    return this.replace(/\s+$/, '');
  },
  *matchAll(this: string, pattern: RegExp) {
    const own = new RegExp(pattern.source, pattern.flags);
    for (let found = own.exec(this); found; found = own.exec(this)) {
      yield found;
      if (!found[0]) own.lastIndex++;
    }
  },
});

add(Object, {
  fromEntries(entries: Iterable<[PropertyKey, unknown]>) {
    const made: Record<PropertyKey, unknown> = {};
    for (const [key, value] of entries) made[key] = value;
    return made;
  },
  hasOwn: (home: object, key: PropertyKey) => Object.prototype.hasOwnProperty.call(home, key),
});

add(Promise, {
  allSettled: (all: Iterable<unknown>) =>
    Promise.all(
      Array.from(all, (one) =>
        Promise.resolve(one).then(
          (value) => ({ status: 'fulfilled', value }),
          (reason: unknown) => ({ status: 'rejected', reason }),
        ),
      ),
    ),
});

/* What the app copies is what JSON can say, and dates, maps and sets of it. */
function copy(value: unknown, known = new Map<unknown, unknown>()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (known.has(value)) return known.get(value);
  if (value instanceof Date) return new Date(value);
  const made: unknown = Array.isArray(value) ? [] : value instanceof Map ? new Map() : value instanceof Set ? new Set() : {};
  known.set(value, made);
  if (value instanceof Map) value.forEach((one, key) => (made as Map<unknown, unknown>).set(copy(key, known), copy(one, known)));
  else if (value instanceof Set) value.forEach((one) => (made as Set<unknown>).add(copy(one, known)));
  else for (const key of Object.keys(value)) (made as Record<string, unknown>)[key] = copy((value as Record<string, unknown>)[key], known);
  return made;
}

add(self, {
  structuredClone: (value: unknown) => copy(value),
  queueMicrotask: (what: () => void) => void Promise.resolve().then(what).catch((error: unknown) => setTimeout(() => { throw error; })),
});
