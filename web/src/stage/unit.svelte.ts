/* The stage's own measure: a hundred-and-eighth of its height, ten pixels at 1080p, wherever the stage stands: on a
 * television, in half a window beside a hand of cards. Styles know it as --u, scripts by unit_of(). */
import { getContext, setContext } from 'svelte';

const KEY = Symbol('unit');

class Unit {
  px = $state(Math.min((globalThis.innerWidth ?? 1920) / 192, (globalThis.innerHeight ?? 1080) / 108));
}

export function make_unit(): Unit {
  return setContext(KEY, new Unit());
}

export function unit_of(): Readonly<Unit> {
  return getContext<Unit>(KEY) ?? new Unit();
}
