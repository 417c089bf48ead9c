/* Where all sounds of the stage meet: effects and a quiet bed, which steps back while something happens.
 *
 * One mixer for the page's AudioContext; it is made when the first sound is asked for. */
export interface Mixer {
  audio: AudioContext;
  effects: AudioNode;
  bed: GainNode;
}

const LOUDNESS = 0.85;
const DUCKED = 0.25;
let mixer: Mixer | undefined;

export function mixer_of(audio: AudioContext): Mixer {
  if (mixer?.audio === audio) return mixer;
  const master = audio.createGain();
  master.gain.value = LOUDNESS;
  /* Fourteen people at once are not fourteen times as loud. */
  const limit = audio.createDynamicsCompressor();
  limit.threshold.value = -14;
  limit.ratio.value = 8;
  limit.attack.value = 0.004;
  limit.release.value = 0.18;
  master.connect(limit);
  limit.connect(audio.destination);
  const effects = audio.createGain();
  const bed = audio.createGain();
  effects.connect(master);
  bed.connect(master);
  mixer = { audio, effects, bed };
  return mixer;
}

/* The bed steps back for so many seconds. */
export function duck({ audio, bed }: Mixer, seconds: number): void {
  const now = audio.currentTime;
  bed.gain.cancelScheduledValues(now);
  bed.gain.setTargetAtTime(DUCKED, now, 0.05);
  bed.gain.setTargetAtTime(1, now + seconds, 0.5);
}
