/* The messages of docs/protocol.md. Written by `unisono protocol --typescript`; not changed by hand. */

export type Language = 'en' | 'de' | 'fr';

export type BotLevel = 'easy' | 'normal' | 'sharp';

/* A value of an option, as text: "true", "30", "advise". */
export type OptionValue = string;

/* A sign without words. */
export type Reaction = 'laugh' | 'heart' | 'cheer' | 'wow' | 'hmm' | 'oops' | 'skip';

export type Args = Record<string, unknown>;

export interface Create {
  language: Language;
  game?: string;
}

export interface Seen {
  epoch: string;
  rev: number;
}

/* The first message of a connection: with `create` a new room, else `room`. */
export interface Hello {
  /* version of the protocol */
  hello: 1;
  /* drawn at random by the client, and kept by it: it is the guest */
  token: string;
  create?: Create;
  /* a code as it was typed */
  room?: string;
  /* a table screen */
  screen?: boolean;
  /* a television that waits for a table: neither `create` nor `room` */
  tv?: true;
  /* what the client still has from before */
  seen?: Seen;
  /* can be sent what has changed inside a section */
  mend?: boolean;
  /* can take part in a deal: pledges a part of the chance, and shows it */
  deal?: boolean;
  /* of a device whose players are about to come here: the door is open */
  ticket?: string;
}

export interface Ping {
  ping: number;
}

/* Who it is that wants to come in. */
export interface Knocking {
  knock: string;
}

export interface Info {
  code: string;
  language: Language;
  locked: boolean;
  /* how much time people have at this table */
  clocks: 'usual' | 'double' | 'five' | 'ten' | 'off';
  /* which names and words the table does not take, as the host has chosen; missing: by pack */
  filter?: 'off' | 'moderate' | 'strict';
  /* a guest; 0: nobody yet */
  host: number;
  /* a guest who may do nearly all that the host may */
  second?: number;
  /* for players; missing: as many as there can be */
  places?: number;
  /* words that no screen shows in this game */
  veiled?: string[];
  /* screens do not show the code */
  hidden?: true;
  /* the table is kept, under this name: its evenings are remembered */
  kept?: string;
  /* the evening is over: screens show what it was */
  tonight?: true;
  /* who is new is asked for one */
  password?: true;
  /* no dictionary of the language is there (yet): words are judged by their letters */
  letters?: true;
  /* what a QR code should say; missing: the client's own origin */
  url?: string;
}

export interface Person {
  player: number;
  name: string;
  mark: number;
  /* -1: not in the running game */
  seat: number;
  /* missing: a bot, or somebody who left */
  guest?: number;
  /* of people: a device of theirs is connected */
  here?: boolean;
  /* a bot, or one that plays for a person */
  bot?: BotLevel;
  /* rose during the game; named by its seat until the table is left */
  left?: true;
  youngest?: true;
  /* the table's language: this seat gets hints, and more time */
  learning?: true;
}

/* A device without a player, or one that knocks. */
export interface Visitor {
  visitor: number;
  /* missing: has not done anything yet */
  guest?: number;
  screen?: true;
  /* who it says it is: of one that knocks */
  name?: string;
}

/* A device that asks the host for a player. */
export interface Claim {
  /* of the device that asks */
  visitor: number;
  player: number;
}

/* Who is connected without a player. A crowd is told in round numbers. */
export interface Guests {
  screens: number;
  watchers: number;
  /* of them, those that came last */
  visitors?: Visitor[];
  /* who waits for the host to let them in */
  knocks?: Visitor[];
  /* who asks for a player whose device is away */
  claims?: Claim[];
}

/* Why what the lobby has chosen cannot start. */
export interface Problem {
  key: string;
  limit?: number;
}

export interface Lobby {
  game: string;
  options: Record<string, OptionValue>;
  /* where there are some: the team of each person, in the order of seats */
  teams?: number[];
  /* levels this room has won in this game and language, with their best scores */
  won?: Record<string, number>;
  /* begun in this room so far; missing: none */
  games?: number;
  problem?: Problem;
  /* why the last game ended before its time: its rules have changed, it went on for too long, the rules here would have played it otherwise, or it was for practice */
  ended?: 'edition' | 'long' | 'other' | 'practice';
}

