/* What players of this game do and are told. Written by `unisono protocol --typescript`; not changed by hand. */
import { commonOptions, sharedOptions } from '@kit';
import type { CommonOptions, CoreSections, GameSpec, SharedActions, SharedFacts, SharedOptions } from '@kit';

export type Phase = 'place' | 'guess' | 'team' | 'count';
export type Subject = 'skip';

/* Values are text. */
export type Options = SharedOptions & {
  place_time: `${number}`;
  guess_time: `${number}`;
  team_time: `${number}`;
  count_time: `${number}`;
  pack: CommonOptions['pack'];
};

/* What a seat may do, with its arguments. */
export interface Actions extends SharedActions {
  place: { x: number; y: number };
  confirm: Record<string, never>;
  take_back: Record<string, never>;
  guess: { numbers: number[] };
  propose: { token: number; number: number };
  agree: Record<string, never>;
  go_on: Record<string, never>;
}

/* What may have happened, as far as a client can be told. */
export interface Facts extends SharedFacts<Phase, Subject> {
  round_began: { round: number; players: number[] };
  word_laid: { number: number; entry: number; word: string };
  reference_laid: { entry: number; word: string };
  criterion_laid: { axis: 'vertical' | 'horizontal'; entry: number; criterion: string };
  number_dealt: { number: number };
  token_placed: { seat: number; x: number; y: number };
  seat_confirmed: { seat: number };
  seat_reopened: { seat: number };
  guesses_laid: { numbers: number[] };
  seat_voted: { seat: number };
  number_proposed: { seat: number; token: number; number: number };
  number_lifted: { seat: number; token: number };
  seat_agreed: { seat: number };
  seat_withdrew: { seat: number };
  team_voted: { team: 'a' | 'b'; consent: 'all' | 'majority' | 'none'; numbers: number[] };
  token_revealed: { seat: number; number: number; word: string; guesses: number[] };
  word_guessed: { seat: number; by: number[] };
  team_guessed: { team: 'a' | 'b'; seat: number };
  seat_ready: { seat: number };
}

export type GameFact = { [K in keyof Facts]: { is: K } & Facts[K] }[keyof Facts];

/* All of it, for Game<View, Protocol>. */
export interface Protocol {
  phase: Phase;
  subject: Subject;
  options: Options;
  actions: Actions;
  fact: GameFact;
}

export interface Board {
  round: number;
  rounds: number;
  /* whose round it is */
  players: number[];
  /* number 1 first */
  words: string[];
  reference: string;
  vertical: string;
  horizontal: string;
  /* of the field, in hundredths of an axis */
  edge: number;
}

export interface Guess {
  seat: number;
  number: number;
  right: boolean;
}

export interface TokenView {
  /* whose token it is: this is also what it is called by */
  seat: number;
  x: number;
  y: number;
  team_guess?: number;
  /* once it is counted */
  number?: number;
  guesses?: Guess[];
  team_right?: boolean;
}

export interface Step {
  actors: number[];
  done: number[];
  /* the team vote has a number for every token */
  complete?: boolean;
  counting?: number;
  left?: number;
}

export interface Team {
  seats: number[];
  active: boolean;
  score: number;
  lap: number;
  space: number;
}

export interface Agreement {
  token: number;
  /* who stands behind the number on it */
  seats: number[];
}

export interface Award {
  award: 'closest' | 'sharpest' | 'clearest';
  seats: number[];
  n: number;
  word?: string;
}

export interface Mine {
  team?: number;
  /* those that may be laid */
  numbers: number[];
  number?: number;
  word?: string;
  /* by token; 0: none */
  guesses?: number[];
}

/* What a seat or an onlooker sees. */
export interface View extends CoreSections {
  table: Board;
  tokens: TokenView[];
  step: Step;
  teams?: Team[];
  agreements?: Agreement[];
  /* at the end: who did what, the best first */
  awards?: Award[];
  me?: Mine;
}

/* As GET /api/games tells it: for screens that are looked at without a server. */
export const spec: GameSpec = {
  id: "coordinates",
  seats: [4, 14],
  phases: ["place", "guess", "team", "count"],
  subjects: ["skip"],
  options: [
  ...sharedOptions,
  {"name": "place_time", "type": "int", "min": 0, "max": 900, "initial": "0"},
  {"name": "guess_time", "type": "int", "min": 0, "max": 900, "initial": "0"},
  {"name": "team_time", "type": "int", "min": 0, "max": 900, "initial": "120"},
  {"name": "count_time", "type": "int", "min": 0, "max": 30, "initial": "8"},
  commonOptions.pack,
  ],
  bots: true,
  decks: [{"name": "words", "form": "line", "longest": 32, "least": 20}, {"name": "criteria", "form": "line", "longest": 50, "least": 8}],
};
