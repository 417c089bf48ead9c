/* What players of this game do and are told. Written by `unisono protocol --typescript`; not changed by hand. */

export type Phase = 'place' | 'guess' | 'team' | 'count';
export type Subject = 'skip';

/* Values are text. */
export interface Options {
  referee: 'strict' | 'advise' | 'trust';
  vote_time: `${number}`;
  grace: `${number}`;
  patience: `${number}`;
  hints: 'true' | 'false';
  place_time: `${number}`;
  guess_time: `${number}`;
  team_time: `${number}`;
  count_time: `${number}`;
}

/* What a seat may do, with its arguments. */
export interface Actions {
  vote: { ballot: number; yes: boolean; rider?: boolean };
  propose_skip: { seat: number };
  place: { x: number; y: number };
  confirm: Record<string, never>;
  take_back: Record<string, never>;
  guess: { numbers: number[] };
  propose: { token: number; number: number };
  agree: Record<string, never>;
  go_on: Record<string, never>;
}

/* What may have happened, as far as a client can be told. */
export interface Facts {
  phase_began: { phase: Phase; at: number; until: number };
  time_ran_out: object;
  clock_held: { left: number };
  clock_released: { until: number };
  vote_opened: { ballot: number; subject: Subject; about: number; voters: number[]; suggested: 'none' | 'no' | 'yes'; holds: boolean; rider: boolean; topic: number; until: number };
  vote_cast: { ballot: number; seat: number; yes: boolean; rider: boolean };
  vote_closed: { ballot: number; yes: boolean; rider: boolean };
  seat_left: { seat: number; at: number };
  seat_returned: { seat: number };
  seat_skipped: { seat: number };
  seat_freed: { seat: number };
  table_paused: object;
  table_resumed: object;
  scored: { seat: number; points: number };
  game_ended: { outcome: 'none' | 'won' | 'lost' | 'ranked' | 'abandoned'; winners: number[] };
  word_ruled: { question: 'match' | 'related' | 'exists' | 'animal' | 'fits'; word: string; with: string; yes: boolean };
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
