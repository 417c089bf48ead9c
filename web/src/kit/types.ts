/* The contract between the shell and the screens of a game (docs/web.md). Types only. */
import type { Component } from 'svelte';
import type { SoundName } from '../lib/sound.ts';
import type { Given, Outcome } from '../net/outbox.ts';
import type {
  Args, Ballot, BotLevel, CommonOptions, CoreOwn, CoreView, CrowdAsks, CrowdSaid, Fact, GameSpec, Gloss, GlossWord, Language, OptionValue, PhaseSection, Reason, Result, SeatSection, Sections, SharedActions,
  SharedFacts, SharedOptions, Verdict,
} from '../generated/protocol.ts';
import type { CrowdAnswer, Trial } from '../net/room.svelte.ts';

export type { CrowdAnswer };

export type {
  Args, Ballot, BotLevel, CommonOptions, Fact, GameSpec, Language, OptionValue, Outcome, PhaseSection, Reason, Result, SeatSection, SharedActions, SharedFacts, SharedOptions,
  SoundName, Trial, Verdict,
};

/* What one seat is told that is stuck or learns the language. */
export interface Hint {
  words: readonly GlossWord[];
  texts: readonly Gloss[];
}

/* The sections that the shell itself reads: all there while a game runs, a seat's own only for who sits there. */
export interface CoreSections extends CoreView, Partial<CoreOwn> {}

/* What the rules of a game allow and tell: `Protocol` of games/<id>/web/protocol.ts, which is written from their
 * tables. */
export interface Rules {
  phase: string;
  subject: string;
  options: object;
  actions: object;
  fact: { is: string };
}

/* Those of any game: names and arguments are not known. */
export interface AnyRules extends Rules {
  options: Record<string, OptionValue>;
  actions: Record<string, Args>;
  fact: Fact;
}

export type ActionOf<R extends Rules> = keyof R['actions'] & string;
export type ArgsOf<R extends Rules, A extends ActionOf<R>> = R['actions'][A];
/* Values of an argument of an action. */
export type ValueOf<R extends Rules, A extends ActionOf<R>> = Required<ArgsOf<R, A>>[keyof ArgsOf<R, A>];

/* Who sits on a seat, ready to be shown. */
export interface Seated {
  seat: number;
  player: number;
  name: string;
  mark: number;
  /* On this device. */
  mine: boolean;
  host: boolean;
  bot?: BotLevel;
  state: SeatSection['state'];
  score: number;
  waited: boolean;
}

export interface DraftText {
  value: string;
  clear(): void;
}

export interface CountdownValue {
  /* Milliseconds left; the same on every device. */
  readonly left: number;
  /* As shown: whole seconds, rounded up. */
  readonly seconds: number;
  /* 1 at the start of `whole`, 0 at the end. */
  readonly share: number;
  readonly running: boolean;
}

/* What a game's screen is given. Everything that is read in a component follows by itself. */
export interface Game<View extends object = Sections, R extends Rules = AnyRules> {
  readonly id: string;
  readonly room: string;
  /* Which game of the evening this is. */
  readonly number: number;
  /* Of the game: letters, decks, words. The screen's own language is language(). */
  readonly language: Language;
  readonly options: Readonly<R['options']>;
  /* Where the table has brought pictures of its own choice: which, as set/name, by their numbers. */
  readonly pictures?: readonly string[] | undefined;
  /* The sections of this seat's view: the game's own and the shared ones. */
  readonly view: View & CoreSections;
  /* -1: a table screen or somebody who watches. */
  readonly seat: number;
  readonly me: Seated | undefined;
  readonly people: readonly Seated[];
  /* True on a table screen: no input, sizes for three metres. */
  readonly table: boolean;
  /* No table screen in the room: phones show the board in small. */
  readonly alone: boolean;
  readonly phase: PhaseSection & { name: R['phase'] };
  /* How many milliseconds one of the table takes now, where people have more time. */
  readonly slow: number;
  /* No clock runs out at this table: none is shown, and the phase has no end. */
  readonly timeless: boolean;
  readonly votes: readonly (Ballot & { subject: R['subject'] })[];
  /* The vote that ended last, with its time: shown for a moment. */
  readonly verdict: Verdict | undefined;
  readonly result: Result | undefined;
  /* What the game says at its end of who did what. */
  readonly awards: readonly Award[];
  /* Where what stays of the game is found, once it is over and kept: on a table screen as a phone asks for it. */
  readonly keepsake: string | undefined;
  readonly over: boolean;
  /* The table waits for me. */
  readonly my_turn: boolean;
  readonly hosting: boolean;

  person(seat: number): Seated;
  name(seat: number): string;
  /* Several names as one phrase: "Ann, Ben and Cleo". */
  names(seats: readonly number[]): string;
  can(action: ActionOf<R>): boolean;
  /* The values of the action's first argument that are legal now, where the rules list them. */
  may<A extends ActionOf<R>>(action: A): readonly ValueOf<R, A>[];
  /* Somebody hears this seat talk now. */
  readonly talks: boolean;

  /* The table's clock in milliseconds; stands still while the table is paused. */
  now(): number;
  /* Counts down on that clock; call it while a component is set up. */
  countdown(until: () => number | undefined, whole?: () => number | undefined): CountdownValue;

