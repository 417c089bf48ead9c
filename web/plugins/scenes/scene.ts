/* From a recipe to a picture: one line of text becomes one small SVG (docs/pictures.md).
 *
 *     whale-bath: night room; stars; moon 80,34 26 glow; whale 48,62 38; bathtub 50,86 62
 */
import { PAINTS, dyed, each_colour, mix, repaint } from './colour.ts';
import { bounds_of, dice, n, oval, own_names } from './draw.ts';
import { figure, figure_poses } from './figures.ts';
import { GROUNDS } from './grounds.ts';
import { MOODS, type Mood } from './moods.ts';
import { AIRS, FAR_AIRS, PROPS } from './props.ts';

export interface Thing {
  name: string;
  /* The paint after the colon: clothes of a person, another colour of a thing. */
  paint: string;
  x: number;
  y: number;
  size: number;
  turn: number;
  flags: Set<string>;
}

export interface Recipe {
  id: string;
  mood: string;
  ground: string;
  things: Thing[];
}

/* The drawings of an icon set: the inside of an SVG by name. */
export type Icons = Record<string, { body: string }>;

const FLAGS = ['flip', 'far', 'dark', 'glow', 'airy', 'pale'];

/* Throws an Error that names what is wrong and where. */
export function read_recipe(text: string): Recipe {
  const [id, rest] = split_once(text, ':');
  const wrong = (what: string) => new Error(`${id}: ${what}`);
  if (!/^[a-z0-9-]+$/.test(id) || !rest) throw wrong('a scene is written as name: mood ground; thing x,y size; …');
  const [place, ...parts] = rest.split(';').map((part) => part.trim()).filter(Boolean);
  const [mood = '', ground = ''] = place!.split(/\s+/);
  if (!MOODS[mood]) throw wrong(`there is no mood ${mood}`);
  if (!GROUNDS[ground]) throw wrong(`there is no ground ${ground}`);
  return { id, mood, ground, things: parts.map((part) => read_thing(part, wrong)) };
}

function split_once(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  return place < 0 ? [text.trim(), ''] : [text.slice(0, place).trim(), text.slice(place + 1).trim()];
}

function read_thing(text: string, wrong: (what: string) => Error): Thing {
  const [what = '', where = '', size = '', ...more] = text.split(/\s+/);
  const [name, paint] = split_once(what, ':');
  const thing: Thing = { name, paint, x: 50, y: 50, size: 0, turn: 0, flags: new Set() };
  if (paint && !PAINTS[paint]) throw wrong(`there is no paint ${paint}`);
  if (AIRS[name]) {
    if (where) throw wrong(`${name} fills the air: it has no place`);
    return thing;
  }
  const place = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(where);
  if (!place || !(Number(size) > 0)) throw wrong(`${text}: where it stands (x,y) and how large it is`);
  [thing.x, thing.y, thing.size] = [Number(place[1]), Number(place[2]), Number(size)];
  for (const flag of more) {
    if (/^turn-?\d+$/.test(flag)) thing.turn = Number(flag.slice(4));
    else if (FLAGS.includes(flag)) thing.flags.add(flag);
    else throw wrong(`${text}: there is no ${flag}`);
  }
  return thing;
}

/* ---- one thing ---- */

/* A thousandth of an icon's width cannot be seen. A number keeps its point: the next may follow it at once. */
const shorter = (body: string) =>
  body.replace(/-?\d*\.\d{3,}/g, (number) => {
    const rounded = Number(number).toFixed(2);
    return /^-?\./.test(number) ? rounded.replace(/^(-?)0\./, '$1.') : rounded;
  });

function body_of(thing: Thing, icons: Icons, seed: string): string {
  const paint = thing.paint ? PAINTS[thing.paint]! : '';
  if (figure_poses.includes(thing.name)) return figure(thing.name, paint || PAINTS['coral']!, seed);
  const own = PROPS[thing.name];
  const icon = icons[thing.name];
  if (!own && !icon) throw new Error(`there is no thing ${thing.name}`);
  const body = own ? own() : each_colour(shorter(icon!.body), repaint);
  return paint ? each_colour(body, (hex) => dyed(hex, paint)) : body;
}

function lit(body: string, thing: Thing, mood: Mood): string {
  if (thing.flags.has('dark')) return each_colour(body, () => mix(mood.ground[1], PAINTS['ink']!, 0.35));
  const share = thing.flags.has('far') ? 0.5 : thing.flags.has('glow') ? 0 : mood.share;
  const air = thing.flags.has('far') ? mood.sky[1] : mood.air;
  return each_colour(body, (hex) => mix(hex, air, share));
}

/* Cut from paper: the same shape again beneath it, dark and a little aside, away from the light. */
function shadow_of(body: string, mood: Mood, x: number): string {
  const aside = Math.max(-1, Math.min(1, (x - mood.from[0]) / 40));
  const plain = each_colour(body, () => '#000').replace(/ (?:fill|stroke)-opacity="[^"]*"/g, '');
  return `<g transform="translate(${n(aside * 0.9 || 0.3)} 1)" opacity=".2">${own_names(plain, 's')}</g>`;
}