export interface TableInfo {
  game: string;
  language: Language;
  /* players by seat; 0: nobody any more */
  seats: number[];
  /* counts the room's games */
  number: number;
  /* whether the table's clock runs */
  running: boolean;
  /* so many milliseconds one of the table takes now; missing: 1 */
  slow?: number;
  over: boolean;
  /* it has yet to begin: milliseconds from where its clock began, or was set by `go`, to 0 */
  opening?: number;
  /* it does not count and ends after its first round */
  practice?: true;
  /* it is over, and what stays of it is found at /k/ and this */
  keepsake?: string;
  /* where there are some: the team of each seat */
  teams?: number[];
  /* there is a level above */
  harder: boolean;
  options: Record<string, OptionValue>;
  /* where the table has brought some: which are played with, as set/name, by their numbers */
  pictures?: string[];
}

/* A deck that the table has brought. */
export interface OwnDeck {
  deck: number;
  /* counts the changes of its text */
  edition: number;
  game: string;
  kind: string;
  name: string;
  language: Language;
  entries: number;
  cards: number;
  /* not dealt, mixed with the game's, or instead of it */
  use: 'off' | 'mix' | 'only';
}

/* Of a part that its device will show. */
export interface Pledge {
  guest: number;
  /* SHA-256 of the seal and the part (docs/protocol.md) */
  pledge: string;
}

/* The chance of the next game is sealed. */
export interface DealNext {
  /* of that game: it begins with this seal and no other */
  number: number;
  /* SHA-256 of a secret that is shown when the game is over */
  seal: string;
  /* with the pledges: SHA-256 of what the table brings into the game (docs/log-format.md) */
  table?: string;
  /* the game is about to begin: whose parts count, and which; each shows its own now */
  pledges?: Pledge[];
}

export interface DealPart {
  /* the first of its device */
  seat: number;
  part: string;
}

/* What the chance of the running or last game is made of. */
export interface DealGame {
  /* of the game, as in the table's section */
  number: number;
  seal: string;
  /* as it was told with the pledges; it is in the seed */
  table?: string;
  parts: DealPart[];
  /* seats of people whose device has no part in it */
  out: number[];
  /* the game is over: every draw can be computed again */
  secret?: string;
}

export interface DealSection {
  next?: DealNext;
  game?: DealGame;
}

/* What those who look on are asked. */
export interface CrowdAsks {
  /* never again in this game */
  question: number;
  kind: 'word' | 'choice' | 'order' | 'point';
  /* of a choice or an order: things, from 0 */
  of?: number;
  /* so many of them are put in an order */
  most?: number;
  /* what it is about, as the game's screens know */
  about?: number;
  /* of a word */
  initial?: string;
  /* of a point: both numbers lie between this and its negative */
  edge?: number;
}

export interface CrowdBest {
  /* how many said it; of an order its points */
  count: number;
  word?: string;
  thing?: number;
  /* of the thing, where the game names it */
  name?: string;
}

/* What those who look on said. */
export interface CrowdSaid {
  question: number;
  kind: 'word' | 'choice' | 'order' | 'point';
  answers: number;
  /* the first of them first */
  best: CrowdBest[];
  /* of points: the middle … */
  x?: number;
  y?: number;
  /* … and how far from it they are on average */
  spread?: number;
}

export interface CrowdSection {
  asks?: CrowdAsks;
  /* in the running or last game, once the players' own answers were known */
  said?: CrowdSaid;
}

export interface RoomSections {
  info?: Info;
  /* in the order of seats */
  people?: Person[];
  guests?: Guests;
  lobby?: Lobby;
  /* null in the lobby */
  table?: TableInfo | null;
  /* that the table has brought */
  decks?: OwnDeck[];
  /* those who look on */
  crowd?: CrowdSection;
  /* the chance of the next game and of this one */
  deal?: DealSection;
}

export interface PhaseSection {
  name: string;
  since: number;
  /* when it ends by itself */
  until?: number;
  /* what is left on a clock that stands still */
  held?: number;
  paused: boolean;
  /* seats that are waited for */
  waiting: number[];
  /* nobody who could act is there: the table waits for these by itself */
  absent?: number[];
}

export interface SeatSection {
  state: 'here' | 'away' | 'skipped' | 'gone';
  score: number;
}

