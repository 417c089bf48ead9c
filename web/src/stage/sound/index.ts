/* The sounds of the stage: short, warm, wooden and glassy; none is a file.
 *
 *     ring('turn');
 *     ring('gem', { step: 2 });               the third gem, a step higher
 *     ring('roll', { seconds: 1.4 });         a drum roll of that length
 *     ring('win', { tune: [0, 4, 7, 12] });   a game's own phrase, in semitones
 *
 * They sound where the device wants sound and the browser allows it (lib/sound.ts), and else not at all. */
import { audible, hand_over, type SoundName } from '../../lib/sound.ts';
import { settings } from '../../lib/settings.svelte.ts';
import { crack, drum, glass, heartbeat, note, paper, pluck, sand, thud, wood } from './instruments.ts';
import { duck, mixer_of, type Mixer } from './mixer.ts';

export type StageSound =
  | SoundName
  | 'slide' | 'turn_over' | 'thud' | 'chord' | 'roll' | 'opening' | 'heart' | 'pulse' | 'last_second' | 'slam' | 'award' | 'confetti' | 'count';

export interface SoundHow {
  /* Of a row of equal sounds: the how-manieth, each a step higher. */
  step?: number;
  seconds?: number;
  /* Four notes in semitones. */
  tune?: readonly number[];
  loud?: number;
}

const SCALE = [0, 2, 4, 7, 9];
const step_pitch = (step: number) => note(SCALE[step % SCALE.length]! + 12 * Math.floor(step / SCALE.length), 523.25);
const TUNE = [0, 4, 7, 12];

type Play = (mixer: Mixer, at: number, how: SoundHow) => number | void;

function chord(mixer: Mixer, at: number, semitones: readonly number[], loud: number, spread = 0.045): void {
  semitones.forEach((one, index) => pluck(mixer, at + index * spread, note(one), loud, 1.5));
}

function roll(mixer: Mixer, at: number, seconds: number): void {
  const strokes = Math.round(seconds * 17);
  for (let i = 0; i < strokes; i++) drum(mixer, at + (i / 17) + Math.random() * 0.012, 0.05 + 0.3 * (i / strokes) ** 1.6);
}

/* Each answers for how long the bed steps back, where that is not short. */
const SOUNDS: Record<StageSound, Play> = {
  tap: (m, at) => wood(m, at, 420, 0.12),
  join: (m, at) => { pluck(m, at, note(0), 0.3); pluck(m, at + 0.1, note(7), 0.3); },
  leave: (m, at) => { pluck(m, at, note(7), 0.22); pluck(m, at + 0.12, note(2), 0.22); },
  turn: (m, at) => { pluck(m, at, note(0), 0.3); pluck(m, at + 0.11, note(4), 0.3); pluck(m, at + 0.22, note(7), 0.32); },
  ready: (m, at, { step = 0 }) => wood(m, at, 520 + step * 40, 0.16),
  card: (m, at) => { paper(m, at, 0.16, 0.28); thud(m, at + 0.1, 0.12); },
  slide: (m, at) => paper(m, at, 0.3, 0.2),
  turn_over: (m, at) => { paper(m, at, 0.14, 0.34, true); wood(m, at + 0.13, 260, 0.2); },
  thud: (m, at) => thud(m, at, 0.5),
  slam: (m, at) => { thud(m, at, 0.6); wood(m, at + 0.02, 190, 0.3); },
  /* A plucked chord that completes when minds meet. */
  match: (m, at, { step = 0 }) => { chord(m, at, [0, 4, 7, 12, ...(step > 1 ? [16] : []), ...(step > 3 ? [19] : [])], 0.34); glass(m, at + 0.24, note(24), 0.16, 1.4); return 1.6; },
  chord: (m, at) => { chord(m, at, [-12, 0, 7, 12, 16], 0.32, 0.06); glass(m, at + 0.32, note(19, 523.25), 0.14, 1.6); return 1.6; },
  gem: (m, at, { step = 0 }) => glass(m, at, step_pitch(step), 0.24, 0.7),
  count: (m, at, { step = 0 }) => wood(m, at, step_pitch(step), 0.2),
  right: (m, at) => { pluck(m, at, note(7), 0.36); pluck(m, at + 0.12, note(12), 0.4); glass(m, at + 0.14, note(24), 0.12); },
  wrong: (m, at) => { wood(m, at, 150, 0.3); pluck(m, at + 0.06, note(-11), 0.3, 0.8); },
  heart: (m, at) => { crack(m, at, 0.4); return 1.2; },
  opening: (m, at) => { paper(m, at, 0.5, 0.16, true); pluck(m, at + 0.05, note(-5), 0.24); pluck(m, at + 0.2, note(2), 0.24); },
  roll: (m, at, { seconds = 1 }) => { roll(m, at, seconds); return seconds + 0.3; },
  tick: (m, at) => wood(m, at, 880, 0.14),
  pulse: (m, at, { loud = 0.5 }) => heartbeat(m, at, loud),
  last_second: (m, at) => { wood(m, at, 700, 0.3); heartbeat(m, at, 0.6); },
  end: (m, at) => { sand(m, at, 0.25, 0.12); pluck(m, at + 0.05, note(-7), 0.3, 0.9); },
  vote: (m, at) => { wood(m, at, 330, 0.24); wood(m, at + 0.13, 330, 0.24); },
  sand: (m, at) => sand(m, at, 0.8, 0.1),
  dice: (m, at) => { for (let i = 0; i < 9; i++) wood(m, at + i * 0.07 + Math.random() * 0.04, 260 + Math.random() * 260, 0.3 * (1 - i / 12)); },
  award: (m, at, { step = 0 }) => { pluck(m, at, note(SCALE[step % 5]! + 5), 0.3); glass(m, at + 0.05, step_pitch(step + 3), 0.12); },
  confetti: (m, at) => { paper(m, at, 0.35, 0.22, true); for (let i = 0; i < 8; i++) glass(m, at + 0.1 + Math.random() * 0.9, step_pitch(3 + Math.floor(Math.random() * 7)), 0.05, 0.4); },
  win: (m, at, { tune = TUNE }) => {
    tune.forEach((one, index) => pluck(m, at + index * 0.19, note(one), 0.42, index === tune.length - 1 ? 2 : 0.9));
    chord(m, at + tune.length * 0.19 + 0.06, [tune[0]! - 12, tune[0]!, tune[2]!, tune[3]!], 0.26, 0.03);
    return 2.4;
  },
  lose: (m, at) => { [7, 5, 3, 0].forEach((one, index) => pluck(m, at + index * 0.24, note(one - 5), 0.26, 1.3)); return 2; },
};

/* What is there to make hearts beat faster. */
export const TENSE: ReadonlySet<StageSound> = new Set<StageSound>(['tick', 'pulse', 'last_second', 'roll', 'heart', 'slam']);

/* The same sound twice within this time is one sound. */
const AGAIN = 0.045;
const last = new Map<StageSound, number>();

export function ring(name: StageSound, how: SoundHow = {}): void {
  const audio = audible();
  if (!audio || (settings.calm && TENSE.has(name))) return;
  const now = audio.currentTime;
  if (now - (last.get(name) ?? -1) < AGAIN) return;
  last.set(name, now);
  const mixer = mixer_of(audio);
  duck(mixer, SOUNDS[name](mixer, now + 0.005, how) ?? 0.5);
}

/* From now on every sound of the page comes from here; call while a screen is set up, and what it answers at its end. */
export function conduct(): () => void {
  hand_over((name) => ring(name));
  return () => hand_over(undefined);
}
