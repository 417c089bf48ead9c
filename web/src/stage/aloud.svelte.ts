/* Reading aloud: words, themes and results in the language of the table, where the device has a voice for it and
 * somebody has asked for it. */
import { keep, kept } from '../net/keep.ts';
import type { Language } from '../generated/protocol.ts';

const speech = (): SpeechSynthesis | undefined => (typeof globalThis.speechSynthesis === 'object' ? globalThis.speechSynthesis : undefined);

class Aloud {
  wanted = $state(kept('aloud') === 'on');
  /* Languages this device has a voice for; browsers tell them late. */
  voices = $state.raw<readonly SpeechSynthesisVoice[]>([]);

  constructor() {
    const learn = () => (this.voices = speech()?.getVoices() ?? []);
    learn();
    speech()?.addEventListener?.('voiceschanged', learn);
  }

  voice(language: Language): SpeechSynthesisVoice | undefined {
    const fits = this.voices.filter((voice) => voice.lang.toLowerCase().startsWith(language));
    return fits.find((voice) => voice.localService) ?? fits[0];
  }

  want(on: boolean): void {
    this.wanted = on;
    keep('aloud', on ? 'on' : 'off');
    if (!on) speech()?.cancel();
  }

  /* Says it after what is being said; more than two sentences behind, the oldest do not matter any more. */
  say(text: string, language: Language): void {
    const voice = this.wanted && text ? this.voice(language) : undefined;
    const mouth = speech();
    if (!voice || !mouth || document.hidden) return;
    if (mouth.pending) mouth.cancel();
    const words = new SpeechSynthesisUtterance(text.toLocaleLowerCase(language));
    words.voice = voice;
    words.lang = voice.lang;
    words.rate = 0.95;
    mouth.speak(words);
  }
}

export const aloud = new Aloud();