/* An open vote of the table. */
export interface Ballot {
  ballot: number;
  subject: string;
  about: number;
  topic: number;
  /* what the table's own view is */
  suggested: 'none' | 'no' | 'yes';
  voters: number[];
  yes: number[];
  no: number[];
  /* who also wants the second question */
  rider?: number[];
  until: number;
  /* an objection needs more than half of those entitled */
  kind: 'matter' | 'objection';
  /* who opened it; missing: the table */
  by?: number;
  /* what speaks against the word: `reason.<why>` */
  why?: string;
  /* the word on the table that it clashes with */
  with?: string;
  /* voices that must agree to an objection */
  needed?: number;
  /* in teams each has one voice */
  team_a?: number[];
  team_b?: number[];
}

/* A vote that has just ended, as it was, and what came out. */
export interface Verdict {
  vote: Ballot;
  passed: boolean;
  rider_passed?: boolean;
  /* when, on the table's clock: it is shown for a moment */
  at: number;
}

export interface Result {
  outcome: 'won' | 'lost' | 'ranked' | 'abandoned';
  winners: number[];
}

/* What an argument of an action may be. */
export type Value = number | string | boolean;

/* What every game shows to everybody. */
export interface CoreView {
  phase: PhaseSection;
  seats: SeatSection[];
  /* in the order in which they were asked */
  votes: Ballot[];
  verdict?: Verdict;
  /* once the game is over */
  result?: Result;
}

/* What every game shows to the one seat alone. */
export interface CoreOwn {
  /* actions that may be worth trying */
  can: string[];
  /* of some of them: the values of the first argument that are legal now */
  may?: Record<string, Value[]>;
  /* in games where players talk: the seats that hear this one now */
  talk?: number[];
}

/* What every game shows; each has sections of its own beside these. */
export interface Sections {
  phase?: PhaseSection;
  seats?: SeatSection[];
  /* in the order in which they were asked */
  votes?: Ballot[];
  verdict?: Verdict;
  /* actions that may be worth trying; missing for onlookers */
  can?: string[];
  /* of some of them: the values of the first argument that are legal now */
  may?: Record<string, Value[]>;
  /* in games where players talk: the seats that hear this one now */
  talk?: number[];
  /* once the game is over */
  result?: Result;
  [more: string]: unknown;
}

export interface GlossWord {
  word: string;
  /* in the language that was asked for, where the dictionary is sure */
  means?: string;
}

/* What a text on the table means. */
export interface Gloss {
  text: string;
  /* as its deck says; else word by word */
  means?: string;
  words: GlossWord[];
}

/* What is wrong with a line of a draft. */
export interface DeckFault {
  /* from 1; 0: the draft as a whole */
  line: number;
  flaw: string;
  /* of what is there twice: the line that says it first */
  with?: number;
}

/* A draft of a deck, checked. */
export interface DeckReport {
  lines: number;
  entries: number;
  cards: number;
  /* faults that have to be mended */
  wrong: number;
  /* all of them, also what is only advice */
  faults: number;
  /* the first of these */
  first: DeckFault[];
}

/* A text to be translated: `refusal.<game>.<key>`, else `refusal.<key>`. */
export interface Reason {
  key: string;
  args?: Args;
  insist?: boolean;
}

export interface Welcome {
  room: string;
  /* 0: has not done anything yet */
  guest: number;
  /* the last request of this guest that was applied */
  n: number;
  /* milliseconds since 1970 */
  now: number;
  version: string;
}

/* What has changed inside an object or a list: a name or index has its new value, null if it is gone; with a `~` after it, changes of its own. */
export interface Changes {
  [more: string]: unknown;
}

export interface ViewChange {
  /* -1: an onlooker */
  seat: number;
  /* forget all older sections */
  fresh?: boolean;
  set?: Sections;
  /* sections that are no longer there */
  drop?: string[];
  /* after a gap: all sections there are */
  only?: string[];
}

/* What happened; arguments by the game's schema. */
export interface Fact {
  is: string;
  [more: string]: unknown;
}

/* What stays of a game that is over. */
export interface Keepsake {
  /* its page is at /k/ and this */
  address: string;
  game: string;
  /* milliseconds since 1970 */
  ended: number;
}

