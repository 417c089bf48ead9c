/* The sections of Coordinates (games/coordinates/view.c), and what screens read off them. */
import type { CoreSections, Game } from '@kit';
import type { Protocol } from './protocol.ts';

export interface TokenView {
  /* Whose token it is: this is also what it is called by. */
  seat: number;
  x: number;
  y: number;
  team_guess?: number;
  /* Once it is counted. */
  number?: number;
  guesses?: { seat: number; number: number; right: boolean }[];
  team_right?: boolean;
}

export interface Team {
  seats: number[];
  active: boolean;
  score: number;
  lap: number;
  space: number;
}

export interface View extends CoreSections {
  table: {
    round: number;
    rounds: number;
    players: number[];
    words: string[];
    reference: string;
    vertical: string;
    horizontal: string;
    edge: number;
  };
  tokens: TokenView[];
  /* In the open vote of a team: who stands behind the number on each token. */
  agreements?: { token: number; seats: number[] }[];
  step: { actors: number[]; done: number[]; complete?: boolean; counting?: number; left?: number };
  teams?: Team[];
  me?: { team?: number; numbers: number[]; number?: number; word?: string; guesses?: number[] };
}

export type Coordinates = Game<View, Protocol>;

export interface Spot {
  x: number;
  y: number;
}

/* Half a phone is too narrow for such a word at its usual size, and not every browser can hyphenate. */
export function is_long(word: string, most = 11): boolean {
  return word.split(/[\s-]/).some((part) => part.length > most);
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

/* Talk is for the team that votes openly, while it votes (AX-12). */
export function may_talk(view: Partial<View>, seat: number): boolean {
  return view.phase?.name === 'team' && (view.step?.actors.includes(seat) ?? false);
}
