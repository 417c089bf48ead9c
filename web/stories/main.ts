/* Single screens without a server: npm run stories, then
 *
 *     /stories/?shell=lobby                               a screen of the shell
 *     /stories/?game=ID&script=NAME&step=12&seat=0        a recorded game; &table for the table screen, &shared for
 *                                                         one phone with all players; arrow keys step
 */
import '../src/styles/base.css';
import { mount } from 'svelte';
import { settings } from '../src/lib/settings.svelte.ts';
import { first_language, load_language } from '../src/lib/text.svelte.ts';
import { watch_viewport } from '../src/lib/viewport.ts';
import Stories from './Stories.svelte';

const asked = new URLSearchParams(location.search);
settings.load(asked.has('table'));
watch_viewport();
await load_language((asked.get('lang') as 'en' | null) ?? first_language());
mount(Stories, { target: document.getElementById('app')!, props: { asked } });