/* Somebody whom a table that is kept remembers. */
export interface MemoryPerson {
  person: number;
  name: string;
  mark: number;
  games: number;
  wins: number;
  since: number;
  /* place in the constellation, 0 to 1000 */
  x: number;
  y: number;
  /* this device's */
  mine?: true;
  /* another person of this name, who was there before: perhaps the same */
  namesake?: number;
}

/* How often two people met, and how often strangers at this table would have. */
export interface MemoryPair {
  persons: [number, number];
  tries: number;
  hits: number;
  /* hits that a stranger would have */
  chance: number;
  /* points above that, shrunk where tries are few; missing: there are too few */
  above?: number;
  /* hardly by luck */
  close?: true;
  /* what `above` was before the last evening */
  before?: number;
}

export interface MemoryGame {
  game: string;
  /* milliseconds since 1970 */
  ended: number;
  /* when the first game of its evening ended */
  evening: number;
  outcome: 'won' | 'lost' | 'ranked';
  /* of its keepsake; missing: that was deleted */
  address?: string;
  persons: number[];
  /* persons */
  winners: number[];
  /* that nobody saw coming … */
  word?: string;
  /* … and who had it */
  by?: number[];
}

export interface MemoryRecord {
  game: string;
  /* the most points, or the fewest rounds of a game that was won together */
  record: 'points' | 'rounds';
  n: number;
  /* what it was until then */
  before?: number;
  ended: number;
  persons: number[];
}

/* A word that came back. */
export interface MemoryWord {
  word: string;
  language: string;
  games: number;
  evenings: number;
  by: number[];
}

/* Levels of a game that this table has won. */
export interface MemoryLevels {
  game: string;
  language: string;
  /* how many */
  levels: number;
  /* of all of them */
  stars: number;
  highest: number;
}

/* What a table that is kept remembers. */
export interface Memory {
  name: string;
  /* since when */
  kept: number;
  /* when the last one began */
  evening: number;
  evenings: number;
  persons: MemoryPerson[];
  /* the closest first */
  pairs: MemoryPair[];
  /* the last ones, in their order */
  games: MemoryGame[];
  records: MemoryRecord[];
  /* that came back */
  words: MemoryWord[];
  levels: MemoryLevels[];
  /* cards and themes that were dealt here, and are not dealt again until all were */
  prompts: number;
}

/* The last evening, of a table that is kept or not. */
export interface Tonight {
  /* empty: it is not kept */
  name: string;
  evening: number;
  evenings: number;
  persons: MemoryPerson[];
  games: MemoryGame[];
  /* of this evening alone */
  closest?: MemoryPair;
  /* two who are called close since this evening */
  closer: MemoryPair[];
  /* set this evening */
  records: MemoryRecord[];
  /* that came back this evening */
  words: MemoryWord[];
}

/* Something that chance has decided, as the log has it. */
export interface Draw {
  /* of the game, from 1 */
  record: number;
  chance: string;
  /* its result went only to some */
  hidden?: true;
  /* so many results were possible, … */
  of: number;
  /* … this one, from 0, was drawn, … */
  value: number;
  /* … and this is what it is */
  item: number;
}

/* A fact as the history tells it. */
export interface Happening {
  at: number;
  fact: Fact;
}

/* What a bot thought, once the rules have revealed it: `bot.<game>.<key>`. */
export interface Thought {
  seat: number;
  key: string;
  args?: Args;
}

export interface Reacting {
  player: number;
  sign: Reaction;
}

export interface Saying {
  player: number;
  text: string;
}

/* What one decision changed, or everything after a hello. */
export interface Frame {
  welcome?: Welcome;
  /* the request this is the answer to: stored */
  ack?: number;
  /* once, when the guest is given its number */
  guest?: number;
  epoch?: string;
  rev: number;
  /* on the table's clock; below 0 before the game begins */
  at?: number;
  room?: RoomSections;
  views?: ViewChange[];
  /* what has changed of views, by seat, in place of `views` for those who asked for it */
  mend?: Record<string, Changes>;
  facts?: Fact[];
  thoughts?: Thought[];
}

/* Stored, and nothing to show; or done before. */
export interface Ack {
  ack: number;
  again?: boolean;
}

export interface Refused {
  refused: number;
  key: string;
  args?: Args;
  /* only advice: may be insisted on */
  insist?: boolean;
}

