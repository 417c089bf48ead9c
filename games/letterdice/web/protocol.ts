/* What players of this game do and are told. Written by `unisono protocol --typescript`; not changed by hand. */
import { commonOptions, sharedOptions } from '@kit';
import type { CommonOptions, CoreSections, GameSpec, SharedActions, SharedFacts, SharedOptions } from '@kit';

export type Phase = 'theme' | 'throw' | 'play' | 'settle';
export type Subject = 'skip' | 'strike';

/* Values are text. */
export type Options = SharedOptions & {
  variant: 'classic' | 'limited' | 'open';
  theme_card: `${number}`;
  objection_time: `${number}`;
  throw_time: `${number}`;
  play_time: `${number}`;
  pack: CommonOptions['pack'];
};

/* What a seat may do, with its arguments. */
export interface Actions extends SharedActions {
  roll_theme: Record<string, never>;
  throw_dice: Record<string, never>;
  say: { word: string; theme?: number; name?: boolean; insist?: boolean; part?: string };
  pass: Record<string, never>;
  object: { claim: number };
  agree: Record<string, never>;
}

/* What may have happened, as far as a client can be told. */
export interface Facts extends SharedFacts<Phase, Subject> {
  tokens_placed: { middle: number; reserve: number };
  card_chosen: { card: number; one: string; two: string; three: string; four: string; five: string; six: string; names?: number; whole?: number };
  round_began: { round: number; thrower: number; scoring: number };
  middle_filled: { tokens: number };
  theme_rolled: { theme: number; text: string };
  dice_thrown: { white: string; yellow: string; red: string; blue: string; green: string; colour: 'white' | 'yellow' | 'red' | 'blue' | 'green' | 'black' };
  word_said: { claim: number; seat: number; word: string; theme: number; name: boolean; points: number; fault: 'none' | 'initial' | 'several' | 'same' | 'stem' | 'part' | 'abbreviation' | 'animal' | 'unknown' | 'letter' | 'long' | 'kind' | 'hint'; with: string; fits: 'none' | 'no' | 'yes'; at: number };
  word_failed: { claim: number; seat: number; letter: string };
  tokens_paid: { seat: number; tokens: number };
  tokens_taken: { claim: number; seat: number; tokens: number; from: 'middle' | 'reserve' };
  tokens_returned: { claim: number; seat: number; tokens: number; into: 'middle' | 'reserve' };
  tokens_left: { seat: number; tokens: number; into: 'middle' | 'reserve' };
  claim_stood: { claim: number; seat: number; word: string };
  claim_rejected: { claim: number; seat: number; word: string };
  seat_passed: { seat: number };
  seat_agreed: { seat: number };
  round_closed: { why: 'none' | 'scored' | 'empty' | 'themes' | 'black' | 'passed' | 'time' | 'full' };
  round_reopened: object;
  round_ended: { round: number; idle: number };
  part_counted: { claim: number; seat: number; part: string };
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

export interface Theme {
  text: string;
  /* open: words may be said for it */
  state: 'open' | 'closed' | 'off';
  /* LD-6: every word is a name; of people the last part counts */
  names?: 'people' | 'whole';
}

export interface Die {
  colour: 'white' | 'yellow' | 'red' | 'blue' | 'green';
  letter: string;
}

export interface Board {
  variant: 'classic' | 'limited' | 'open';
  round: number;
  thrower: number;
  middle: number;
  reserve: number;
  /* from 1 */
  card: number;
  themes: Theme[];
  /* of the round, from 1 */
  theme?: number;
  dice?: Die[];
  colour?: 'white' | 'yellow' | 'red' | 'blue' | 'green' | 'black';
  initial?: string;
}

export interface Round {
  playing: number[];
  out: number[];
  passed: number[];
  /* how many may score */
  scoring?: number;
  /* how many more */
  places_left?: number;
  closed?: 'scored' | 'empty' | 'themes' | 'black' | 'passed' | 'time' | 'full';
  agreed?: number[];
  /* when all its words stand, unless somebody objects */
  until?: number;
}

export interface Claim {
  claim: number;
  seat: number;
  word: string;
  /* LD-6: what counts of a name, where it is not all of it */
  part?: string;
  theme: number;
  name: boolean;
  points: number;
  tokens: number;
  state: 'open' | 'stands' | 'struck' | 'mistaken';
  at: number;
  /* a vote on it is open */
  contested?: boolean;
  fits?: 'no' | 'yes';
  fault?: string;
  with?: string;
}

export interface Award {
  award: 'brightest' | 'quickest' | 'longest';
  seats: number[];
  n: number;
  word?: string;
}

export interface Preview {
  /* LD-6: the first of the word's parts that counts */
  from: number;
  /* the last one */
  to: number;
  /* LD-7; a black round tells nothing (LD-8) */
  points?: number;
}

export interface Mine {
  thrower: boolean;
  out?: boolean;
  passed?: boolean;
}

/* What a seat or an onlooker sees. */
export interface View extends CoreSections {
  table: Board;
  round?: Round;
  /* until the next dice fall these are of the round before */
  claims: Claim[];
  /* at the end: who did what, the best first */
  awards?: Award[];
  me?: Mine;
}

/* As GET /api/games tells it: for screens that are looked at without a server. */
export const spec: GameSpec = {
  id: "letterdice",
  seats: [3, 6],
  phases: ["theme", "throw", "play", "settle"],
  subjects: ["skip", "strike"],
  options: [
  ...sharedOptions,
  {"name": "variant", "type": "choice", "choices": ["classic", "limited", "open"], "initial": "classic"},
  {"name": "theme_card", "type": "int", "min": 0, "max": 30, "initial": "0"},
  {"name": "objection_time", "type": "int", "min": 3, "max": 30, "initial": "6"},
  {"name": "throw_time", "type": "int", "min": 0, "max": 120, "initial": "0"},
  {"name": "play_time", "type": "int", "min": 0, "max": 600, "initial": "0"},
  commonOptions.pack,
  ],
  bots: true,
  decks: [{"name": "themes", "form": "line", "longest": 40, "least": 1, "card": 6}],
};
