/* The kit for table screens: everything games/<id>/web/Table.svelte and its parts may import, from '@stage'. It comes
 * with the first table screen; phones never load it. See docs/web.md. */
export { aloud } from './aloud.svelte.ts';
export { Beats, beats_of, type Beat, type Script } from './beats.svelte.ts';
export { default as Clock } from './Clock.svelte';
export { default as Confetti } from './Confetti.svelte';
export { default as Flip } from './Flip.svelte';
export { fit_grid, fit_line, text_width, type Box, type Fit } from './fit.ts';
export type { Mood } from './Light.svelte';
export { anchor, fade, fly, glide, overshoot, place_of, pop, type Flight } from './pieces.ts';
export { places_of } from './places.svelte.ts';
export { default as Podium } from './Podium.svelte';
export { default as Seats } from './Seats.svelte';
export { default as Sign, type SignName } from './Sign.svelte';
export { ring, type SoundHow, type StageSound } from './sound/index.ts';
export { default as Stage } from './Stage.svelte';
export type { SeatTeam } from './types.ts';
export { unit_of } from './unit.svelte.ts';