export interface Tried {
  /* the tag of the try */
  tried: number;
  /* missing: it would be taken */
  key?: string;
  args?: Args;
  insist?: boolean;
  /* what would count, where the game tells: its shape `Preview` */
  preview?: Args;
}

/* The answer to an `ask`. */
export interface Told {
  /* the tag of the question */
  told: number;
  /* of a history: the game that it is about, as in the table's section */
  number?: number;
  history?: Happening[];
  /* those of this table */
  keepsakes?: Keepsake[];
  /* of a table that is kept */
  memory?: Memory;
  tonight?: Tonight;
  /* of the evening, as SVG */
  picture?: string;
  /* all that was drawn in a game that is over, in its order */
  draws?: Draw[];
  /* of a seat that is stuck: words that it could write now */
  hints?: GlossWord[];
  /* of a seat that is learning: what lies open, in its own language */
  glosses?: Gloss[];
  /* of a draft */
  deck?: DeckReport;
  /* of a deck: a part of it … */
  text?: string;
  /* … and where the next begins; missing: that was the last */
  next?: number;
  /* under which a deck can be fetched */
  link?: string;
  /* of a deck that was fetched … */
  game?: string;
  /* … its game and kind */
  kind?: string;
  /* that lets players go to another device … */
  ticket?: string;
  /* … and for how many milliseconds it is good */
  for?: number;
  /* of a claim: the number of who asks */
  visitor?: number;
  /* why not */
  key?: string;
}

export interface Pong {
  pong: number;
  now: number;
  /* on the table's clock */
  at?: number;
}

export interface Said {
  said: Saying;
}

/* A sign somebody shows; never stored. */
export interface Reacted {
  reacted: Reacting;
}

/* A live hand: its seat, then the numbers of the action. */
export interface Moved {
  moved: number[];
}

/* A message that could not be read, or a door that stays shut. */
export interface Failure {
  error: Reason;
}

/* The host has to let this device in: it is asked who it is, and then waits. */
export interface Knock {
  /* `password`, `wrong`: the table has one, and what was said is not it */
  knock: 'who' | 'waits' | 'password' | 'wrong';
}

/* The table waits for the disk of its server, or does no longer. */
export interface Waits {
  waits: boolean;
}

/* Whoever runs the server says something to everybody. */
export interface Notice {
  notice: string;
}

export interface TvState {
  /* what a host types */
  code?: string;
  /* milliseconds that it is good for */
  for?: number;
  /* the room whose table screen this is to be */
  room?: string;
}

/* A television that waits for a table. */
export interface TvTold {
  tv: TvState;
}

export interface Bye {
  bye: Reason;
}

export interface OptionSpec {
  name: string;
  type: 'bool' | 'int' | 'choice';
  min?: number;
  max?: number;
  choices?: string[];
  initial: OptionValue;
  /* every game has it */
  shared?: true;
}

/* A kind of deck that a table may bring. */
export interface DeckKind {
  name: string;
  /* what an entry is */
  form: 'line' | 'word' | 'three' | 'picture';
  /* characters of an entry */
  longest: number;
  /* entries, or cards, that are enough for a game */
  least: number;
  /* entries a card */
  card?: number;
  /* entries that a game is played with */
  most?: number;
}

export interface GameSpec {
  id: string;
  seats: [number, number];
  phases: string[];
  subjects: string[];
  options: OptionSpec[];
  bots: boolean;
  decks?: DeckKind[];
}

/* GET /api/games */
export interface GamesAnswer {
  languages: Language[];
  games: GameSpec[];
}

