/* What a seat or an onlooker sees of One Round? (games/oneround/view.c), and small questions about it. */
import type { Game } from '@kit';
import type { Protocol } from './protocol.ts';

export type TeamName = 'all' | 'a' | 'b';

export interface CircleCard {
  /* 0 is the start card 100/0. */
  number: number;
  word: string;
  seat?: number;
}

export interface Team {
  team: TeamName;
  seats: number[];
  lives: number;
  overtime: boolean;
}

export interface Challenge {
  number: number;
  chapter: string;
  only?: 'nouns' | 'verbs' | 'adjectives' | 'names';
  without?: string;
  initial?: string;
  longest?: number;
  theme?: string;
}

export interface Point {
  seat: number;
  gap: number;
  locked: boolean;
}

export interface Turn {
  tipster: number;
  rival?: number;
  deciding: boolean;
  team: TeamName;
  last_card: boolean;
  turner?: number;
  timed?: boolean;
  /* Who has seen the card keeps still. */
  silent?: number[];
  clue?: string;
  guessers?: number[];
  decider?: number;
  /* All are locked in and disagree: the gap of this seat counts, then at the latest. */
  word?: { seat: number; until: number };
  /* A vote about the card runs: nobody points. */
  frozen?: boolean;
  points?: Point[];
  /* In a steal: the gap that was wrong. */
  tried?: number;
  /* Objections that failed on this card. */
  failed?: ('clue' | 'seen')[];
}

export interface View {
  table: {
    lives_at_start: number;
    cards_at_start: number;
    pile: number;
    spares: number;
    timer: number;
    teams: Team[];
    challenge?: Challenge;
    circle: CircleCard[];
    stars?: number;
  };
  writers?: { number: number; seat: number }[];
  turn?: Turn;
  last?: { number: number; seat: number; right: boolean; chosen?: [number, number]; stolen?: boolean };
  me?: { start?: number; card?: number; gap?: number; between?: [number, number]; fault?: string; with?: string };
}

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
  return `hsl(${Math.round((number % 100) * 3.6)} 78% 76%)`;
}

export function team_of(view: View, seat: number): Team | undefined {
  return view.table.teams.find((team) => team.seats.includes(seat));
}

export function team_at_turn(view: View): Team | undefined {
  return view.table.teams.find((team) => team.team === view.turn?.team);
}

/* The sand decides: a guess against the timer because the team has no life left. */
export function racing(view: View, phase: string): boolean {
  return phase === 'guess' && view.turn?.timed === true && !view.turn.deciding && team_at_turn(view)?.overtime === true;
}

export function points_at(view: View, gap: number): Point[] {
  return view.turn?.points?.filter((point) => point.gap === gap) ?? [];
}

/* Who has seen the card says nothing; everybody else may talk (games/oneround/game.c, talk). */
export function may_talk(view: View, seat: number): boolean {
  return seat >= 0 && !(view.turn?.silent?.includes(seat) ?? false);
}

export function may_object(game: OneRound): ('clue' | 'seen')[] {
  if (!game.can('object')) return [];
  const failed = game.view.turn?.failed ?? [];
  const all: ('clue' | 'seen')[] = game.phase.name === 'guess' ? ['clue', 'seen'] : ['seen'];
  return all.filter((why) => !failed.includes(why));
}

/* Long words are set smaller, so that a card keeps its size. */
export function fit(word: string, room = 9): string {
  return word.length <= room ? '1em' : `${Math.max(0.45, room / word.length).toFixed(3)}em`;
}
