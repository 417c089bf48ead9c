/* What is barely there while people think: two slow strings of air in the game's key. It fades in and out over seconds,
 * and steps back for everything else (mixer.ts). */
import { audible } from '../../lib/sound.ts';
import { note } from './instruments.ts';
import { mixer_of } from './mixer.ts';

const LOUDNESS = 0.028;
const FADE = 1.6;

export interface Bed {
  stop(): void;
}

export function lay_bed(root: number): Bed | undefined {
  const audio = audible();
  if (!audio) return undefined;
  const { bed } = mixer_of(audio);
  const volume = audio.createGain();
  const soft = audio.createBiquadFilter();
  soft.type = 'lowpass';
  soft.frequency.value = 420;
  volume.gain.setValueAtTime(0, audio.currentTime);
  volume.gain.linearRampToValueAtTime(LOUDNESS, audio.currentTime + FADE * 2);
  soft.connect(volume);
  volume.connect(bed);
  const voices = [root - 12, root - 5, root + 0.08].map((semitones) => {
    const voice = audio.createOscillator();
    voice.type = 'triangle';
    voice.frequency.value = note(semitones, 196);
    voice.connect(soft);
    voice.start();
    return voice;
  });
  /* It breathes, slower than people do. */
  const breath = audio.createOscillator();
  const depth = audio.createGain();
  breath.frequency.value = 0.09;
  depth.gain.value = LOUDNESS * 0.5;
  breath.connect(depth);
  depth.connect(volume.gain);
  breath.start();
  let stopped = false;
  return {
    stop() {
      if (stopped) return;
      stopped = true;
      const now = audio.currentTime;
      volume.gain.cancelScheduledValues(now);
      volume.gain.setTargetAtTime(0, now, FADE / 4);
      depth.gain.setTargetAtTime(0, now, FADE / 4);
      for (const voice of [...voices, breath]) voice.stop(now + FADE * 1.5);
    },
  };
}
