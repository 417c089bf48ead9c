/* How large words can be: as large as their box and their number allow, all of one size, never broken.
 *
 *     fit_grid(['OAK', 'WONDERLAND'], { width: 1700, height: 600 }, { unit: 10 })
 *         → { size: 118, columns: 2, rows: 1 }        pixels of the text, and how the cards stand
 *
 * Everything is in pixels; `unit` is a hundred-and-eighth of the stage's height (10 pixels at 1080p). Widths of words
 * are measured once in the typeface of the page. */
export interface Box {
  width: number;
  height: number;
}

export interface Fit {
  size: number;
  columns: number;
  rows: number;
}

export interface FitOptions {
  unit: number;
  /* In units: 16 is 160 pixels at 1080p. */
  most?: number;
  least?: number;
  /* Around a word on its card, and between cards, in the size of the text. */
  pad?: number;
  gap?: number;
  /* Height of a card in the size of the text. */
  tall?: number;
  /* Room below the word, such as a name, in units. */
  below?: number;
  columns?: number;
  measure?: (text: string) => number;
}

const WEIGHT = 750;
const SAMPLE = 100;
const known = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/* Width of a text in its own size, bold. Without a page it is a guess on the safe side. */
export function text_width(text: string, weight = WEIGHT): number {
  const key = `${weight} ${text}`;
  let width = known.get(key);
  if (width === undefined) {
    pen ??= globalThis.document?.createElement('canvas').getContext('2d');
    if (pen) {
      pen.font = `${weight} ${SAMPLE}px ${getComputedStyle(document.body).fontFamily}`;
      width = pen.measureText(text).width / SAMPLE;
    } else {
      width = text.length * 0.68;
    }
    known.set(key, width);
  }
  return width;
}

/* Waits for the typeface where it has not come: words that were measured before are measured again. Tells whether any
 * may have changed. */
export async function typeface_comes(): Promise<boolean> {
  const font = `${WEIGHT} ${SAMPLE}px ${getComputedStyle(document.body).fontFamily}`;
  if (!document.fonts || document.fonts.check(font)) return false;
  await document.fonts.load(font).catch(() => undefined);
  known.clear();
  return true;
}

export function fit_grid(words: readonly string[], box: Box, options: FitOptions): Fit {
  const { unit, most = 16, least = 5.6, pad = 1.1, gap = 0.35, tall = 1.5, below = 0, columns: forced, measure = text_width } = options;
  const count = Math.max(1, words.length);
  const widest = Math.max(0.5, ...words.map((word) => measure(word))) + pad;
  let best: Fit = { size: 0, columns: 1, rows: count };
  for (let columns = forced ?? 1; columns <= (forced ?? count); columns++) {
    const rows = Math.ceil(count / columns);
    const across = box.width / (columns * widest + (columns - 1) * gap);
    const down = (box.height - rows * below * unit) / (rows * tall + (rows - 1) * gap);
    const size = Math.min(across, down, most * unit);
    /* Of two that are equal the one with fuller rows looks better. */
    if (size > best.size + 0.5) best = { size, columns, rows };
  }
  return { ...best, size: Math.max(best.size, least * unit) };
}

/* One line of text: its size in pixels, between `least` and `most` units. */
export function fit_line(text: string, width: number, options: { unit: number; most: number; least: number; weight?: number; measure?: (text: string) => number }): number {
  const { unit, most, least, weight = WEIGHT, measure = (one: string) => text_width(one, weight) } = options;
  const wide = measure(text);
  return Math.max(least * unit, Math.min(most * unit, wide > 0 ? width / wide : most * unit));
}
