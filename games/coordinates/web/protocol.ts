/* What players of this game do and are told. Written by `unisono protocol --typescript`; not changed by hand. */
import type { SharedActions, SharedFacts, SharedOptions } from '@kit';

export type Phase = 'place' | 'guess' | 'team' | 'count';
export type Subject = 'skip';

/* Values are text. */
export type Options = SharedOptions & {
  place_time: `${number}`;
  guess_time: `${number}`;
  team_time: `${number}`;
  count_time: `${number}`;
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
