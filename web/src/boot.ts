/* The very first script: small, so that the texts of this device's language, the screen of this path and the
 * connection to the room are on their way while the app itself still arrives (the page preloads it; see
 * plugins/preload.ts). */
import { first_language, text_file } from './lib/language.ts';
import { parse_route } from './lib/paths.ts';
import { kept_theme, show_theme } from './lib/theme.ts';
import { ask_early } from './net/early.ts';
import { screen_files, screen_of } from './screens.ts';

/* The second bundle (plugins/old_engines.ts). Whoever knows sizes of containers knows all else that the first one needs. */
const OLD = '/old.js';

function begin(): void {
  const route = parse_route(location.pathname, location.search);
  const screen = screen_of(route);
  show_theme(kept_theme(screen === 'table' || screen === 'tv'));
  void text_file(first_language()).catch(() => undefined);
  void screen_files[screen]().catch(() => undefined);
  if (screen === 'room' || screen === 'table') ask_early('code' in route ? route.code : undefined, screen === 'table');
  void import('./main.ts').catch(again);
}

/* Without the app there is only its sign, and nobody to ask again. Who cannot read the file will not tomorrow. */
function again(error: unknown): void {
  if (!(error instanceof SyntaxError)) setTimeout(() => location.reload(), 5000);
}

if (import.meta.env.MODE !== 'old' && !CSS.supports('container-type:size')) void import(/* @vite-ignore */ OLD).catch(again);
else begin();
