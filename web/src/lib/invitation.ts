/* The address that brings a phone to a room: what the server says it is, else where this page came from, or where phones
 * find the machine that it was opened on. */
import { language } from './text.svelte.ts';
import { reach } from './reach.svelte.ts';
import type { Room } from '../net/room.svelte.ts';

export function invitation(room: Room): string {
  reach.ask();
  return room.info?.url ?? `${reach.origin}/j/${room.code}`;
}

/* The same for a television, which is easier typed than scanned. */
export function tv_address(room: Room): string {
  return invitation(room).replace(/\/j\/.*$/, '/tv');
}

/* What stays of a game, in the language of this device: for a tap here, … */
export function keepsake_path(address: string): string {
  return `/k/${address}?lang=${language()}`;
}

/* … and for a phone that reads it off this screen. */
export function keepsake_url(room: Room, address: string): string {
  return invitation(room).replace(/\/j\/.*$/, keepsake_path(address));
}