  /* An action. A refusal is shown by the shell unless `quiet`; the promise tells it too. */
  play<A extends ActionOf<R>>(action: A, ...given: Given<ArgsOf<R, A>, [how?: { quiet?: boolean }]>): Promise<Outcome>;
  /* Would it be refused? Debounced: of a burst only the last is asked, the others resolve to undefined. */
  attempt<A extends ActionOf<R>>(action: A, ...given: Given<ArgsOf<R, A>>): Promise<Trial | undefined>;
  /* A hand that moves, not yet a move. At most fifteen a second are sent, the last one always. */
  live<A extends ActionOf<R>>(action: A, args: ArgsOf<R, A>): void;
  /* Hands of others: seat -> numbers in the order of the action's arguments. */
  readonly hands: ReadonlyMap<number, number[]>;
  /* Words that could be written now, and what lies open in another language, for this seat alone. */
  hint(language: Language): Promise<Hint>;
  /* What the bot on this seat thought last, as a sentence; empty until it may be told. */
  thought(seat: number): string;

  /* Facts in order, for motion and sound only; the view has changed already. A listener may return a
   * promise: the next fact waits for it, the state never does. Ends with the component. */
  onFacts(listener: (fact: R['fact'], way: FactWay) => void | Promise<void>): void;
  /* All facts of a moment at once, before anything of them is shown (the stage's beats). Ends with the component. */
  onArrival(listener: (facts: R['fact'][]) => void): void;
  /* The host wants to see the end of what is told. Ends with the component. */
  onSkip(listener: () => void): void;

  /* Texts: `t('board.gems', {n: 3})` looks for web.<id>.board.gems first, then for the key itself. */
  t(key: string, args?: Args): string;
  /* One sentence for a fact. */
  tell(fact: R['fact']): string;
  refusal(reason: Reason): string;
  announce(text: string, urgent?: boolean): void;
  sound(name: SoundName): void;
  vibrate(pattern?: number | number[]): void;
  /* Unsent typing, kept over reloads, for this room, game, moment and seat. */
  draft(key: string, moment?: string | number): DraftText;
  /* Several people share this device: what is secret hides behind a cover (kit/Secret.svelte). */
  readonly shared: boolean;
}

export interface FactWay {
  /* Many facts wait (a reload, a hidden tab): show the end, not the way. */
  readonly hurry: boolean;
  /* How many facts wait after this one. */
  readonly waiting: number;
  /* Waits unless there is a hurry. */
  pause(ms: number): Promise<void>;
}

/* What a game's own field for one of its options is given (GameScreens.fields). */
export interface OptionField {
  value: OptionValue;
  /* What else the table has chosen, by name. */
  options: Record<string, OptionValue>;
  /* Of the game. */
  language: Language;
  /* Only the host may set it. */
  locked: boolean;
  /* Levels this table has won, with their best scores. */
  won: Record<string, number>;
  set: (value: string) => unknown;
}

/* What games/<id>/web/Crowd.svelte is given: how those who look on answer where it takes more than a word. */
export interface CrowdScreen {
  game: Game<never, never>;
  asks: CrowdAsks;
  /* What this device has answered, if anything. */
  mine: CrowdAnswer | undefined;
  answer: (what: CrowdAnswer) => void;
}

/* What games/<id>/web/CrowdSaid.svelte is given: what they said, where a sentence does not tell it. */
export interface CrowdTold {
  game: Game<never, never>;
  said: CrowdSaid;
}

/* What games/<id>/web/card.ts exports as default: the game's card in the lobby. */
export interface GameCard {
  /* A small drawing, 96 by 96. */
  emblem: Component<Record<string, never>>;
  /* Minutes of a usual game: measured, see docs/bots.md. */
  minutes: [number, number];
  /* The options that everybody should know before a game, by name: its level, its kind. */
  shows?: (options: Record<string, OptionValue>) => string[];
  /* Playing alone with bots, from the easiest to the hardest: who they are and what differs from the usual. A person who
   * was simulated won about half of the games of `first` (docs/bots.md); who wins climbs, who loses comes down. */
  alone: { rungs: { bots: BotLevel; options?: Record<string, string> }[]; first: number };
  /* Asks for what the screens of a game that has begun will need besides themselves, while they are on their way. */
  ahead?: (view: Sections) => void;
}

/* What games/<id>/web/Intro.svelte is given: one of three pictures that explain the game in ten seconds. Its words are the
 * texts web.<id>.intro.…, what is said to it web.<id>.intro.1 to 3. */
export interface IntroPicture {
  step: 0 | 1 | 2;
  t: (key: string) => string;
}

/* Something worth a photograph: what a game says at its end of who did what (the section `awards` of its view). */
export interface Award {
  /* Its name is the text award.<game>.<award>, the reason award.<game>.<award>.why. */
  award: string;
  seats: readonly number[];
  n?: number;
  word?: string;
}

/* A side of the table at a game's end, or while it runs. */
export interface TeamOf {
  name: string;
  /* It is called by its people: they win, a team wins. */
  people?: boolean;
  seats: readonly number[];
}

/* What games/<id>/web/index.ts exports as default. */
export interface GameScreens {
  /* What one player sees and does. */
  phone: Component<{ game: Game<never, never> }>;
  /* What everybody may see, large. It comes when somebody looks at it: a phone need not wait for it. */
  table: () => Promise<{ default: Component<{ game: Game<never, never> }> }>;
  /* The table screen is made with '@stage': headline, people and ending are its own. */
  staged?: true;
  /* Who plays with whom, where people play in teams: they win as teams. */
  teams?: (game: Game<never, never>) => TeamOf[];
  /* Options in groups of the lobby's sheet, by name; those not named go under "more". */
  groups?: { key: string; options: string[] }[];
  /* Options that deserve more than a number or buttons, by name. */
  fields?: Record<string, () => Promise<{ default: Component<OptionField> }>>;
  /* Subjects of votes whose card needs more than a sentence. */
  ballot?: Component<{ game: Game<never, never>; vote: Ballot }>;
  /* Words between a result and its buttons. */
  result?: Component<{ game: Game<never, never> }>;
}
