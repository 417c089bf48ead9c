/* What this device prefers: theme, sound, vibration. Kept between visits. */
import { keep, kept } from '../net/keep.ts';

export type Theme = 'auto' | 'light' | 'dark';

class Settings {
  theme = $state<Theme>('auto');
  sound = $state(false);
  vibration = $state(true);
  #screen = false;

  /* Sounds are off on phones and on for table screens, and a table screen is a table at night, until
   * somebody says otherwise. */
  load(screen: boolean): void {
    this.#screen = screen;
    const theme = kept(screen ? 'theme.screen' : 'theme');
    this.theme = theme === 'light' || theme === 'dark' ? theme : screen ? 'dark' : 'auto';
    this.sound = (kept(screen ? 'sound.screen' : 'sound') ?? (screen ? 'on' : 'off')) === 'on';
    this.vibration = (kept('vibration') ?? 'on') === 'on';
    this.#show();
  }

  set_theme(theme: Theme): void {
    this.theme = theme;
    keep(this.#screen ? 'theme.screen' : 'theme', theme);
    this.#show();
  }

  set_sound(on: boolean): void {
    this.sound = on;
    keep(this.#screen ? 'sound.screen' : 'sound', on ? 'on' : 'off');
  }

  set_vibration(on: boolean): void {
    this.vibration = on;
    keep('vibration', on ? 'on' : 'off');
  }

  #show(): void {
    const root = globalThis.document?.documentElement;
    if (!root) return;
    if (this.theme === 'auto') delete root.dataset['theme'];
    else root.dataset['theme'] = this.theme;
  }
}

export const settings = new Settings();

export function reduced_motion(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
