/* Colours of the scenes: one palette for everything, and the light of a mood over it (docs/pictures.md). */

type Triple = [number, number, number];

/* Our paints. A drawing of an icon set is repainted with these, so that all look as if from one box of colours. */
export const PAINTS: Record<string, string> = {
  ink: '#1f1b3d', night: '#2b2a5e', indigo: '#40419a', blue: '#3f6fc4', sky: '#6fb1e0', ice: '#c3e4ee', teal: '#1f8a8a', sea: '#3fb5a8',
  mint: '#a5dcc0', moss: '#3f6b3f', leaf: '#6a9e4a', lime: '#b3c956', gold: '#f2b83a', sand: '#eed49a', cream: '#f8ecd4', white: '#fffaf0',
  orange: '#ef8a3c', coral: '#ea5f4c', red: '#c93a40', wine: '#7e2440', rose: '#f2a0a4', pink: '#e56f95', plum: '#7b3f7d', lilac: '#b58acb',
  brown: '#7a4a33', wood: '#a86f45', tan: '#cf9d6b', fair: '#f6cfae', amber: '#d99e73', umber: '#a06a48', cocoa: '#6b432f', stone: '#8b8798',
  slate: '#575569', mist: '#c9c4cc', char: '#33303f',
};

function rgb(hex: string): Triple {
  const long = hex.length === 4 ? [...hex.slice(1)].map((one) => one + one).join('') : hex.slice(1, 7);
  return [0, 2, 4].map((at) => parseInt(long.slice(at, at + 2), 16) / 255) as Triple;
}

function hex_of(colour: Triple): string {
  return '#' + colour.map((one) => Math.round(Math.min(1, Math.max(0, one)) * 255).toString(16).padStart(2, '0')).join('');
}

const straight = (one: number) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
const curved = (one: number) => (one <= 0.0031308 ? 12.92 * one : 1.055 * Math.max(0, one) ** (1 / 2.4) - 0.055);

/* To OKLab and back: distances there are as the eye sees them. */
const known = new Map<string, Triple>();

function lab(hex: string): Triple {
  let found = known.get(hex);
  if (!found) known.set(hex, (found = measured(hex)));
  return found;
}

function measured(hex: string): Triple {
  const [r, g, b] = rgb(hex).map(straight) as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function from_lab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return hex_of([
    curved(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    curved(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    curved(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]);
}

/* From 0, black, to 1, white. */
export const lightness = (hex: string) => lab(hex)[0];

export function mix(from: string, to: string, share: number): string {
  const a = lab(from);
  const b = lab(to);
  return from_lab(a.map((one, at) => one + (b[at]! - one) * share) as Triple);
}

/* How far a drawing's own colour goes towards our nearest paint: far enough to belong, near enough to keep its folds. */
const REPAINT = 0.72;

const palette = Object.values(PAINTS).map(lab);

export function repaint(hex: string): string {
  const own = lab(hex);
  let best = palette[0]!;
  const far = (paint: Triple) => Math.hypot(paint[0] - own[0], paint[1] - own[1], paint[2] - own[2]);
  for (const paint of palette) if (far(paint) < far(best)) best = paint;
  return from_lab(own.map((one, at) => one + (best[at]! - one) * REPAINT) as Triple);
}

/* The same drawing in another paint: its folds stay, the hue is the paint's. */
export function dyed(hex: string, paint: string): string {
  const [own] = lab(hex);
  const [middle, a, b] = lab(paint);
  return from_lab([Math.min(0.97, own * 0.8 + middle * 0.2), a * 0.95, b * 0.95]);
}

/* Every colour of a piece of SVG through `change`. */
export function each_colour(body: string, change: (hex: string) => string): string {
  return body.replace(/#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b/g, (hex) => change(hex.toLowerCase()));
}