/* Everything the server may say, in one shape: a message has some of these. */
export interface ServerMessage {
  welcome?: Welcome;
  /* the request this is the answer to: stored */
  ack?: number;
  /* once, when the guest is given its number */
  guest?: number;
  epoch?: string;
  rev?: number;
  /* on the table's clock; below 0 before the game begins */
  at?: number;
  room?: RoomSections;
  views?: ViewChange[];
  /* what has changed of views, by seat, in place of `views` for those who asked for it */
  mend?: Record<string, Changes>;
  facts?: Fact[];
  thoughts?: Thought[];
  again?: boolean;
  refused?: number;
  key?: string;
  args?: Args;
  /* only advice: may be insisted on */
  insist?: boolean;
  /* the tag of the try */
  tried?: number;
  /* what would count, where the game tells: its shape `Preview` */
  preview?: Args;
  /* the tag of the question */
  told?: number;
  /* of a history: the game that it is about, as in the table's section */
  number?: number;
  history?: Happening[];
  /* those of this table */
  keepsakes?: Keepsake[];
  /* of a table that is kept */
  memory?: Memory;
  tonight?: Tonight;
  /* of the evening, as SVG */
  picture?: string;
  /* all that was drawn in a game that is over, in its order */
  draws?: Draw[];
  /* of a seat that is stuck: words that it could write now */
  hints?: GlossWord[];
  /* of a seat that is learning: what lies open, in its own language */
  glosses?: Gloss[];
  /* of a draft */
  deck?: DeckReport;
  /* of a deck: a part of it … */
  text?: string;
  /* … and where the next begins; missing: that was the last */
  next?: number;
  /* under which a deck can be fetched */
  link?: string;
  /* of a deck that was fetched … */
  game?: string;
  /* … its game and kind */
  kind?: string;
  /* that lets players go to another device … */
  ticket?: string;
  /* … and for how many milliseconds it is good */
  for?: number;
  /* of a claim: the number of who asks */
  visitor?: number;
  pong?: number;
  now?: number;
  said?: Saying;
  reacted?: Reacting;
  moved?: number[];
  error?: Reason;
  /* `password`, `wrong`: the table has one, and what was said is not it */
  knock?: 'who' | 'waits' | 'password' | 'wrong';
  waits?: boolean;
  notice?: string;
  tv?: TvState;
  bye?: Reason;
}

/* What is asked of the room itself, with its arguments. */
export interface Orders {
  sit: { name: string; mark?: number };
  change: { player: number; name?: string; mark?: number };
  rise: { player: number };
  greet: Record<string, never>;
  take: { ticket: string };
  add_bot: { level: 'easy' | 'normal' | 'sharp' };
  set_bot: { player: number; level: 'easy' | 'normal' | 'sharp' };
  remove: { player: number };
  show_out: { visitor: number };
  let_in: { visitor: number };
  give: { visitor: number; player: number };
  move: { player: number; to: number };
  swap: { player: number; with: number };
  learn: { player: number; on: boolean };
  mix: Record<string, never>;
  youngest: { player: number };
  hand_over: { player: number };
  second: { player: number };
  lock: { on: boolean };
  filter: { level: 'by_pack' | 'off' | 'moderate' | 'strict' };
  password: { password?: string };
  hide_code: { on: boolean };
  veil: { word: string; on: boolean };
  places: { places: number };
  choose: { game: string };
  set: { option: string; value: string };
  language: { language: 'en' | 'de' | 'fr' };
  clocks: { clocks: 'usual' | 'double' | 'five' | 'ten' | 'off' };
  keep_deck: { deck?: number; game: string; kind: string };
  use_deck: { deck: number; use: 'off' | 'mix' | 'only' };
  drop_deck: { deck: number };
  start: { practice?: boolean };
  go: Record<string, never>;
  pause: Record<string, never>;
  resume: Record<string, never>;
  skip: { seat: number };
  bot_for: { player: number; level?: 'easy' | 'normal' | 'sharp' };
  again: Record<string, never>;
  harder: Record<string, never>;
  lobby: Record<string, never>;
}

export type HostOrder = 
  | 'add_bot'
  | 'set_bot'
  | 'remove'
  | 'show_out'
  | 'let_in'
  | 'give'
  | 'move'
  | 'swap'
  | 'mix'
  | 'youngest'
  | 'hand_over'
  | 'second'
  | 'lock'
  | 'filter'
  | 'password'
  | 'hide_code'
  | 'veil'
  | 'places'
  | 'choose'
  | 'set'
  | 'language'
  | 'clocks'
  | 'keep_deck'
  | 'use_deck'
  | 'drop_deck'
  | 'start'
  | 'go'
  | 'pause'
  | 'resume'
  | 'skip'
  | 'bot_for'
  | 'again'
  | 'harder'
  | 'lobby';

export type Do = {
  [K in keyof Orders]: { n: number; do: K; with?: Orders[K] };
}[keyof Orders];

