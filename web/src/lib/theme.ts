/* Light or dark, as somebody chose it on this device. No reactive parts: the first script needs it. */
import { kept } from '../net/keep.ts';

export type Theme = 'auto' | 'light' | 'dark';

/* A table screen is a table at night until somebody says otherwise. */
export function kept_theme(screen: boolean): Theme {
  const theme = kept(screen ? 'theme.screen' : 'theme');
  return theme === 'light' || theme === 'dark' ? theme : screen && theme !== 'auto' ? 'dark' : 'auto';
}

export function show_theme(theme: Theme): void {
  const root = globalThis.document?.documentElement;
  if (!root) return;
  if (theme === 'auto') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}
