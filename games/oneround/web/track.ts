/* Where cards lie on the stage's circle: a ring drawn wide, two rows and two sides, so that all words can be as large as
 * possible and the middle stays free. Everything is in pixels of the box.
 *
 *     const { size, spots, gaps, middle } = track(words, { width: 1760, height: 640 }, 10);
 *     spots[0]                            the card 100/0, in the middle of the upper row; then clockwise
 *     gaps[0]                             between spots 0 and 1; `inside` is where hands point at it
 */
import { text_width, type Box } from '@stage';

export interface Spot {
  x: number;
  y: number;
}

export interface Gap extends Spot {
  inside: Spot;
}

export interface Track {
  /* Of the text on a card. */
  size: number;
  wide: number;
  tall: number;
  /* Of the number on a card. */
  number: number;
  spots: Spot[];
  gaps: Gap[];
  /* `free` is what cards at the sides leave of its width. */
  middle: Spot & Box & { unit: number; free: number };
  /* A closed line through all cards. */
  line: string;
}

/* A card in the size of its text: what is around the word, its height, and what is between cards. Its number is never
 * smaller than can be read. */
const PAD = 0.9;
const WORD = 1.25;
const NUMBER = 0.56;
const BETWEEN = 0.5;
const number_size = (size: number, unit: number) => Math.max(NUMBER * size, 2.8 * unit);
const height_of = (size: number, unit: number, numbered: boolean) => WORD * size + (numbered ? 1.12 * number_size(size, unit) : 0.35 * size);
/* In units: how large words get, what the middle needs, and how far the rows bend. */
const MOST = 8;
const LEAST = 2.8;
const MIDDLE = { width: 62, height: 24 };
const HANDS = 5.6;
/* Of a picture that nobody plays with. */
const STILL = { width: 14, height: 12 };
const BEND = 4;

interface Shape {
  top: number;
  bottom: number;
  side: number;
}

function shapes(count: number): Shape[] {
  const found: Shape[] = [];
  for (let side = 0; side * 2 < count; side++) {
    const rest = count - side * 2;
    const less = Math.floor(rest / 2);
    if (rest < 2 && count > 1) continue;
    /* An odd row has a card in its middle: that is the place of 100/0. */
    const top = less % 2 === 1 || rest % 2 === 0 ? less : rest - less;
    found.push({ top: Math.max(1, top), bottom: rest - Math.max(1, top), side });
  }
  return found;
}

/* The largest text whose cards are not higher than `height` each. */
function text_in(height: number, unit: number, numbered: boolean): number {
  if (!numbered) return height / (WORD + 0.35);
  return Math.min(height / (WORD + 1.12 * NUMBER), (height - 1.12 * 2.8 * unit) / WORD);
}

function largest({ top, bottom, side }: Shape, widest: number, box: Box, unit: number, numbered: boolean): number {
  const row = Math.max(top, bottom);
  const across = box.width / (row * widest + (row - 1) * BETWEEN);
  const middle = numbered ? MIDDLE : STILL;
  const hands = numbered ? HANDS : 1;
  const beside = side ? (box.width - (middle.width + 2 * hands) * unit) / (2 * widest) : Infinity;
  const rows = 2 + side;
  const bend = side ? BEND * unit : 0;
  const between = side ? 1.2 * unit * (rows - 1) : 0;
  const down = text_in((box.height - bend * 2 - between) / rows, unit, numbered);
  const free = text_in((box.height - (middle.height + hands) * unit - bend) / 2, unit, numbered);
  return Math.min(across, beside, down, side > 1 ? Infinity : free, MOST * unit);
}

export interface TrackOptions {
  /* Cards show their numbers. */
  numbered?: boolean;
  measure?: (text: string) => number;
}

export function track(words: readonly string[], box: Box, unit: number, { numbered = true, measure = text_width }: TrackOptions = {}): Track {
  const count = Math.max(1, words.length);
  const widest = Math.max(2.4, ...words.map((word) => measure(word))) + PAD;
  let shape: Shape = { top: count, bottom: 0, side: 0 };
  let size = 0;
  for (const one of shapes(count)) {
    const fits = largest(one, widest, box, unit, numbered);
    if (fits > size) [shape, size] = [one, fits];
  }
  size = Math.max(size, LEAST * unit);
  const wide = widest * size;
  const tall = height_of(size, unit, numbered);
  const bend = shape.side ? BEND * unit : Math.min(BEND * unit, box.height * 0.04);
  const spots = places(shape, box, wide, tall, bend);
  const centre = { x: box.width / 2, y: box.height / 2 };
  const gaps = spots.map((from, index) => {
    const to = spots[(index + 1) % spots.length]!;
    const at = beside_each_other(from, to, centre, tall) ? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } : between(spots, index);
    return { ...at, inside: inward(from, to, at, centre, wide, tall, shape.side > 0, unit) };
  });
  const above = tall + bend + HANDS * 0.6 * unit;
  /* The middle ends where hands stand beside it. */
  const beside = gaps.filter((gap) => Math.abs(gap.inside.y - centre.y) < centre.y - above + 2 * unit).map((gap) => Math.abs(gap.inside.x - centre.x) - HANDS * unit);
  const half = Math.max(24 * unit, Math.min(shape.side ? box.width / 2 - wide - unit : box.width / 2, ...beside));
  return {
    size, wide, tall, spots, gaps,
    number: number_size(size, unit),
    middle: { x: centre.x - half, y: above, width: 2 * half, height: Math.max(0, box.height - 2 * above), unit, free: Math.max(0, box.width - (shape.side ? 2 * wide : 0) - 2 * unit) },
    line: curve(spots, centre, box),
  };
}