export type Question = 'history' | 'hint' | 'tv' | 'draft' | 'deck' | 'share' | 'borrow' | 'keepsakes' | 'forget' | 'memory' | 'tonight' | 'picture' | 'keep' | 'unkeep' | 'forget_person' | 'same_person' | 'draws' | 'ticket' | 'claim' | 'decline';

export interface Play {
  n: number;
  play: string;
  with?: Args;
  seat?: number;
}

export interface Live {
  live: string;
  with?: Args;
  seat?: number;
}

export interface Try {
  try: string;
  with?: Args;
  seat?: number;
  tag: number;
}

export interface Say {
  say: string;
  seat?: number;
}

export interface Ask {
  ask: Question;
  with?: Args;
  seat?: number;
  tag: number;
}

export interface React {
  react: Reaction;
  seat?: number;
}

export interface Deal {
  deal: 'pledge' | 'part';
  with?: Args;
  seat?: number;
}

export interface Crowd {
  crowd: 'answer';
  with?: Args;
  seat?: number;
}

export type ClientMessage =
  | Hello
  | Ping
  | Knocking
  | Play
  | Do
  | Live
  | Try
  | Say
  | Ask
  | React
  | Deal
  | Crowd;

/* Options that every game has; values are text. */
export type SharedOptions = {
  referee: 'strict' | 'advise' | 'trust';
  vote_time: `${number}`;
  grace: `${number}`;
  patience: `${number}`;
  hints: 'true' | 'false';
};

/* As GET /api/games tells them, before those of the game. */
export const sharedOptions: OptionSpec[] = [
  {"name": "referee", "type": "choice", "choices": ["strict", "advise", "trust"], "initial": "advise", "shared": true},
  {"name": "vote_time", "type": "int", "min": 5, "max": 120, "initial": "30", "shared": true},
  {"name": "grace", "type": "int", "min": 5, "max": 120, "initial": "20", "shared": true},
  {"name": "patience", "type": "int", "min": 15, "max": 900, "initial": "120", "shared": true},
  {"name": "hints", "type": "bool", "initial": "false", "shared": true},
];

/* Options that several games have, by their names. */
export type CommonOptions = {
  pack: 'everyday' | 'children' | 'office' | 'after_dark' | 'classroom' | 'classroom_b1' | 'wild';
};

export const commonOptions: Record<keyof CommonOptions, OptionSpec> = {
  pack:
  {"name": "pack", "type": "choice", "choices": ["everyday", "children", "office", "after_dark", "classroom", "classroom_b1", "wild"], "initial": "everyday"},
};

/* What a seat may do in every game, with its arguments. */
export interface SharedActions {
  vote: { ballot: number; yes: boolean; rider?: boolean };
  propose_skip: { seat: number };
}

/* What may happen in every game, as far as a client can be told. */
export interface SharedFacts<Phase, Subject> {
  phase_began: { phase: Phase; at: number; until?: number };
  time_ran_out: object;
  clock_held: { left: number };
  clock_released: { until: number };
  vote_opened: { ballot: number; subject: Subject; about: number; voters: number[]; suggested?: 'none' | 'no' | 'yes'; holds: boolean; rider?: boolean; topic?: number; until: number; kind?: 'matter' | 'objection'; by?: number[]; called?: number[]; team_a?: number[]; team_b?: number[]; why?: 'none' | 'initial' | 'several' | 'same' | 'stem' | 'part' | 'abbreviation' | 'animal' | 'unknown' | 'letter' | 'long' | 'kind' | 'hint' | 'theme'; with?: string };
  vote_cast: { ballot: number; seat: number; yes: boolean; rider?: boolean };
  vote_closed: { ballot: number; yes: boolean; rider?: boolean; at?: number; moot?: boolean };
  seat_left: { seat: number; at: number };
  seat_returned: { seat: number };
  seat_skipped: { seat: number };
  seat_freed: { seat: number };
  table_paused: object;
  table_resumed: object;
  scored: { seat: number; points: number };
  game_ended: { outcome: 'none' | 'won' | 'lost' | 'ranked' | 'abandoned'; winners: number[] };
  word_ruled: { question: 'match' | 'related' | 'exists' | 'animal' | 'fits'; word: string; with?: string; yes: boolean };
  seat_handed: { seat: number; bot: boolean };
}
