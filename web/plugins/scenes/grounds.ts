/* Grounds of the scenes: what things stand on. `behind` is drawn before them, `before` after them (the wave in front of a
 * boat, the curtain at the side of a stage). Things below `from` stand on the ground and throw a shadow. */
import { PAINTS as P, lightness, mix } from './colour.ts';
import { area, box, disc, line, n, oval } from './draw.ts';
import type { Mood } from './moods.ts';

export interface Ground {
  from: number;
  behind: string;
  before?: string;
}

type Make = (mood: Mood, roll: () => number) => Ground;

const many = (count: number, draw: (at: number) => string) => Array.from({ length: count }, (_, at) => draw(at)).join('');

function wave(y: number, high: number, steps: number, shift: number): string {
  const wide = 112 / steps;
  let d = `M-6 ${n(y)}`;
  for (let at = 0; at < steps; at++) d += `q${n(wide / 2)} ${n((at + shift) % 2 ? high : -high)} ${n(wide)} 0`;
  return `${d}V106H-6z`;
}

function skyline(mood: Mood, roll: () => number, base: number, lit: boolean): string {
  const wall = mix(mood.sky[1], mix(mood.ground[1], P.slate!, 0.4), 0.5);
  let out = '';
  for (let x = -4; x < 104; ) {
    const wide = 9 + roll() * 10;
    const high = 14 + roll() * 26;
    out += box(x, base - high, wide, high + 10, wall) + (roll() < 0.4 ? area(`M${n(x)} ${n(base - high)}l${n(wide / 2)} -6l${n(wide / 2)} 6z`, wall) : '');
    for (let row = 4; lit && row < high - 4; row += 6)
      for (let at = 2.5; at < wide - 3; at += 4.5) if (roll() < 0.42) out += box(x + at, base - high + row, 2, 3, mood.light, ' fill-opacity=".75"');
    x += wide + roll() * 2;
  }
  return out;
}

/* Windows are lit where the sky is dark. */
const dark = (mood: Mood) => lightness(mood.sky[0]) < 0.45;

