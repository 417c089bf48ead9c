/* The app: the language first, so that nothing is shown in the wrong one, then the screen. */
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { bring } from './kit/Later.svelte';
import { catalog } from './lib/catalog.svelte.ts';
import { sweep_drafts } from './lib/drafts.svelte.ts';
import { parse_route } from './lib/paths.ts';
import { settings } from './lib/settings.svelte.ts';
import { soon } from './lib/soon.ts';
import { first_language, load_language } from './lib/text.svelte.ts';
import { watch_viewport } from './lib/viewport.ts';
import { screen_files, screen_of } from './screens.ts';
import { hear_arrows } from './tv/arrows.ts';

const here = () => screen_of(parse_route(location.pathname, location.search));
const screen = here();
settings.load(screen === 'table');
watch_viewport();
/* Games that are known already are in the first frame of a lobby. */
if (screen === 'room') void catalog.load();
/* What did not come is asked for again, and said, by whoever needs it. Nothing is awaited out here: the screens
 * import the file that this ends up in. */
void Promise.allSettled([load_language(first_language()), bring<unknown>(screen_files[screen])]).then(() => {
  document.getElementById('splash')?.remove();
  mount(App, { target: document.getElementById('app')! });
});

soon(() => {
  sweep_drafts();
  /* Whoever is at the door will want a table. */
  if (screen === 'home') void screen_files.room().catch(() => undefined);
});

hear_arrows(() => ['home', 'table', 'tv'].includes(here()));

/* Only secure contexts have service workers: https, or the machine itself. It fetches everything there is, so it
 * waits until a game that is already running has come. */
const SETTLED = 4000;
if ('serviceWorker' in navigator && window.isSecureContext && !import.meta.env.DEV)
  setTimeout(() => soon(() => navigator.serviceWorker.register('/worker.js').catch(() => undefined)), SETTLED);
