/* People of the scenes: cut from paper, drawn by us. A figure is a pose, a colour of clothes, and skin and hair by chance.
 *
 * A pose stands with its feet at 0,0 and is about a hundred high; y goes down. Arms and legs are bent lines of three
 * points: shoulder or hip, elbow or knee, hand or foot. */
import { PAINTS, mix } from './colour.ts';
import { area, dice, disc, line, n, oval } from './draw.ts';

type Point = [number, number];

interface Pose {
  neck: Point;
  hip: Point;
  head: Point;
  /* The far one first: it is drawn behind the body. */
  arms: [[Point, Point], [Point, Point]];
  legs: [[Point, Point], [Point, Point]];
  /* Degrees that the head leans. */
  lean?: number;
}

const POSES: Record<string, Pose> = {
  stand: { neck: [0, -70], hip: [0, -38], head: [1, -85], arms: [[[-11, -55], [-12, -40]], [[11, -55], [12, -40]]], legs: [[[-5, -18], [-6, 0]], [[5, -18], [6, 0]]] },
  walk: { neck: [2, -70], hip: [0, -38], head: [5, -85], arms: [[[10, -56], [17, -44]], [[-9, -56], [-15, -42]]], legs: [[[-6, -20], [-17, -3]], [[9, -20], [13, 0]]] },
  run: { neck: [8, -68], hip: [-2, -38], head: [14, -82], arms: [[[18, -52], [28, -60]], [[-6, -54], [-18, -48]]], legs: [[[-12, -24], [-28, -22]], [[14, -28], [18, -6]]] },
  reach: { neck: [0, -68], hip: [0, -38], head: [1, -83], arms: [[[-18, -80], [-16, -101]], [[19, -78], [19, -102]]], legs: [[[-5, -18], [-6, 0]], [[5, -18], [6, 0]]], lean: -8 },
  point: { neck: [0, -70], hip: [0, -38], head: [2, -85], arms: [[[-10, -56], [-12, -42]], [[14, -68], [30, -74]]], legs: [[[-6, -18], [-8, 0]], [[6, -18], [7, 0]]] },
  hold: { neck: [0, -70], hip: [0, -38], head: [1, -85], arms: [[[-10, -56], [-11, -42]], [[19, -58], [22, -76]]], legs: [[[-5, -18], [-6, 0]], [[5, -18], [6, 0]]], lean: 4 },
  carry: { neck: [-2, -69], hip: [0, -38], head: [-3, -84], arms: [[[8, -52], [22, -54]], [[8, -48], [24, -50]]], legs: [[[-6, -18], [-8, 0]], [[6, -18], [8, 0]]] },
  push: { neck: [12, -62], hip: [-6, -38], head: [20, -75], arms: [[[20, -56], [34, -60]], [[22, -50], [35, -52]]], legs: [[[-2, -18], [4, 0]], [[-18, -22], [-26, 0]]] },
  pull: { neck: [-14, -60], hip: [4, -36], head: [-20, -74], arms: [[[2, -54], [20, -52]], [[0, -48], [22, -49]]], legs: [[[16, -20], [26, 0]], [[10, -17], [14, 0]]], lean: -12 },
  sit: { neck: [0, -48], hip: [0, -16], head: [2, -63], arms: [[[9, -32], [18, -24]], [[8, -30], [20, -20]]], legs: [[[20, -18], [24, 0]], [[18, -14], [20, 4]]] },
  crouch: { neck: [4, -42], hip: [-4, -14], head: [11, -54], arms: [[[14, -28], [16, -14]], [[14, -26], [20, -12]]], legs: [[[14, -26], [8, 0]], [[16, -24], [12, 0]]], lean: 14 },
  kneel: { neck: [0, -56], hip: [-4, -26], head: [3, -71], arms: [[[12, -44], [24, -46]], [[12, -40], [25, -40]]], legs: [[[6, -4], [-20, -1]], [[12, -18], [12, 0]]] },
  lie: { neck: [-26, -8], hip: [6, -7], head: [-41, -10], arms: [[[-14, -12], [-4, -14]], [[-18, -4], [-6, -6]]], legs: [[[24, -9], [42, -5]], [[26, -5], [44, -4]]], lean: -80 },
  fly: { neck: [24, -42], hip: [-8, -36], head: [38, -48], arms: [[[36, -34], [54, -44]], [[34, -30], [50, -32]]], legs: [[[-26, -38], [-44, -44]], [[-24, -32], [-44, -32]]], lean: 24 },
  fall: { neck: [2, -36], hip: [-4, -66], head: [6, -21], arms: [[[-14, -34], [-24, -50]], [[18, -36], [28, -52]]], legs: [[[-16, -78], [-12, -96]], [[10, -80], [22, -90]]], lean: 168 },
  dance: { neck: [2, -70], hip: [-2, -38], head: [5, -85], arms: [[[-14, -76], [-22, -92]], [[17, -66], [28, -56]]], legs: [[[-4, -19], [-3, 0]], [[12, -26], [26, -12]]], lean: 10 },
  leap: { neck: [6, -76], hip: [-2, -48], head: [12, -90], arms: [[[-10, -80], [-22, -94]], [[20, -78], [32, -90]]], legs: [[[-18, -38], [-36, -34]], [[14, -36], [32, -26]]], lean: 8 },
  climb: { neck: [2, -66], hip: [-2, -36], head: [4, -80], arms: [[[-14, -78], [-13, -97]], [[22, -68], [20, -88]]], legs: [[[-10, -22], [-8, -2]], [[14, -30], [12, -12]]], lean: -10 },
  ride: { neck: [0, -48], hip: [-4, -16], head: [3, -63], arms: [[[10, -34], [22, -32]], [[8, -30], [20, -27]]], legs: [[[10, -12], [6, 6]], [[12, -10], [8, 8]]] },
  balance: { neck: [0, -70], hip: [0, -38], head: [0, -85], arms: [[[-16, -66], [-32, -72]], [[16, -66], [32, -60]]], legs: [[[-3, -19], [-4, 0]], [[8, -22], [3, -1]]], lean: -6 },
  bow: { neck: [18, -52], hip: [-4, -40], head: [33, -48], arms: [[[14, -36], [8, -26]], [[24, -38], [28, -26]]], legs: [[[-6, -18], [-6, 0]], [[2, -18], [3, 0]]], lean: 70 },
  read: { neck: [0, -48], hip: [0, -16], head: [4, -62], arms: [[[10, -32], [20, -36]], [[9, -30], [21, -34]]], legs: [[[20, -20], [16, 0]], [[22, -12], [34, -2]]], lean: 16 },
};

