/* Whether this page may make a noise right now: what a label about sound may claim. */
class Sounding {
  /* The browser lets it: somebody has touched the page, or no touch is needed. */
  running = $state(false);
  /* There is something to make a noise with at all. */
  readonly possible = typeof globalThis.AudioContext === 'function';
}

export const sounding = new Sounding();
