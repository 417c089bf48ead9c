/* Sounds, made on the spot: no files. Each is a few notes of an instrument, quiet and short.
 *
 * Browsers let a page sound only after somebody touched it: wake_sound() is called by the first tap. */
import { settings } from './settings.svelte.ts';
import { sounding } from './sounding.svelte.ts';

export type SoundName =
  | 'tap' | 'join' | 'leave' | 'turn' | 'ready' | 'card' | 'match' | 'gem' | 'right' | 'wrong' | 'tick' | 'end'
  | 'win' | 'lose' | 'vote' | 'sand' | 'dice';

/* Note: when (s), pitch (Hz), length (s), loudness, shape. */
type Note = [number, number, number, number, OscillatorType?];

const NOTES: Record<Exclude<SoundName, 'card' | 'sand' | 'dice'>, Note[]> = {
  tap: [[0, 520, 0.05, 0.12]],
  join: [[0, 392, 0.12, 0.2], [0.09, 587, 0.18, 0.2]],
  leave: [[0, 440, 0.12, 0.15], [0.09, 330, 0.2, 0.15]],
  turn: [[0, 523, 0.14, 0.25], [0.13, 659, 0.14, 0.25], [0.26, 784, 0.3, 0.25]],
  ready: [[0, 659, 0.09, 0.15], [0.07, 880, 0.14, 0.15]],
  match: [[0, 523, 0.3, 0.2], [0.05, 659, 0.3, 0.2], [0.1, 784, 0.3, 0.2], [0.15, 1047, 0.5, 0.2]],
  gem: [[0, 1319, 0.12, 0.14, 'triangle'], [0.06, 1760, 0.25, 0.12, 'triangle']],
  right: [[0, 659, 0.12, 0.22], [0.11, 988, 0.35, 0.22]],
  wrong: [[0, 233, 0.18, 0.22, 'sawtooth'], [0.16, 185, 0.35, 0.2, 'sawtooth']],
  tick: [[0, 1100, 0.03, 0.14, 'square']],
  end: [[0, 330, 0.25, 0.25, 'triangle'], [0.2, 247, 0.5, 0.25, 'triangle']],
  vote: [[0, 587, 0.1, 0.18], [0.12, 587, 0.14, 0.18]],
  win: [[0, 523, 0.16, 0.22], [0.14, 659, 0.16, 0.22], [0.28, 784, 0.16, 0.22], [0.42, 1047, 0.7, 0.25], [0.42, 659, 0.7, 0.14]],
  lose: [[0, 392, 0.25, 0.2], [0.22, 349, 0.25, 0.2], [0.44, 294, 0.7, 0.2]],
};

let context: AudioContext | undefined;

export function wake_sound(): void {
  if (!sounding.possible) return;
  const audio = (context ??= new AudioContext());
  const told = () => (sounding.running = audio.state === 'running');
  audio.onstatechange = told;
  told();
  /* Without a touch the browser may never answer. */
  if (audio.state !== 'running') void audio.resume().then(told, told);
}

/* A table screen has a better orchestra, which comes with its stage (stage/sound). */
type Player = (name: SoundName, audio: AudioContext) => void;
let player: Player | undefined;

export function hand_over(orchestra: Player | undefined): void {
  player = orchestra;
}

/* The context, if a sound may be made now. */
export function audible(): AudioContext | undefined {
  return settings.sound && context?.state === 'running' && !document.hidden ? context : undefined;
}

function strike(audio: AudioContext, [when, pitch, length, loudness, shape]: Note): void {
  const voice = audio.createOscillator();
  const volume = audio.createGain();
  const start = audio.currentTime + when;
  voice.type = shape ?? 'sine';
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness * (shape === 'sawtooth' || shape === 'square' ? 0.4 : 1), start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(start + length + 0.02);
}

/* Paper, sand and dice are noise through a filter. */
function rustle(audio: AudioContext, when: number, length: number, pitch: number, loudness: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length);
  const noise = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const volume = audio.createGain();
  noise.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  volume.gain.value = loudness;
  noise.connect(filter).connect(volume).connect(audio.destination);
  noise.start(audio.currentTime + when);
}

export function sound(name: SoundName): void {
  const audio = audible();
  if (!audio || (settings.calm && name === 'tick')) return;
  if (player) player(name, audio);
  else if (name === 'card') rustle(audio, 0, 0.14, 2600, 0.3);
  else if (name === 'sand') rustle(audio, 0, 0.7, 5200, 0.12);
  else if (name === 'dice') for (let i = 0; i < 6; i++) rustle(audio, i * 0.07 + Math.random() * 0.03, 0.05, 1400, 0.4);
  else for (const note of NOTES[name]) strike(audio, note);
}

/* A phone in a hand: short for "your turn", shorter for the last seconds. */
export function vibrate(pattern: number | number[] = 40): void {
  const device = globalThis.navigator;
  /* Browsers refuse, and complain, before somebody has touched the page. */
  if (!settings.vibration || document.hidden || device?.userActivation?.hasBeenActive === false) return;
  device?.vibrate?.(pattern);
}
