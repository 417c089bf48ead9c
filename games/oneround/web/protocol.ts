/* What players of this game do and are told. Written by `unisono protocol --typescript`; not changed by hand. */
import { commonOptions, sharedOptions } from '@kit';
import type { CommonOptions, CoreSections, GameSpec, SharedActions, SharedFacts, SharedOptions } from '@kit';

export type Phase = 'words' | 'turn' | 'think' | 'clue' | 'grace' | 'guess' | 'steal';
export type Subject = 'skip' | 'clue' | 'seen';

/* Values are text. */
export type Options = SharedOptions & {
  mode: 'coop' | 'teams';
  words: 'challenge' | 'free';
  challenge: `${number}`;
  timer: 'true' | 'false';
  head_start: `${number}`;
  untimed_cards: `${number}`;
  words_time: `${number}`;
  turn_time: `${number}`;
  guess_time: `${number}`;
  sand: `${number}`;
  sand_grace: `${number}`;
  gentle: 'true' | 'false';
  pack: CommonOptions['pack'];
};

/* What a seat may do, with its arguments. */
export interface Actions extends SharedActions {
  write_start: { word: string; name?: boolean; insist?: boolean };
  turn_timer: Record<string, never>;
  clue: { word: string; name?: boolean; insist?: boolean };
  point: { gap: number };
  lock: Record<string, never>;
  decide: Record<string, never>;
  object: { why: 'clue' | 'seen' };
  set_aside: Record<string, never>;
}

/* What may have happened, as far as a client can be told. */
export interface Facts extends SharedFacts<Phase, Subject> {
  challenge_opened: { entry: number; chapter: string; only: 'any' | 'nouns' | 'verbs' | 'adjectives' | 'names'; without: string; initial: string; longest: number; theme: string };
  pile_laid: { lives: number; cards: number; timer: number };
  start_written: { seat: number; number: number; word: string };
  start_drawn: { entry: number; number: number; word: string };
  tipster_named: { seat: number };
  duel_began: { tipster: number; rival: number };
  spare_added: object;
  card_drawn: { timed: boolean };
  card_seen: { number: number };
  clue_given: { seat: number; word: string; name: boolean };
  clue_ruled: { fault: 'none' | 'initial' | 'several' | 'same' | 'stem' | 'part' | 'abbreviation' | 'animal' | 'unknown' | 'letter' | 'long' | 'kind' | 'hint'; with: string; card?: boolean };
  objection_failed: { subject: Subject; at?: number };
  gap_pointed: { seat: number; gap: number; low: number; high: number; at?: number };
  seat_locked: { seat: number };
  gap_chosen: { gap: number; low: number; high: number; how: 'together' | 'decider' | 'most' };
  nothing_chosen: object;
  guess_judged: { right: boolean };
  steal_offered: { team: 'all' | 'a' | 'b' };
  steal_judged: { right: boolean };
  life_lost: { team: 'all' | 'a' | 'b'; left: number };
  life_won: { team: 'all' | 'a' | 'b'; left: number };
  card_placed: { seat: number; number: number; gap: number; word: string };
  card_discarded: { why: 'no_clue' | 'invalid' | 'seen' | 'left' | 'alone' };
  table_waits: { seats: number[] };
  table_went_on: object;
  word_free: { seat: number };
  word_due: { seat: number; until: number };
  word_withdrawn: object;
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

export interface Team {
  team: 'all' | 'a' | 'b';
  seats: number[];
  lives: number;
  overtime: boolean;
}

export interface Challenge {
  number: number;
  chapter: string;
  only?: 'nouns' | 'verbs' | 'adjectives' | 'names';
  /* a letter, like initial */
  without?: string;
  initial?: string;
  longest?: number;
  theme?: string;
}

export interface CircleCard {
  /* 0 is the start card 100/0 */
  number: number;
  word: string;
  /* who said it */
  seat?: number;
}

export interface Board {
  lives_at_start: number;
  cards_at_start: number;
  pile: number;
  spares: number;
  /* seconds of sand; 0: it is played without */
  timer: number;
  teams: Team[];
  challenge?: Challenge;
  /* by rising number */
  circle: CircleCard[];
  stars?: number;
}

export interface Writer {
  number: number;
  seat: number;
}

export interface LastWord {
  seat: number;
  until: number;
}

export interface Point {
  seat: number;
  gap: number;
  locked: boolean;
}

export interface Turn {
  tipster: number;
  /* the other team's Tipster of a deciding card */
  rival?: number;
  deciding: boolean;
  team: 'all' | 'a' | 'b';
  last_card: boolean;
  turner?: number;
  /* the sand runs for the card in play, or for the next one */
  timed: boolean;
  /* who has seen the card */
  silent?: number[];
  /* objections that failed on this card */
  failed?: string[];
  clue?: string;
  guessers?: number[];
  decider?: number;
  /* a vote about the card runs: nobody points */
  frozen?: true;
  /* all are locked and disagree: the gap of this seat counts, then at the latest */
  word?: LastWord;
  points?: Point[];
  /* in a steal, the gap that was wrong */
  tried?: number;
}

export interface Last {
  number: number;
  seat: number;
  right: boolean;
  /* the numbers at both ends of the gap */
  chosen?: [number, number];
  /* who pointed at its gap */
  knew?: number[];
  stolen?: true;
}

export interface Award {
  award: 'sharpest' | 'bravest' | 'closest' | 'clearest';
  seats: number[];
  n: number;
  word?: string;
}

export interface Mine {
  /* the number whose start word is mine */
  start?: number;
  card?: number;
  gap?: number;
  between?: [number, number];
  fault?: string;
  with?: string;
}

/* What a seat or an onlooker sees. */
export interface View extends CoreSections {
  table: Board;
  writers?: Writer[];
  turn?: Turn;
  last?: Last;
  /* at the end: who did what, the best first */
  awards?: Award[];
  me?: Mine;
}

/* As GET /api/games tells it: for screens that are looked at without a server. */
export const spec: GameSpec = {
  id: "oneround",
  seats: [2, 12],
  phases: ["words", "turn", "think", "clue", "grace", "guess", "steal"],
  subjects: ["skip", "clue", "seen"],
  options: [
  ...sharedOptions,
  {"name": "mode", "type": "choice", "choices": ["coop", "teams"], "initial": "coop"},
  {"name": "words", "type": "choice", "choices": ["challenge", "free"], "initial": "challenge"},
  {"name": "challenge", "type": "int", "min": 1, "max": 96, "initial": "1"},
  {"name": "timer", "type": "bool", "initial": "true"},
  {"name": "head_start", "type": "int", "min": 0, "max": 10, "initial": "0"},
  {"name": "untimed_cards", "type": "int", "min": 0, "max": 3, "initial": "0"},
  {"name": "words_time", "type": "int", "min": 0, "max": 300, "initial": "0"},
  {"name": "turn_time", "type": "int", "min": 0, "max": 120, "initial": "0"},
  {"name": "guess_time", "type": "int", "min": 0, "max": 600, "initial": "0"},
  {"name": "sand", "type": "int", "min": 10, "max": 60, "initial": "20"},
  {"name": "sand_grace", "type": "int", "min": 0, "max": 10, "initial": "3"},
  {"name": "gentle", "type": "bool", "initial": "false"},
  commonOptions.pack,
  ],
  bots: true,
  decks: [{"name": "challenges", "form": "three", "longest": 60, "least": 1}],
};
