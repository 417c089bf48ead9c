/* The messages of docs/protocol.md as types. Views and facts of games are typed by their own screens;
 * here they are sections and facts of any shape. */

export type Language = 'en' | 'de' | 'fr';
export type BotLevel = 'easy' | 'normal' | 'sharp';
export type Args = Record<string, unknown>;

/* A text to be translated: `refusal.<game>.<key>`, else `refusal.<key>`. */
export interface Reason {
  key: string;
  args?: Args;
  insist?: boolean;
}

export interface Info {
  code: string;
  language: Language;
  locked: boolean;
  host: number;
  url?: string;
}

export interface Person {
  player: number;
  guest?: number;
  name: string;
  mark: number;
  seat: number;
  /* Of people: their device is connected. Bots have none. */
  here?: boolean;
  /* Rose during the game; named by its seat until the table is back in the lobby. */
  left?: boolean;
  youngest?: boolean;
  bot?: BotLevel;
}

export interface Guests {
  screens: number;
  watchers: number;
}

export type OptionValue = string | number | boolean;

export interface Lobby {
  game?: string;
  options: Record<string, OptionValue>;
  problem?: { key: string; limit?: number };
}

export interface TableInfo {
  game: string;
  language: Language;
  seats: number[];
  number: number;
  running: boolean;
  options: Record<string, OptionValue>;
  over: boolean;
  harder?: boolean;
}

export interface RoomSections {
  info?: Info;
  people?: Person[];
  guests?: Guests;
  lobby?: Lobby;
  table?: TableInfo | null;
}

export type Sections = Record<string, unknown>;

export interface ViewChange {
  seat: number;
  fresh?: boolean;
  set?: Sections;
  drop?: string[];
  /* After a gap: the names of all sections there are. */
  only?: string[];
}

export interface Fact {
  is: string;
  at?: number;
  [argument: string]: unknown;
}

/* What a bot thought, once the rules have revealed it: `bot.<game>.<key>`. */
export interface Thought {
  seat: number;
  key: string;
  args?: Args;
}

export interface Welcome {
  room: string;
  guest: number;
  n: number;
  now: number;
  version: string;
}

/* Everything the server may say, in one shape: a message has some of these members. */
export interface ServerMessage {
  welcome?: Welcome;
  guest?: number;
  ack?: number;
  again?: boolean;
  refused?: number;
  key?: string;
  args?: Args;
  insist?: boolean;
  tried?: number;
  told?: number;
  history?: Fact[];
  words?: string[];
  pong?: number;
  now?: number;
  epoch?: string;
  rev?: number;
  at?: number;
  room?: RoomSections;
  views?: ViewChange[];
  facts?: Fact[];
  thoughts?: Thought[];
  said?: { player: number; text: string };
  moved?: number[];
  error?: Reason;
  bye?: Reason;
}

export interface Hello {
  hello: 1;
  token: string;
  create?: { language: Language; game?: string };
  room?: string;
  screen?: boolean;
  seen?: { epoch: string; rev: number };
}

export interface OptionSpec {
  name: string;
  type: 'bool' | 'int' | 'choice';
  min?: number;
  max?: number;
  initial: OptionValue;
  choices?: string[];
  shared?: boolean;
}

export interface GameSpec {
  id: string;
  seats: [number, number];
  options: OptionSpec[];
  phases: string[];
  subjects: string[];
  bots: boolean;
}

export interface GamesAnswer {
  languages: Language[];
  games: GameSpec[];
}
