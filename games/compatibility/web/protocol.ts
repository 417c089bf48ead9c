/* What players of this game do and are told. Written by `unisono protocol --typescript`; not changed by hand. */
import type { SharedActions, SharedFacts, SharedOptions } from '@kit';

export type Phase = 'browse' | 'call' | 'choose' | 'reveal';
export type Subject = 'skip';

/* Values are text. */
export type Options = SharedOptions & {
  pictures: 'home' | 'outdoors' | 'dreams' | 'town';
  track: 'short' | 'normal' | 'long';
  browse: 'true' | 'false';
  browse_time: `${number}`;
  call_time: `${number}`;
  choose_time: `${number}`;
  reveal_time: `${number}`;
};

/* What a seat may do, with its arguments. */
export interface Actions extends SharedActions {
  call: { number: number };
  choose: { pictures: number[] };
  take_back: Record<string, never>;
  double: { position: number };
  go_on: Record<string, never>;
}

/* What may have happened, as far as a client can be told. */
export interface Facts extends SharedFacts<Phase, Subject> {
  seat_ready: { seat: number };
  round_began: { round: number; seat: number };
  role_passed: { from: number; seat: number };
  number_called: { seat: number; number: number; by: 'player' | 'chance' };
  themes_reshuffled: object;
  theme_turned: { card: number; theme: string };
  pictures_laid: { pictures: number[] };
  pictures_taken: object;
  seat_finished: { seat: number };
  seat_reopened: { seat: number };
  double_announced: { seat: number };
  double_placed: { position: number };
  position_turned: { position: number; of: number };
  card_revealed: { seat: number; position: number; picture: number; title: string };
  double_shown: { seat: number; position: number };
  agreed: { seat: number; position: number; with: number; at: number; picture: number; title: string; kind: 'indirect' | 'direct' | 'doubled'; points: number };
  pawn_moved: { seats: number[]; spaces: number; space: number };
  round_voided: object;
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
