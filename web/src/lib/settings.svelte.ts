/* What this device prefers: theme, sound, vibration, how large its texts are, how calm it is. Kept between visits. */
import { keep, kept } from '../net/keep.ts';
import { kept_theme, show_theme, type Theme } from './theme.ts';

export type { Theme };

/* Three sizes of texts on phones; a table screen measures by itself. */
export const TEXT_SIZES = ['usual', 'large', 'largest'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

class Settings {
  theme = $state<Theme>('auto');
  sound = $state(false);
  vibration = $state(true);
  text = $state<TextSize>('usual');
  /* Nothing flies, flashes or ticks. */
  calm = $state(false);
  #screen = false;

  /* Sounds are off on phones and on for table screens, until somebody says otherwise. */
  load(screen: boolean): void {
    this.#screen = screen;
    this.theme = kept_theme(screen);
    this.sound = (kept(screen ? 'sound.screen' : 'sound') ?? (screen ? 'on' : 'off')) === 'on';
    this.vibration = (kept('vibration') ?? 'on') === 'on';
    this.text = (!screen && TEXT_SIZES.find((one) => one === kept('text'))) || 'usual';
    this.calm = kept(screen ? 'calm.screen' : 'calm') === 'on';
    show_theme(this.theme);
    this.#show();
  }

  #show(): void {
    const root = globalThis.document?.documentElement;
    if (!root) return;
    root.dataset['text'] = this.text;
    root.toggleAttribute('data-calm', this.calm);
  }

  set_text(size: TextSize): void {
    this.text = size;
    keep('text', size);
    this.#show();
  }

  set_calm(on: boolean): void {
    this.calm = on;
    keep(this.#screen ? 'calm.screen' : 'calm', on ? 'on' : 'off');
    this.#show();
  }

  set_theme(theme: Theme): void {
    this.theme = theme;
    keep(this.#screen ? 'theme.screen' : 'theme', theme);
    show_theme(this.theme);
  }

  set_sound(on: boolean): void {
    this.sound = on;
    keep(this.#screen ? 'sound.screen' : 'sound', on ? 'on' : 'off');
  }

  set_vibration(on: boolean): void {
    this.vibration = on;
    keep('vibration', on ? 'on' : 'off');
  }
}

export const settings = new Settings();

/* By the wish of the system, or of this device's owner. */
export function reduced_motion(): boolean {
  if (settings.calm) return true;
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
