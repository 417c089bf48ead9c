/* What players of this game do and are told. Written by `unisono protocol --typescript`; not changed by hand. */
import { commonOptions, sharedOptions } from '@kit';
import type { CommonOptions, CoreSections, GameSpec, SharedActions, SharedFacts, SharedOptions } from '@kit';

export type Phase = 'start' | 'look' | 'write' | 'read' | 'check';
export type Subject = 'skip' | 'match' | 'rules' | 'earlier';

/* Values are text. */
export type Options = SharedOptions & {
  level: 'normal' | 'advanced' | 'pros' | 'champions' | 'one_mind';
  no_animals: 'true' | 'false';
  letters_only: 'true' | 'false';
  free: 'true' | 'false';
  mixed: 'true' | 'false';
  write_time: `${number}`;
  reading_pace: 'relaxed' | 'normal' | 'brisk';
  check_time: `${number}`;
  pack: CommonOptions['pack'];
};

/* What a seat may do, with its arguments. */
export interface Actions extends SharedActions {
  write: { word: string; name?: boolean; insist?: boolean };
  take_back: Record<string, never>;
  hint: Record<string, never>;
  speak: { language: 'en' | 'de' | 'fr' };
  claim: Record<string, never>;
  claim_earlier: { seat: number };
  decline: Record<string, never>;
  doubt: { seat: number };
  object: { seat: number; erase?: boolean };
  go_on: Record<string, never>;
}

/* What may have happened, as far as a client can be told. */
export interface Facts extends SharedFacts<Phase, Subject> {
  gems_placed: { gems: number };
  letter_drawn: { seat: number; letter: string };
  start_laid: { seat: number; word: string };
  letter_tossed: { letter: string };
  question_tossed: object;
  round_began: { round: number };
  word_written: { word: string; name?: boolean; fault?: 'none' | 'initial' | 'several' | 'same' | 'stem' | 'part' | 'abbreviation' | 'animal' | 'unknown' | 'letter' | 'long' | 'kind' | 'hint'; with?: string };
  word_dropped: object;
  seat_finished: { seat: number };
  seat_reopened: { seat: number };
  word_read: { seat: number; word: string; name?: boolean };
  match_suggested: { with: number; likeness: 'none' | 'no' | 'probably' | 'synonym' };
  match_claimed: { seat: number; word: string };
  card_joined: { seat: number; word: string; why: 'same' | 'synonym' | 'vote' };
  card_returned: { seat: number };
  match_declined: { seat: number };
  seat_ready: { seat: number };
  word_struck: { seat: number; erased: boolean };
  word_cleared: { seat: number };
  card_laid: { seat: number; on: number };
  match_made: { seats: number[] };
  gems_taken: { seat: number; gems: number };
  start_hinted: { entry: number; word: string; gloss?: string };
  language_chosen: { seat: number; language: 'en' | 'de' | 'fr' };
  word_glossed: { seat: number; en?: string; de?: string; fr?: string };
  earlier_claimed: { seat: number; on: number };
  card_moved: { seat: number; on: number };
  earlier_refused: { seat: number; on: number };
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

export interface Gloss {
  en?: string;
  de?: string;
  fr?: string;
}

export interface Card {
  seat: number;
  /* an erased card has none any more */
  word?: string;
  /* place in the row of the card it was stacked on; its own if none */
  stack: number;
  open: boolean;
  struck?: true;
  matched?: true;
  /* at a table of mixed languages: how it is said in the others */
  gloss?: Gloss;
}

export interface Row {
  /* a letter, or ? where the question mark lies up */
  token?: string;
  cards: Card[];
}

export interface Board {
  round: number;
  rounds: number;
  gems: number;
  gems_at_start: number;
  /* the row whose open words are linked, where the last one has none */
  linked?: number;
  /* by seat, while start words are written and looked at */
  letters?: string[];
  /* by seat, at a table of mixed languages */
  languages?: string[];
  /* the start words, then a row for every round */
  rows: Row[];
}

export interface Shown {
  seat: number;
  word: string;
  gloss?: Gloss;
}

export interface Looking {
  /* objected to in vain */
  cleared: number[];
  ready: number[];
}

export interface Reading {
  reader: number;
  holders: number[];
  /* in this order */
  joined: number[];
  /* cards that lie open before they are laid */
  shown: Shown[];
  declined: number[];
  struck: number[];
  /* objected to in vain */
  cleared: number[];
  /* joined because the lexicon agreed */
  by_ear: number[];
  ready: number[];
  /* whose card is the first of the earlier stack that takes the word */
  moved_to?: number;
  /* whose cards are the first of the earlier stacks that do not */
  tried: number[];
}

export interface Award {
  award: 'closest' | 'quickest' | 'lone_wolf' | 'crowd';
  seats: number[];
  n: number;
  word?: string;
}

export interface Mine {
  word?: string;
  fault?: string;
  with?: string;
  hint?: string;
  /* the same in the language I write in */
  hint_gloss?: string;
  /* I have chosen my language */
  spoke?: true;
  suggested?: 'no' | 'probably' | 'synonym';
}

/* What a seat or an onlooker sees. */
export interface View extends CoreSections {
  table: Board;
  /* who has written, the earliest first */
  finished?: number[];
  /* the start words lie there, before the first toss */
  looking?: Looking;
  reading?: Reading;
  /* at the end: who did what, the best first */
  awards?: Award[];
  me?: Mine;
}

/* As GET /api/games tells it: for screens that are looked at without a server. */
export const spec: GameSpec = {
  id: "onemind",
  seats: [2, 8],
  phases: ["start", "look", "write", "read", "check"],
  subjects: ["skip", "match", "rules", "earlier"],
  options: [
  ...sharedOptions,
  {"name": "level", "type": "choice", "choices": ["normal", "advanced", "pros", "champions", "one_mind"], "initial": "normal"},
  {"name": "no_animals", "type": "bool", "initial": "false"},
  {"name": "letters_only", "type": "bool", "initial": "false"},
  {"name": "free", "type": "bool", "initial": "false"},
  {"name": "mixed", "type": "bool", "initial": "false"},
  {"name": "write_time", "type": "int", "min": 0, "max": 600, "initial": "0"},
  {"name": "reading_pace", "type": "choice", "choices": ["relaxed", "normal", "brisk"], "initial": "normal"},
  {"name": "check_time", "type": "int", "min": 0, "max": 60, "initial": "5"},
  commonOptions.pack,
  ],
  bots: true,
  decks: [{"name": "start-words", "form": "word", "longest": 20, "least": 8}],
};
