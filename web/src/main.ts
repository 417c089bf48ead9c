/* The app: the language first, so that nothing is shown in the wrong one, then the screen. */
import { mount } from 'svelte';
import App from './App.svelte';
import { sweep_drafts } from './lib/drafts.svelte.ts';
import { settings } from './lib/settings.svelte.ts';
import { first_language, load_language } from './lib/text.svelte.ts';
import { watch_viewport } from './lib/viewport.ts';

settings.load(location.pathname.startsWith('/t/'));
watch_viewport();
sweep_drafts();
await load_language(first_language()).catch(() => undefined);
mount(App, { target: document.getElementById('app')! });

/* Only secure contexts have service workers: https, or the machine itself. */
if ('serviceWorker' in navigator && window.isSecureContext && !import.meta.env.DEV)
  void navigator.serviceWorker.register('/worker.js').catch(() => undefined);
