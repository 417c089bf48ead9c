/* Small helpers for drawing: numbers as short as they can be, and chance that is the same every time. */

export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/* Numbers from 0 to 1 that depend on a text only: a picture is the same whoever builds it. */
export function dice(seed: string): () => number {
  let state = 2166136261;
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const area = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`;
export const line = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;
export const disc = (x: number, y: number, r: number, fill: string, more = '') => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${more}/>`;
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${more}/>`;
export const box = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
  `<path d="M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}z" fill="${fill}"${more}/>`;

/* Names inside a drawing (clip paths, gradients) must not meet those of another drawing on the page. */
export function own_names(body: string, prefix: string): string {
  return body
    .replace(/\bid="([^"]+)"/g, (_, name: string) => `id="${prefix}-${name}"`)
    .replace(/url\(#([^)]+)\)/g, (_, name: string) => `url(#${prefix}-${name})`)
    .replace(/href="#([^"]+)"/g, (_, name: string) => `href="#${prefix}-${name}"`);
}

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const ARGUMENTS: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/* Where the points of a path lie; curves by the corners of their hull, which is near enough to put a thing down. */
function path_points(d: string, add: (x: number, y: number) => void): void {
  let [x, y, from_x, from_y] = [0, 0, 0, 0];
  for (const [, command, rest] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const kind = command!.toLowerCase();
    const relative = command === kind;
    const take = ARGUMENTS[kind] ?? 0;
    const numbers = numbers_of(rest!, kind);
    if (kind === 'z') [x, y] = [from_x, from_y];
    for (let at = 0; take && at + take <= numbers.length; at += take) {
      const part = numbers.slice(at, at + take);
      const [base_x, base_y] = relative ? [x, y] : [0, 0];
      if (kind === 'h') x = base_x + part[0]!;
      else if (kind === 'v') y = base_y + part[0]!;
      else {
        /* Corners of curves pull half as far as they stand. */
        const [start_x, start_y] = [x, y];
        [x, y] = [base_x + part[take - 2]!, base_y + part[take - 1]!];
        if (kind !== 'a') for (let i = 0; i + 2 < take; i += 2) add((base_x + part[i]! + (start_x + x) / 2) / 2, (base_y + part[i + 1]! + (start_y + y) / 2) / 2);
      }
      add(x, y);
      if (kind === 'm' && at === 0) [from_x, from_y] = [x, y];
    }
  }
}

/* Flags of arcs may stand without a blank between them. */
function numbers_of(text: string, kind: string): number[] {
  const NUMBER = /-?(?:\d*\.\d+|\d+\.?)(?:e[-+]?\d+)?/g;
  if (kind !== 'a') return (text.match(NUMBER) ?? []).map(Number);
  const ARC = /(-?[\d.]+)[\s,]*(-?[\d.]+?)[\s,]+(-?[\d.]+?)[\s,]+([01])[\s,]*([01])[\s,]*(-?(?:\d*\.\d+|\d+))[\s,]*(-?(?:\d*\.\d+|\d+))/g;
  const TIGHT = /(-?(?:\d*\.\d+|\d+))[\s,]*(-?(?:\d*\.\d+|\d+))[\s,]+(-?(?:\d*\.\d+|\d+))[\s,]+([01])[\s,]*([01])[\s,]*(-?(?:\d*\.\d+|\d+))[\s,]*(-?(?:\d*\.\d+|\d+))/g;
  const found = [...text.matchAll(TIGHT)];
  return (found.length ? found : [...text.matchAll(ARC)]).flatMap((one) => one.slice(1, 8).map(Number));
}

export function bounds_of(body: string): Bounds {
  const at: Bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const add = (x: number, y: number) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    at.left = Math.min(at.left, x);
    at.right = Math.max(at.right, x);
    at.top = Math.min(at.top, y);
    at.bottom = Math.max(at.bottom, y);
  };
  for (const [tag] of body.matchAll(/<(?:path|circle|ellipse|rect)\b[^>]*>/g)) {
    const value = (name: string) => Number(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? 0);
    if (tag.startsWith('<path')) path_points(/\bd="([^"]*)"/.exec(tag)?.[1] ?? '', add);
    else if (tag.startsWith('<rect')) {
      add(value('x'), value('y'));
      add(value('x') + value('width'), value('y') + value('height'));
    } else {
      const rx = value('r') || value('rx');
      const ry = value('r') || value('ry');
      add(value('cx') - rx, value('cy') - ry);
      add(value('cx') + rx, value('cy') + ry);
    }
  }
  return at;
}
