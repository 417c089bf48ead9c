/* What players of this game do and are told. Written by `unisono protocol --typescript`; not changed by hand. */
import { commonOptions, sharedOptions } from '@kit';
import type { CommonOptions, CoreSections, GameSpec, SharedActions, SharedFacts, SharedOptions } from '@kit';

export type Phase = 'browse' | 'call' | 'choose' | 'reveal';
export type Subject = 'skip';

/* Values are text. */
export type Options = SharedOptions & {
  pictures: 'dreams' | 'faraway' | 'limelight' | 'indoors' | 'wildwood' | 'citylife' | 'home' | 'outdoors' | 'wonders' | 'town';
  track: 'short' | 'normal' | 'long';
  browse: 'true' | 'false';
  browse_time: `${number}`;
  call_time: `${number}`;
  choose_time: `${number}`;
  reveal_time: `${number}`;
  titles: 'true' | 'false';
  pack: CommonOptions['pack'];
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
  double_kept: { seat: number };
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

export interface Band {
  number: number;
  until: number;
}

export interface Track {
  last: number;
  bands: Band[];
}

export interface Pawn {
  seats: number[];
  space: number;
  number: number;
  /* spaces this round */
  moved: number;
  /* unused x2 tokens of its players */
  tokens: number;
}

export interface Board {
  mode: 'pairs' | 'referent';
  pictures: string;
  titles: boolean;
  track: Track;
  pawns: Pawn[];
  spent: number[];
}

export interface Round {
  number: number;
  announcer: number;
  called?: number;
  theme?: string;
  doubler?: number;
  double_at?: number;
}

export interface Turned {
  picture: number;
  agreement?: 'indirect' | 'direct' | 'doubled';
  /* what the agreement is worth */
  points?: number;
}

export interface Row {
  seat: number;
  /* whose ranking it is compared with; the Referent's is with all others' */
  with?: number;
  count: number;
  laid: boolean;
  /* turned so far */
  cards: Turned[];
}

export interface Rankings {
  position?: number;
  positions?: number;
  rows: Row[];
}

export interface Award {
  award: 'closest' | 'leap' | 'bold';
  seats: number[];
  n: number;
  word?: string;
}

export interface Mine {
  compared_with: number[];
  count: number;
  token: boolean;
  pictures?: number[];
  double_at?: number;
}

/* What a seat or an onlooker sees. */
export interface View extends CoreSections {
  table: Board;
  round?: Round;
  rankings?: Rankings;
  ready?: number[];
  /* at the end: who did what, the best first */
  awards?: Award[];
  me?: Mine;
}

/* As GET /api/games tells it: for screens that are looked at without a server. */
export const spec: GameSpec = {
  id: "compatibility",
  seats: [3, 8],
  phases: ["browse", "call", "choose", "reveal"],
  subjects: ["skip"],
  options: [
  ...sharedOptions,
  {"name": "pictures", "type": "choice", "choices": ["dreams", "faraway", "limelight", "indoors", "wildwood", "citylife", "home", "outdoors", "wonders", "town"], "initial": "dreams"},
  {"name": "track", "type": "choice", "choices": ["short", "normal", "long"], "initial": "normal"},
  {"name": "browse", "type": "bool", "initial": "false"},
  {"name": "browse_time", "type": "int", "min": 0, "max": 600, "initial": "0"},
  {"name": "call_time", "type": "int", "min": 0, "max": 120, "initial": "0"},
  {"name": "choose_time", "type": "int", "min": 0, "max": 600, "initial": "0"},
  {"name": "reveal_time", "type": "int", "min": 0, "max": 10, "initial": "3"},
  {"name": "titles", "type": "bool", "initial": "false"},
  commonOptions.pack,
  ],
  bots: true,
  decks: [{"name": "themes", "form": "line", "longest": 60, "least": 5, "card": 6}, {"name": "pictures", "form": "picture", "longest": 80, "least": 40, "most": 40}],
};