/* Half-way on the line between two neighbours. */
function between(spots: readonly Spot[], index: number): Spot {
  const at = (place: number) => spots[(place + spots.length) % spots.length]!;
  const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
  const half = (one: (spot: Spot) => number) => (9 * (one(b) + one(c)) - one(a) - one(d)) / 16;
  return spots.length < 3 ? { x: (b.x + c.x) / 2, y: (b.y + c.y) / 2 } : { x: half((spot) => spot.x), y: half((spot) => spot.y) };
}

function places({ top, bottom, side }: Shape, box: Box, wide: number, tall: number, bend: number): Spot[] {
  /* Rows bend at their ends, away from the edge. */
  const row = (count: number, low: boolean): Spot[] =>
    Array.from({ length: count }, (_, index) => {
      const share = count === 2 && !side ? 0.16 + index * 0.68 : (index + 0.5) / count;
      const x = Math.min(box.width - wide / 2, Math.max(wide / 2, share * box.width));
      const down = tall / 2 + bend * Math.pow(2 * share - 1, 2);
      return { x, y: low ? box.height - down : down };
    });
  const first = tall + bend;
  const room = box.height - 2 * first;
  const column = (right: boolean): Spot[] =>
    Array.from({ length: side }, (_, index) => ({ x: right ? box.width - wide / 2 : wide / 2, y: first + ((index + 0.5) / side) * room }));
  const upper = row(top, false);
  const middle = Math.floor(top / 2);
  return [...upper.slice(middle), ...column(true), ...row(bottom, true).reverse(), ...column(false).reverse(), ...upper.slice(0, middle)];
}

/* In one row, or one above the other. */
function beside_each_other(from: Spot, to: Spot, centre: Spot, tall: number): boolean {
  return Math.abs(from.x - to.x) < 1 || (Math.sign(from.y - centre.y) === Math.sign(to.y - centre.y) && Math.abs(from.y - to.y) < tall);
}

/* Hands stand inside of the ring: below the upper row, above the lower one, beside a side, and across a corner. */
function inward(from: Spot, to: Spot, at: Spot, centre: Spot, wide: number, tall: number, sides: boolean, unit: number): Spot {
  const step = 3.2 * unit;
  if (Math.abs(from.x - to.x) < wide / 2) {
    /* Between an upper and a lower card there may be room at the line itself, and a long clue keeps the middle. */
    const room = Math.abs(from.y - to.y) - tall > 2 * HANDS * unit;
    return { x: at.x + Math.sign(centre.x - at.x) * (room ? HANDS * unit : wide / 2 + step), y: at.y };
  }
  if (beside_each_other(from, to, centre, tall)) return { x: at.x, y: at.y + Math.sign(centre.y - at.y) * (tall / 2 + step * 0.75) };
  const far = Math.hypot(centre.x - at.x, centre.y - at.y) || 1;
  const way = Math.min(far, sides ? Math.max(wide * 0.35, step) : step * 2.1);
  return { x: at.x + ((centre.x - at.x) / far) * way, y: at.y + ((centre.y - at.y) / far) * way };
}

/* A smooth closed line through all places (Catmull and Rom); fewer than three are on an ellipse. */
function curve(spots: readonly Spot[], centre: Spot, box: Box): string {
  if (spots.length < 3) {
    const [rx, ry] = [box.width * 0.4, box.height * 0.36];
    return `M${centre.x} ${centre.y - ry}A${rx} ${ry} 0 1 1 ${centre.x - 0.1} ${centre.y - ry}z`;
  }
  const at = (index: number) => spots[(index + spots.length) % spots.length]!;
  let path = `M${at(0).x.toFixed(1)} ${at(0).y.toFixed(1)}`;
  spots.forEach((_, index) => {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const one = { x: b.x + (c.x - a.x) / 6, y: b.y + (c.y - a.y) / 6 };
    const two = { x: c.x - (d.x - b.x) / 6, y: c.y - (d.y - b.y) / 6 };
    path += `C${[one, two, c].map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join(' ')}`;
  });
  return `${path}z`;
}