export const figure_poses = Object.keys(POSES);

const SKINS = ['fair', 'amber', 'umber', 'cocoa', 'fair', 'umber'].map((name) => PAINTS[name]!);
const HAIRS = ['#2b2230', '#4a2f28', '#7a4a33', '#b5673a', '#e0b566', '#d9d4d6', '#2b2230'];
const STYLES = ['short', 'bob', 'bun', 'long', 'curls', 'cap', 'tuft'];

function hair(style: string, colour: string, clothes: string): string {
  const cap = 'M-13.4 1A13.4 13.4 0 0 1 13.4 -2Q4 -3 0 -6Q-6 -2 -13.4 1z';
  if (style === 'bob') return area('M-14 10Q-18 -14 0 -15Q17 -14 14 6Q9 4 8.500 -4Q-2 -2 -7 -6Q-6 6 -7 12Q-12 13 -14 10z', colour);
  if (style === 'bun') return disc(-9, -14, 6.5, colour) + area(cap, colour);
  if (style === 'long') return area('M-13 -2Q-12 -16 1 -15Q14 -14 13 -2Q4 -3 0 -7Q-6 0 -7 8Q-8 24 -14 30Q-22 26 -18 14Q-14 6 -13 -2z', colour);
  if (style === 'curls') return [[-12, -3, 6], [-10, -10, 6], [-3, -14, 6.5], [5, -13, 6], [11, -7, 5.500], [-13, 4, 5]].map(([x, y, r]) => disc(x!, y!, r!, colour)).join('');
  if (style === 'cap') return area('M-14 -2A14 14 0 0 1 13 -5L21 -3Q20 0 13 -1z', mix(clothes, PAINTS['ink']!, 0.35));
  if (style === 'tuft') return area('M-13 2Q-15 -12 -5 -14Q0 -20 8 -16Q15 -12 13 -3Q8 -8 0 -8Q-8 -6 -13 2z', colour);
  return area(cap, colour);
}

