/* What screens read off the sections of One Round? (oneround.def). */
import type { Game } from '@kit';
import type { Challenge, CircleCard, Point, Protocol, Team, View } from './protocol.ts';

export type { Challenge, Team, View };
export type OneRound = Game<View, Protocol>;

export interface Gap {
  gap: number;
  from: CircleCard;
  to: CircleCard;
  /* Number of the card that closes it: 100 at the last one. */
  end: number;
}

export function gaps(circle: readonly CircleCard[]): Gap[] {
  return circle.map((from, gap) => {
    const to = circle[(gap + 1) % circle.length]!;
    return { gap, from, to, end: gap + 1 === circle.length ? 100 : to.number };
  });
}

/* The number as printed on the card. */
export function face(number: number): string {
  return number === 0 || number === 100 ? '100/0' : String(number);
}

/* Colours go once around the circle, as the cards do. Always light enough for dark ink. */
export function hue(number: number): string {
  return `hsl(${Math.round((number % 100) * 3.6)}, 78%, 76%)`;
}

export function team_of(view: View, seat: number): Team | undefined {
  return view.table.teams.find((team) => team.seats.includes(seat));
}

export function team_at_turn(view: View): Team | undefined {
  return view.table.teams.find((team) => team.team === view.turn?.team);
}

/* The sand decides: a guess against the timer because the team has no life left. */
export function racing(view: View, phase: string): boolean {
  return phase === 'guess' && view.turn?.timed === true && team_at_turn(view)?.overtime === true;
}

export function points_at(view: View, gap: number): Point[] {
  return view.turn?.points?.filter((point) => point.gap === gap) ?? [];
}

/* A phone's circle shows words only while all of them can be read there; else its numbers, and the words below. */
const FEW = 7;
const SHORT = 8;
export const numbers_only = (circle: readonly CircleCard[]): boolean => circle.length > FEW || circle.some((card) => card.word.length > SHORT);

/* Long words are set smaller, so that a card keeps its size. */
export function fit(word: string, room = 9): string {
  return word.length <= room ? '1em' : `${Math.max(0.45, room / word.length).toFixed(3)}em`;
}
