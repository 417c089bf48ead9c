/* What screens read off the sections of Coordinates (coordinates.def). */
import type { Game } from '@kit';
import type { Protocol, View } from './protocol.ts';

export type { View };
export type Coordinates = Game<View, Protocol>;

export interface Spot {
  x: number;
  y: number;
}

export function clamp(value: number, edge: number): number {
  return Math.max(-edge, Math.min(edge, Math.round(value)));
}

/* A vote: token -> number, each number at most once. Laying a number takes it from where it was. */
export type Vote = Record<number, number>;

export function lay(vote: Vote, token: number, number: number): Vote {
  const next: Vote = {};
  for (const [seat, had] of Object.entries(vote)) if (had !== number && Number(seat) !== token) next[Number(seat)] = had;
  if (number) next[token] = number;
  return next;
}

export function read_vote(text: string): Vote {
  const vote: Vote = {};
  for (const part of text.split(' ')) {
    const [seat, number] = part.split(':').map(Number);
    if (seat !== undefined && number) vote[seat] = number;
  }
  return vote;
}

export function write_vote(vote: Vote): string {
  return Object.entries(vote).map(([seat, number]) => `${seat}:${number}`).join(' ');
}