const limb = (from: Point, [joint, end]: [Point, Point]) => `M${n(from[0])} ${n(from[1])}Q${n(joint[0])} ${n(joint[1])} ${n(end[0])} ${n(end[1])}`;

/* Shoulders narrower than the hem: a coat. Its sides follow the line from neck to hip. */
function coat(pose: Pose, skirt: boolean): string {
  const [nx, ny] = pose.neck;
  const [hx, hy] = pose.hip;
  const length = Math.hypot(hx - nx, hy - ny) || 1;
  const [ux, uy] = [(hx - nx) / length, (hy - ny) / length];
  const wide = skirt ? 15 : 10.5;
  const drop = skirt ? 9 : 5;
  const at = (along: number, across: number) => `${n(nx + ux * along - uy * across)} ${n(ny + uy * along + ux * across)}`;
  return `M${at(-2, -5)}Q${at(0, -11)} ${at(length * 0.4, -10)}L${at(length + drop, -wide)}Q${at(length + drop + 3, 0)} ${at(length + drop, wide)}L${at(length * 0.4, 10)}Q${at(0, 11)} ${at(-2, 5)}z`;
}

/* A person as the inside of an SVG, in the colour `paint`; `seed` decides about skin, hair and trousers. */
export function figure(name: string, paint: string, seed: string): string {
  const pose = POSES[name]!;
  const roll = dice(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(roll() * from.length)]!;
  const skin = pick(SKINS);
  const hair_colour = pick(HAIRS);
  const style = pick(STYLES);
  const skirt = roll() < 0.4 && ['stand', 'walk', 'hold', 'point', 'dance', 'reach', 'carry'].includes(name);
  const trousers = pick([PAINTS['ink']!, PAINTS['slate']!, PAINTS['brown']!, mix(paint, PAINTS['ink']!, 0.55)]);
  const behind = mix(paint, PAINTS['ink']!, 0.22);
  const legs = pose.legs.map((leg, at) => {
    const from: Point = [pose.hip[0] + (at ? 3 : -3), pose.hip[1]];
    const foot = leg[1];
    return line(limb(from, leg), at ? (skirt ? skin : trousers) : mix(skirt ? skin : trousers, PAINTS['ink']!, 0.25), skirt ? 6 : 8.5) + oval(foot[0] + 2.5, foot[1] - 1.5, 6, 3.2, PAINTS['char']!);
  });
  const arm = (at: 0 | 1) => {
    const hand = pose.arms[at][1];
    return line(limb([pose.neck[0] + (at ? 3 : -3), pose.neck[1] + 6], pose.arms[at]), at ? mix(paint, '#ffffff', 0.1) : behind, 7.5) + disc(hand[0], hand[1], 4.2, skin);
  };
  const face = disc(5, 1, 1.5, PAINTS['ink']!) + disc(10.5, 1, 1.4, PAINTS['ink']!) + disc(3.5, 6, 2.4, mix(skin, PAINTS['coral']!, 0.4)) + disc(11, 6, 1.6, mix(skin, PAINTS['coral']!, 0.4));
  const head = `<g transform="translate(${n(pose.head[0])} ${n(pose.head[1])}) rotate(${pose.lean ?? 0})">${disc(0, 0, 13, skin)}${face}${hair(style, hair_colour, paint)}</g>`;
  const neck = line(`M${n(pose.neck[0])} ${n(pose.neck[1])}L${n(pose.head[0])} ${n(pose.head[1])}`, mix(skin, PAINTS['ink']!, 0.15), 7);
  return arm(0) + legs.join('') + neck + area(coat(pose, skirt), paint) + head + arm(1);
}