function draw_thing(thing: Thing, at: number, recipe: Recipe, from: number, icons: Icons): string {
  const mood = light_of(recipe);
  const raw = own_names(body_of(thing, icons, `${recipe.id} ${at}`), `${recipe.id}-${at}`);
  const person = figure_poses.includes(thing.name);
  const own = person || PROPS[thing.name];
  const bounds = bounds_of(raw);
  const scale = own ? thing.size / 100 : thing.size / Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top);
  const [middle, foot] = own ? [0, 0] : [(bounds.left + bounds.right) / 2, bounds.bottom];
  const half = ((own ? Math.min(100, bounds.right - bounds.left) : bounds.right - bounds.left) * scale) / 2;
  const move = `translate(${n(thing.x)} ${n(thing.y)})${thing.turn ? ` rotate(${thing.turn})` : ''} scale(${thing.flags.has('flip') ? '-' : ''}${short(scale)} ${short(scale)}) translate(${short(-middle)} ${short(-foot)})`;
  const body = `<g transform="${move}">${lit(raw, thing, mood)}</g>`;
  const high = own ? thing.size : (bounds.bottom - bounds.top) * scale;
  let out = '';
  if (thing.flags.has('glow')) out += `<circle cx="${n(thing.x)}" cy="${n(thing.y - high / 2)}" r="${n(Math.max(half, high / 2) * 1.9)}" fill="url(#${recipe.id}-l)"/>`;
  const flies = thing.flags.has('airy') || thing.flags.has('glow') || thing.y < from;
  if (!flies) out += oval(thing.x + (thing.x - mood.from[0]) * 0.05, thing.y, half * 0.92, Math.max(1, half * 0.16), mix(mood.ground[1], PAINTS['ink']!, 0.6), ' fill-opacity=".34"');
  if (!thing.flags.has('far') && !thing.flags.has('glow')) out += shadow_of(body, mood, thing.x);
  return thing.flags.has('pale') ? `<g opacity=".5">${out + body}</g>` : out + body;
}

const short = (value: number) => String(Math.round(value * 1000) / 1000);

/* ---- the whole picture ---- */

/* A thing that glows high up is where the light comes from. */
function light_of(recipe: Recipe): Mood {
  const mood = MOODS[recipe.mood]!;
  const source = recipe.things.find((thing) => thing.flags.has('glow') && thing.y < 60);
  return source ? { ...mood, from: [source.x, source.y - source.size / 2] } : mood;
}

/* The edge of the window in the paper, cut by hand: never quite straight. */
function cut_edge(roll: () => number): string {
  const off = () => n(roll() * 1.3 - 0.65);
  const top = off();
  return `M5 ${top}Q50 ${off()} 95 ${off()}Q100 ${off()} 100 5Q${n(100 + roll() - 0.5)} 50 100 95Q100 100 95 ${n(100 + roll() - 0.5)}Q50 ${n(100 + roll() - 0.5)} 5 100Q0 100 ${off()} 95Q${off()} 50 0 5Q0 0 5 ${top}z`;
}

function grain(roll: () => number): string {
  const specks = (count: number) => Array.from({ length: count }, () => `M${Math.round(roll() * 100)} ${Math.round(roll() * 100)}h${n(0.4 + roll())}`).join('');
  return `<g fill="none" stroke-width=".5" stroke-linecap="round"><path d="${specks(42)}" stroke="#fff" stroke-opacity=".16"/><path d="${specks(42)}" stroke="#120c2c" stroke-opacity=".13"/></g>`;
}

export const BOX = '-4 -4 108 108';

/* The inside of the SVG. All names in it begin with the scene's. */
export function draw_scene(recipe: Recipe, icons: Icons): string {
  const { id } = recipe;
  const mood = light_of(recipe);
  const ground = GROUNDS[recipe.ground]!(mood, dice(`${id} ground`));
  const sky: string[] = [];
  const things: string[] = [];
  recipe.things.forEach((thing, at) => {
    const air = AIRS[thing.name];
    if (!air) things.push(draw_thing(thing, at, recipe, ground.from, icons));
    else (FAR_AIRS.includes(thing.name) ? sky : things).push(air(dice(`${id} ${thing.name}`)));
  });
  const edge = cut_edge(dice(`${id} edge`));
  const stop = (at: string, colour: string, opacity = '') => `<stop offset="${at}" stop-color="${colour}"${opacity ? ` stop-opacity="${opacity}"` : ''}/>`;
  const [x, y] = mood.from;
  return [
    '<defs>',
    `<linearGradient id="${id}-s" x1="0" y1="0" x2="0" y2="1">${stop('0', mood.sky[0])}${stop('.45', mood.sky[1])}${stop('.8', mood.sky[2])}</linearGradient>`,
    `<radialGradient id="${id}-l">${stop('0', mood.light, '.6')}${stop('.5', mood.light, '.2')}${stop('1', mood.light, '0')}</radialGradient>`,
    `<radialGradient id="${id}-v" cx=".5" cy=".46" r=".74">${stop('.62', '#120c2c', '0')}${stop('1', '#120c2c', '.42')}</radialGradient>`,
    `<clipPath id="${id}-c"><path d="${edge}"/></clipPath>`,
    '</defs>',
    '<rect x="-4" y="-4" width="108" height="108" rx="9" fill="#f6ead3"/>',
    `<g clip-path="url(#${id}-c)">`,
    `<path d="M-6 -6H106V106H-6z" fill="url(#${id}-s)"/>`,
    `<circle cx="${x}" cy="${y}" r="58" fill="url(#${id}-l)"/>`,
    ground.behind,
    ...sky,
    ...things,
    ground.before ?? '',
    `<circle cx="${x}" cy="${y}" r="80" fill="url(#${id}-l)" opacity=".34"/>`,
    `<path d="M-6 -6H106V106H-6z" fill="url(#${id}-v)"/>`,
    grain(dice(`${id} grain`)),
    '</g>',
    `<path d="${edge}" fill="none" stroke="#3a2b45" stroke-opacity=".35" stroke-width=".7"/>`,
  ].join('');
}

export function svg_of(body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${BOX}">${body}</svg>`;
}
