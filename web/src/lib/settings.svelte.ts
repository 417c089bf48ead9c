/* What this device prefers: theme, sound, vibration. Kept between visits. */
import { keep, kept } from '../net/keep.ts';
import { kept_theme, show_theme, type Theme } from './theme.ts';

export type { Theme };

class Settings {
  theme = $state<Theme>('auto');
  sound = $state(false);
  vibration = $state(true);
  #screen = false;

  /* Sounds are off on phones and on for table screens, until somebody says otherwise. */
  load(screen: boolean): void {
    this.#screen = screen;
    this.theme = kept_theme(screen);
    this.sound = (kept(screen ? 'sound.screen' : 'sound') ?? (screen ? 'on' : 'off')) === 'on';
    this.vibration = (kept('vibration') ?? 'on') === 'on';
    show_theme(this.theme);
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

export function reduced_motion(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
