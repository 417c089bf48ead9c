/* What this device keeps between visits: in localStorage where there is one, else in memory (private
 * windows and full disks must not stop a party).
 *
 * A token is the guest: one per room, shared by the tabs of a browser. A table screen has one of its own,
 * so that a laptop can show the table in one tab and sit at it in another. */
import type { Counter } from './outbox.ts';

const memory = new Map<string, string>();
const refused = new Set<string>();
const PREFIX = 'unisono.';

function storage(): Storage | undefined {
  try {
    return globalThis.localStorage ?? undefined;
  } catch {
    return undefined;
  }
}

export function kept(name: string): string | undefined {
  if (refused.has(name)) return memory.get(name);
  try {
    return storage()?.getItem(PREFIX + name) ?? memory.get(name);
  } catch {
    return memory.get(name);
  }
}

/* What the storage did not take may still stand there in an older form, which is not to be believed. */
function write(name: string, value: string): void {
  refused.add(name);
  storage()?.setItem(PREFIX + name, value);
  refused.delete(name);
}

/* Full or forbidden: memory has it for as long as the page lives. What was said at other tables goes before the key to a seat does. */
export function keep(name: string, value: string): void {
  memory.set(name, value);
  try {
    write(name, value);
  } catch {
    for (const words of kept_names('words.')) if (!memory.has(words) && !name.includes(words.slice(5))) forget(words);
    try {
      write(name, value);
    } catch {
      /* Only memory, then. */
    }
  }
}

export function forget(name: string): void {
  memory.delete(name);
  refused.delete(name);
  try {
    storage()?.removeItem(PREFIX + name);
  } catch {
    /* Nothing to forget then. */
  }
}

/* Names that begin with this, newest first where their value tells a time. */
export function kept_names(start: string): string[] {
  const names = new Set([...memory.keys()].filter((name) => name.startsWith(start)));
  try {
    const all = storage();
    for (let i = 0; all && i < all.length; i++) {
      const key = all.key(i);
      if (key?.startsWith(PREFIX + start)) names.add(key.slice(PREFIX.length));
    }
  } catch {
    /* Only memory, then. */
  }
  return [...names];
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function draw_token(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(43));
  return Array.from(bytes, (byte) => ALPHABET[byte & 63]).join('');
}

/* KQ7TM, however it was typed. */
export function plain_code(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/* The device is one that the room does not know, from now on. */
export function forget_token(room: string): void {
  forget(`token.${room}`);
  forget(`n.${room}`);
}

export function token_for(room: string, screen: boolean): string {
  const name = `${screen ? 'screen' : 'token'}.${room}`;
  const old = kept(name);
  if (old) return old;
  const token = draw_token();
  keep(name, token);
  return token;
}

/* A room that is asked for twice (an impatient finger, a lost answer) must be one room. */
export function token_for_new(): string {
  const old = kept('creating');
  if (old) return old;
  const token = draw_token();
  keep('creating', token);
  return token;
}

export function created(room: string, screen: boolean): void {
  const token = kept('creating');
  if (token) keep(`${screen ? 'screen' : 'token'}.${room}`, token);
  forget('creating');
}

/* The counter of a guest's requests, shared by tabs through storage. */
export function counter_for(room: string, screen: boolean): Counter {
  const name = `n.${screen ? 's.' : ''}${room}`;
  const last = () => Number(kept(name) ?? 0) || 0;
  return {
    draw() {
      const n = last() + 1;
      keep(name, String(n));
      return n;
    },
    learn(n) {
      if (n > last()) keep(name, String(n));
    },
  };
}

/* Where this device sat lately, for "back to the table" on the front page. */
export interface Visit {
  code: string;
  when: number;
}

export function remember_visit(code: string): void {
  keep(`visit.${code}`, String(Date.now()));
}

export function forget_visit(code: string): void {
  forget(`visit.${code}`);
}

export function visits(within = 12 * 3_600_000): Visit[] {
  const now = Date.now();
  return kept_names('visit.')
    .map((name) => ({ code: name.slice('visit.'.length), when: Number(kept(name)) }))
    .filter((visit) => now - visit.when < within)
    .sort((a, b) => b.when - a.when);
}
