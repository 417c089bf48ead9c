/* The address that brings a phone to a room: what the server says it is, else where this page came from. */
import type { Room } from '../net/room.svelte.ts';

export function invitation(room: Room): string {
  return room.info?.url ?? `${location.origin}/j/${room.code}`;
}
