/* The instruments of the stage, synthesised: wood, glass, a plucked string, paper, sand and a drum. `at` is the
 * context's time in seconds, `loud` between 0 and 1. */
import type { Mixer } from './mixer.ts';

export const note = (semitones: number, root = 261.63): number => root * Math.pow(2, semitones / 12);

function shaped({ audio, effects }: Mixer, at: number, attack: number, length: number, loud: number): GainNode {
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.linearRampToValueAtTime(loud, at + attack);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + attack + length);
  volume.connect(effects);
  return volume;
}

function tone(mixer: Mixer, at: number, pitch: number, length: number, loud: number, type: OscillatorType = 'sine', to?: number): void {
  const voice = mixer.audio.createOscillator();
  voice.type = type;
  voice.frequency.setValueAtTime(pitch, at);
  if (to) voice.frequency.exponentialRampToValueAtTime(to, at + length);
  voice.connect(shaped(mixer, at, 0.004, length, loud));
  voice.start(at);
  voice.stop(at + length + 0.05);
}

let noise: AudioBuffer | undefined;

/* A second of noise, used by all that rustles. */
function noise_of(audio: AudioContext): AudioBuffer {
  if (noise?.sampleRate === audio.sampleRate) return noise;
  noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return noise;
}

function hiss(mixer: Mixer, at: number, length: number, loud: number, filter: BiquadFilterType, pitch: number, width = 1, to?: number): void {
  const { audio } = mixer;
  const source = audio.createBufferSource();
  const shape = audio.createBiquadFilter();
  source.buffer = noise_of(audio);
  source.loop = true;
  shape.type = filter;
  shape.Q.value = width;
  shape.frequency.setValueAtTime(pitch, at);
  if (to) shape.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(shape);
  shape.connect(shaped(mixer, at, 0.003, length, loud));
  source.start(at, Math.random() * 0.5);
  source.stop(at + length + 0.05);
}

/* A knock on wood: a low body and a short click. */
export function wood(mixer: Mixer, at: number, pitch: number, loud: number): void {
  tone(mixer, at, pitch, 0.09, loud, 'triangle', pitch * 0.7);
  hiss(mixer, at, 0.025, loud * 0.7, 'bandpass', pitch * 5, 2);
}

/* A marble glass: partials that are no harmonics, the high ones short. */
export function glass(mixer: Mixer, at: number, pitch: number, loud: number, length = 0.9): void {
  tone(mixer, at, pitch, length, loud * 0.6);
  tone(mixer, at, pitch * 2.76, length * 0.5, loud * 0.25);
  tone(mixer, at, pitch * 5.4, length * 0.22, loud * 0.12);
}

const strings = new Map<number, AudioBuffer>();

/* A plucked string: a burst of noise that runs round a loop and loses its edge (Karplus and Strong). Each pitch is
 * computed once. */
function string_of(audio: AudioContext, pitch: number): AudioBuffer {
  const key = Math.round(pitch);
  let buffer = strings.get(key);
  if (buffer) return buffer;
  const rate = audio.sampleRate;
  const period = Math.max(2, Math.round(rate / pitch));
  buffer = audio.createBuffer(1, Math.round(rate * 1.3), rate);
  const out = buffer.getChannelData(0);
  for (let i = 0; i < period; i++) out[i] = Math.random() * 2 - 1;
  for (let i = period; i < out.length; i++) out[i] = 0.4985 * (out[i - period]! + (out[i - period - 1] ?? out[0]!));
  strings.set(key, buffer);
  return buffer;
}

export function pluck(mixer: Mixer, at: number, pitch: number, loud: number, length = 1.2): void {
  const source = mixer.audio.createBufferSource();
  const warm = mixer.audio.createBiquadFilter();
  warm.type = 'lowpass';
  warm.frequency.value = Math.min(9000, pitch * 7);
  source.buffer = string_of(mixer.audio, pitch);
  source.connect(warm);
  warm.connect(shaped(mixer, at, 0.003, length, loud));
  source.start(at);
  source.stop(at + length + 0.05);
}

/* Paper that slides, or turns over. */
export function paper(mixer: Mixer, at: number, length: number, loud: number, up = false): void {
  hiss(mixer, at, length, loud, 'bandpass', up ? 1400 : 3200, 0.8, up ? 4200 : 1600);
}

/* A card that lands on others. */
export function thud(mixer: Mixer, at: number, loud: number): void {
  tone(mixer, at, 150, 0.16, loud, 'sine', 60);
  hiss(mixer, at, 0.06, loud * 0.5, 'lowpass', 1800);
}

export function sand(mixer: Mixer, at: number, length: number, loud: number): void {
  hiss(mixer, at, length, loud, 'highpass', 5200, 0.5);
}

export function drum(mixer: Mixer, at: number, loud: number): void {
  hiss(mixer, at, 0.07, loud, 'bandpass', 220 + Math.random() * 60, 1.2);
  tone(mixer, at, 120, 0.06, loud * 0.35, 'sine', 80);
}

/* Something that breaks: two cracks and a fall. */
export function crack(mixer: Mixer, at: number, loud: number): void {
  hiss(mixer, at, 0.05, loud, 'highpass', 2400);
  hiss(mixer, at + 0.09, 0.08, loud * 0.8, 'bandpass', 1700, 3);
  tone(mixer, at + 0.1, 330, 0.55, loud * 0.5, 'triangle', 110);
}

export function heartbeat(mixer: Mixer, at: number, loud: number): void {
  tone(mixer, at, 62, 0.14, loud, 'sine', 42);
  tone(mixer, at + 0.17, 56, 0.16, loud * 0.7, 'sine', 38);
}