export const GROUNDS: Record<string, Make> = {
  hills: (m, roll) => ({
    from: 72,
    behind: area(wave(66, 9, 3, 0), mix(m.ground[0], m.sky[2], 0.35)) + area(wave(74, 6, 2, 1), m.ground[0]) + area(wave(88, 4, 3, Math.floor(roll() * 2)), m.ground[1]),
  }),
  plain: (m) => ({ from: 70, behind: area('M-6 71Q50 66 106 71V106H-6z', m.ground[0]) + area('M-6 90Q40 84 106 91V106H-6z', m.ground[1]) }),
  meadow: (m, roll) => ({
    from: 70,
    behind: area('M-6 72Q50 64 106 70V106H-6z', m.ground[0]) + line(many(34, () => `M${n(roll() * 104 - 2)} ${n(76 + roll() * 22)}q.6 -2.400 .2 -4`), mix(m.ground[1], P.ink!, 0.1), 0.9) +
      many(12, () => disc(roll() * 100, 78 + roll() * 20, 0.9, [P.cream!, P.gold!, P.rose!][Math.floor(roll() * 3)]!)),
  }),
  peaks: (m) => ({
    from: 74,
    behind: area('M-6 74L14 40L26 56L48 24L66 52L78 40L106 74z', mix(m.sky[1], m.ground[1], 0.45)) + area('M48 24L56 37L50 35L46 40L41 36zM14 40L19 47L13 46L10 48z', mix(P.white!, m.sky[2], 0.25)) +
      area('M-6 74Q50 66 106 74V106H-6z', m.ground[0]) + area('M-6 92Q40 86 106 92V106H-6z', m.ground[1]),
  }),
  sea: (m) => ({
    from: 200,
    behind: box(-6, 60, 112, 46, m.ground[0]) + line('M6 66h12M34 64h8M62 67h14M84 64h8M22 72h10M70 74h12', mix(m.ground[0], m.light, 0.4), 0.8),
    before: area(wave(84, 4, 5, 0), m.ground[1], ' fill-opacity=".93"') + line('M10 92q4 -2 8 0t8 0M56 94q4 -2 8 0t8 0M78 88q3 -2 6 0', mix(m.ground[1], m.light, 0.35), 0.8),
  }),
  island: (m) => ({
    from: 72,
    behind: box(-6, 62, 112, 44, m.ground[0]) + line('M4 68h12M80 66h12M10 78h8M84 80h10', mix(m.ground[0], m.light, 0.4), 0.8) + oval(50, 86, 36, 12, mix(m.ground[1], m.light, 0.2)) + oval(50, 83, 34, 11, mix(P.sand!, m.air, m.share + 0.1)),
    before: area(wave(95, 2.5, 6, 0), m.ground[1]),
  }),
  beach: (m) => ({
    from: 78,
    behind: box(-6, 58, 112, 22, m.ground[0]) + line('M6 64h14M40 62h8M66 66h16', mix(m.ground[0], m.light, 0.4), 0.8) + area('M-6 80Q30 74 60 79T106 76V106H-6z', mix(P.white!, m.air, 0.3)) + area('M-6 82Q30 76 60 81T106 78V106H-6z', mix(P.sand!, m.air, m.share + 0.12)),
  }),
  depths: (m, roll) => ({
    from: 80,
    behind: area(wave(82, 5, 3, 1), m.ground[0]) + area(wave(92, 3, 4, 0), m.ground[1]) + line(many(7, (at) => `M${n(at < 4 ? 2 + at * 5 : 78 + (at - 4) * 8)} 100q${n(3 - roll() * 6)} -9 0 -16t0 ${n(-8 - roll() * 8)}`), mix(P.teal!, m.ground[1], 0.35), 1.8),
  }),
  room: (m) => ({
    from: 72,
    behind: line(many(9, (at) => `M${n(4 + at * 11.5)} -4V74`), m.light, 4, ' stroke-opacity=".06"') + box(-6, 74, 112, 32, mix(m.ground[0], P.wood!, 0.25)) + box(-6, 72, 112, 2.6, mix(m.ground[0], m.light, 0.35)) + line('M-6 84H106M-6 93H106M20 75L10 104M50 75V104M80 75L90 104', m.ground[1], 0.8),
  }),
  tiles: (m) => ({
    from: 70,
    behind: box(-6, 70, 112, 36, m.ground[0]) + many(5, (row) => many(9, (at) => {
      const y = 70 + row * row * 1.5 + row * 2;
      const next = 70 + (row + 1) ** 2 * 1.5 + (row + 1) * 2;
      if ((row + at) % 2) return '';
      const x = (place: number, depth: number) => 50 + (place - 4.5) * (14 + (depth - 70) * 0.5);
      return area(`M${n(x(at, y))} ${n(y)}H${n(x(at + 1, y))}L${n(x(at + 1, next))} ${n(next)}H${n(x(at, next))}z`, mix(m.ground[0], m.light, 0.42));
    })) + box(-6, 69, 112, 1.6, m.ground[1]),
  }),
  stage: (m) => ({
    from: 74,
    behind: box(-6, 76, 112, 30, mix(P.wood!, m.ground[1], 0.4)) + line('M-6 84H106M-6 93H106M30 76L22 104M50 76V104M70 76L78 104M10 76L-6 100M90 76L106 100', mix(P.brown!, m.ground[1], 0.5), 0.8),
    before: area('M-6 -6H16Q18 40 10 82Q4 86 -6 84zM106 -6H84Q82 40 90 82Q96 86 106 84z', mix(P.red!, m.air, 0.18)) + line('M0 -6Q4 40 -1 82M8 -6Q12 40 5 82M100 -6Q96 40 101 82M92 -6Q88 40 95 82', mix(P.wine!, m.air, 0.15), 1.4) +
      area('M-6 -6H106V8Q96 16 84 9Q72 17 60 9Q50 16 40 9Q28 17 16 9Q4 16 -6 8z', mix(P.wine!, m.air, 0.12)) + line('M-6 8.500Q4 16.500 16 9.500Q28 17.500 40 9.500Q50 16.500 60 9.500Q72 17.500 84 9.500Q96 16.500 106 8.500', P.gold!, 1),
  }),
  street: (m, roll) => ({
    from: 78,
    behind: skyline(m, roll, 76, dark(m)) + box(-6, 78, 112, 28, mix(m.ground[1], P.slate!, 0.45)) + box(-6, 76, 112, 4, mix(mix(m.ground[0], P.stone!, 0.5), m.light, 0.25)) + line('M2 94h12M28 94h12M54 94h12M80 94h12', mix(m.ground[1], m.light, 0.5), 1.4),
  }),
  roofs: (m, roll) => ({
    from: 76,
    behind: skyline(m, roll, 84, dark(m)) + area('M-6 84L106 78V106H-6z', mix(P.umber!, m.air, m.share + 0.25)) + line('M-6 90L106 85M-6 97L106 93', mix(P.brown!, m.air, m.share + 0.2), 0.9) + line(many(12, (at) => `M${n(at * 9)} ${n(84 - at * 0.4)}l1 6M${n(at * 9 + 4)} ${n(90 - at * 0.4)}l1 7`), mix(P.brown!, m.air, m.share + 0.2), 0.8),
  }),
  clouds: (m) => {
    const bank = (y: number, fill: string, seed: number) => many(8, (at) => disc(at * 14.5 + seed, y + ((at * 7 + seed) % 5), 10 + ((at * 5 + seed) % 4), fill)) + box(-6, y + 4, 112, 60, fill);
    return { from: 200, behind: bank(80, mix(m.sky[2], P.white!, 0.45), 2), before: bank(95, mix(P.white!, m.sky[1], 0.18), -5) };
  },
  dunes: (m) => ({ from: 72, behind: area('M-6 70Q20 56 46 68T106 62V106H-6z', mix(m.ground[0], m.light, 0.3)) + area('M-6 80Q30 68 60 78T106 74V106H-6z', m.ground[0]) + area('M-6 94Q40 82 106 93V106H-6z', m.ground[1]) }),
  wood: (m, roll) => ({
    from: 76,
    behind: many(7, (at) => ((x, w) => box(x, -6, w, 86, mix(m.ground[0], m.sky[1], 0.45)))(at * 16 + roll() * 8 - 6, 3 + roll() * 3)) + many(4, (at) => ((x, w) => area(`M${n(x)} -6H${n(x + w)}L${n(x + w + 2)} 80H${n(x - 2)}z`, mix(m.ground[1], m.sky[1], 0.18)))([-3, 15, 80, 95][at]! + roll() * 5, 5 + roll() * 3)) +
      area('M-6 77Q50 72 106 77V106H-6z', m.ground[0]) + area('M-6 93Q50 87 106 93V106H-6z', m.ground[1]),
    before: line(many(10, (at) => `M${n(at < 5 ? at * 4 - 2 : 84 + (at - 5) * 4)} 104q${n(roll() * 4 - 2)} -8 ${n(roll() * 8 - 4)} -12`), mix(m.ground[1], P.ink!, 0.2), 1.6),
  }),
  cliff: (m) => ({ from: 58, behind: area(wave(92, 4, 4, 0), mix(m.sky[2], m.ground[0], 0.35)) + area('M-6 64Q30 58 56 64L52 76L56 86L48 106H-6z', m.ground[0]) + area('M-6 70Q20 66 50 72L46 84L48 94L42 106H-6z', m.ground[1]) }),
  chasm: (m) => ({ from: 62, behind: area('M-6 66Q14 62 32 66L28 80L31 92L26 106H-6zM106 66Q86 62 68 66L72 80L68 92L74 106H106z', m.ground[0]) + area('M-6 74Q10 71 28 74L24 90L26 106H-6zM106 74Q90 71 72 74L76 90L73 106H106z', m.ground[1]) }),
  road: (m) => ({ from: 68, behind: area('M-6 68Q50 64 106 68V106H-6z', m.ground[0]) + area('M48 67Q60 74 46 82Q30 92 34 106H78Q76 90 64 82Q56 74 52 67z', mix(P.cream!, m.ground[1], 0.3)) + line('M50 69Q58 75 54 82Q50 92 54 104', mix(P.white!, m.ground[1], 0.1), 0.9, ' stroke-dasharray="3 3"') }),
  garden: (m, roll) => ({
    from: 76,
    behind: many(9, (at) => disc(at * 13 - 2, 70 + (at % 2) * 2, 10, mix(m.ground[1], P.moss!, 0.4))) + box(-6, 72, 112, 34, m.ground[0]) + many(16, () => ((x, y) => line(`M${n(x)} ${n(y)}v-3`, m.ground[1], 0.8) + disc(x, y - 3.6, 1.2, [P.coral!, P.gold!, P.rose!, P.white!][Math.floor(roll() * 4)]!))(roll() * 100, 82 + roll() * 18)),
  }),
  field: (m) => ({ from: 70, behind: area('M-6 70H106V106H-6z', m.ground[0]) + line(many(13, (at) => `M${n(50 + (at - 6) * 5)} 70L${n(50 + (at - 6) * 22)} 106`), m.ground[1], 2.2) }),
  tabletop: (m) => ({ from: 66, behind: box(-6, 68, 112, 38, mix(P.wood!, m.air, m.share + 0.1)) + box(-6, 68, 112, 2, mix(P.tan!, m.light, 0.3)) + line('M-6 80Q30 78 106 82M-6 92Q50 88 106 94', mix(P.brown!, m.air, m.share + 0.1), 0.8, ' stroke-opacity=".6"') }),
  rink: (m) => ({ from: 70, behind: area('M-6 70H106V106H-6z', mix(P.ice!, m.sky[1], 0.25)) + line('M10 82l22 -6M40 96l30 -12M70 80l24 -4M14 98l14 -6', P.white!, 0.8) + box(-6, 69, 112, 1.5, mix(P.white!, m.sky[2], 0.3)) }),
  moonscape: (m) => ({ from: 74, behind: area('M-6 80Q50 64 106 80V106H-6z', mix(P.mist!, m.air, m.share + 0.2)) + oval(22, 88, 9, 2.6, mix(P.stone!, m.air, m.share + 0.2)) + oval(70, 84, 6, 1.8, mix(P.stone!, m.air, m.share + 0.2)) + oval(84, 95, 11, 3, mix(P.stone!, m.air, m.share + 0.2)) }),
  ruins: (m) => ({ from: 76, behind: area('M6 80V40h9v-6h4v46zM80 80V52l5 -4v-10h8v42zM60 80V60h6v20z', mix(m.ground[0], m.sky[2], 0.35)) + area('M-6 78Q50 72 106 78V106H-6z', m.ground[0]) + area('M-6 93Q50 88 106 93V106H-6z', m.ground[1]) }),
  shelfwall: (m, roll) => ({
    from: 76,
    behind: many(3, (row) => box(-6, 22 + row * 22, 112, 2.2, mix(P.brown!, m.air, 0.2)) + many(22, (at) => (roll() < 0.12 ? '' : ((h, c) => box(at * 4.7 - 1, 22 + row * 22 - h, 3.8, h, mix(c, m.air, m.share + 0.2)))(9 + roll() * 7, [P.coral!, P.teal!, P.gold!, P.plum!, P.sand!, P.indigo!][Math.floor(roll() * 6)]!)))) + box(-6, 78, 112, 28, m.ground[0]) + line('M-6 88H106M-6 97H106', m.ground[1], 0.8),
  }),
  void: () => ({ from: 200, behind: '' }),
};
