/* A room as this device sees it: reactive sections, and the ways to speak.
 *
 * State changes only by frames, at once and whole; facts are handed on after the state they led to. One
 * Room per screen; leave() ends it.
 *
 *     const room = Room.enter('KQ7TM');
 *     room.info?.code; room.people; room.view(2);         read in a component: follows by itself
 *     await room.act('sit', { name: 'Ann', mark: 4 });    { ok: true } or { ok: false, refusal }
 */
import { TableClock } from './clock.ts';
import { Connection, type Status, type Wire } from './connection.ts';
import { early_socket, hello_to, open_socket } from './early.ts';
import { counter_for, created, remember_visit, token_for, token_for_new } from './keep.ts';
import { follows, mend_views, merge_room, merge_views, type Known, type Views } from './merge.ts';
import { Outbox, type Given, type Outcome, type Request } from './outbox.ts';
import type {
  Args, Fact, Guests, Hello, Info, Language, Lobby, Orders, OwnDeck, Person, Question, Reacting, Reaction, Reason, RoomSections, Sections, ServerMessage, TableInfo, Thought,
} from '../generated/protocol.ts';

export interface Said {
  id: number;
  player: number;
  text: string;
}

export type FactListener = (facts: Fact[]) => void;
export type SignListener = (shown: Reacting) => void;
export type TroubleListener = (why: Reason) => void;
export type MoveListener = (seat: number, numbers: number[]) => void;

export interface Entry {
  code?: string;
  create?: { language: Language; game?: string };
  screen?: boolean;
}

/* What somebody who looks on answers: of the kind that is asked for. */
export interface CrowdAnswer {
  word?: string;
  things?: number[];
  x?: number;
  y?: number;
}

export interface Trial {
  ok: boolean;
  refusal?: Reason;
  /* What would count, where the game tells: its shape `Preview`. */
  preview?: Args;
}

const TALK_KEPT = 60;
const LATE = 2500;

function socket(hello: string): Wire {
  return early_socket(hello) ?? open_socket((JSON.parse(hello) as { room?: string }).room);
}

export class Room {
  status = $state.raw<Status>({ is: 'connecting' });
  code = $state('');
  guest = $state(0);
  version = $state('');
  sections = $state.raw<RoomSections>({});
  views = $state.raw<Views>(new Map());
  said = $state.raw<Said[]>([]);
  /* What bots thought, by seat: the latest of each. */
  thoughts = $state.raw<ReadonlyMap<number, Thought>>(new Map());
  /* The server cannot store just now: what was done is not lost, but nothing goes on. */
  waits = $state(false);
  /* Something that was asked has no answer yet, for longer than a network takes that is well. */
  late = $state(false);
  /* What whoever runs the server has said last. */
  notice = $state('');
  readonly clock = new TableClock();
  /* Where hands are that move: seat -> the numbers of the action. */
  hands = $state.raw<ReadonlyMap<number, number[]>>(new Map());
  readonly screen: boolean;
  /* Told whenever there may be something to do about a deal; set by this device's dealer (deal/dealer.svelte.ts). */
  on_deal: (() => void) | undefined;
  /* How often it was welcomed. */
  visits = 0;

  readonly info: Info | undefined = $derived(this.sections.info);
  readonly people: Person[] = $derived(this.sections.people ?? []);
  readonly guests: Guests = $derived(this.sections.guests ?? { screens: 0, watchers: 0 });
  readonly lobby: Lobby | undefined = $derived(this.sections.lobby);
  readonly table: TableInfo | undefined = $derived(this.sections.table ?? undefined);
  /* Decks that the table has brought. */
  readonly decks: OwnDeck[] = $derived(this.sections.decks ?? []);
  /* The host, or the second one; `first`: the host alone. */
  readonly hosting: boolean = $derived(this.guest !== 0 && (this.info?.host === this.guest || this.info?.second === this.guest));
  readonly first: boolean = $derived(this.guest !== 0 && this.info?.host === this.guest);
  /* Somebody films this screen: the code is for those who are told it otherwise. */
  readonly shown_code: string = $derived(this.info?.hidden ? '•••••' : this.code);
  /* The players of this device, in the order of seats. */
  readonly mine: Person[] = $derived(this.people.filter((person) => this.guest !== 0 && person.guest === this.guest && !person.left));
  readonly online: boolean = $derived(this.status.is === 'open');

  readonly #connection: Connection;
  readonly #facts = new Set<FactListener>();
  readonly #moves = new Set<MoveListener>();
  readonly #signs = new Set<SignListener>();
  readonly #troubles = new Set<TroubleListener>();
  readonly #trials = new Map<number, (trial: Trial) => void>();
  readonly #asked = new Map<number, (message: ServerMessage | undefined) => void>();
  readonly #entry: Entry;
  #outbox: Outbox;
  #token: string;
  #known: Known | undefined;
  #knock = '';
  #knocked = false;
  #password = '';
  #tags = 0;
  #words = 0;

  constructor(entry: Entry, open: (hello: string) => Wire = socket) {
    this.#entry = entry;
    this.screen = entry.screen ?? false;
    this.#token = entry.code ? token_for(entry.code, this.screen) : token_for_new();
    this.code = entry.code ?? '';
    this.#connection = new Connection(
      {
        hello: () => this.#hello(),
        take: (message) => this.#take(message),
        status: (status) => this.#turn(status),
        pong: (message, sent) => message.at !== undefined && this.clock.pong(message.at, sent),
      },
      open,
    );
    this.#outbox = this.#make_outbox(entry.code ?? 'new');
  }

  start(): this {
    this.#connection.start();
    return this;
  }

  leave(): void {
    this.#connection.stop();
    this.#outbox.abandon({ key: 'left' });
    this.#forget_questions();
  }

  /* Says the table's password; said again after a break. */
  unlock(password: string): void {
    this.#password = password;
    this.#connection.knock(password);
  }

  /* Says who wants to come in, where the host has to open (`status`): once, until somebody answers. */
  knock(name: string): void {
    this.#knock = name;
    if (!this.#knocked) this.#knocked = this.#connection.knock(name);
  }

  hurry(): void {
    this.#connection.hurry();
  }

  #make_outbox(code: string): Outbox {
    return new Outbox(counter_for(code, this.screen), (message) => this.#connection.send(message));
  }

  #hello(): Hello {
    if (!this.code) return { hello: 1, mend: true, token: this.#token, ...(this.screen ? { screen: true } : { deal: true }), create: this.#entry.create ?? { language: 'en' } };
    const hello = hello_to(this.code, this.screen, this.#token);
    if (this.#known) hello.seen = { ...this.#known };
    return hello;
  }

  #turn(status: Status): void {
    this.status = status;
    this.#knocked = false;
    /* After a break at the door one has knocked already. */
    if (status.is === 'knocking' && status.told === 'who' && this.#knock) this.knock(this.#knock);
    if (status.is === 'knocking' && status.told === 'password' && this.#password) this.#connection.knock(this.#password);
    if (status.is === 'knocking' && status.told === 'wrong') this.#password = '';
    if (status.is !== 'open') {
      this.waits = false;
      this.#forget_questions();
    }
    if (status.is === 'closed') this.#outbox.abandon({ key: status.key, args: status.args });
  }

  /* Questions are about a moment: after a break they are asked anew, or not at all. */
  #forget_questions(): void {
    for (const done of this.#trials.values()) done({ ok: true });
    for (const done of this.#asked.values()) done(undefined);
    this.#trials.clear();
    this.#asked.clear();
  }

  #take(message: ServerMessage): boolean {
    const order = follows(this.#known, message);
    if (order === 'gap') {
      this.#known = undefined;
      return false;
    }
    if (order === 'ok') this.#apply(message);
    if (message.welcome) this.#outbox.welcomed(message.welcome.n);
    if (message.ack !== undefined) this.#outbox.ack(message.ack, message.again);
    if (message.refused !== undefined) this.#outbox.refused(message.refused, this.#reason(message));
    if (message.tried !== undefined) this.#answer_trial(message);
    if (message.told !== undefined) {
      this.#asked.get(message.told)?.(message);
      this.#asked.delete(message.told);
    }
    if (message.notice) this.notice = message.notice;
    if (message.waits !== undefined) this.waits = message.waits;
    if (message.said) this.said = [...this.said, { id: ++this.#words, ...message.said }].slice(-TALK_KEPT);
    if (message.reacted) for (const listener of this.#signs) listener(message.reacted);
    if (message.moved) this.#move(message.moved);
    if (message.error) this.#complain(message.error);
    if (order === 'ok' && message.facts) for (const listener of this.#facts) listener(message.facts);
    return true;
  }

  #complain(why: Reason): void {
    const outside = this.status.is === 'knocking';
    if (outside) {
      this.#knock = '';
      this.#knocked = false;
    }
    if (outside || this.online) for (const listener of this.#troubles) listener(why);
  }

  #reason(message: ServerMessage): Reason {
    return { key: message.key ?? 'not_now', args: message.args, insist: message.insist };
  }

  #apply(message: ServerMessage): void {
    const anew = message.welcome !== undefined && message.epoch !== this.#known?.epoch;
    if (message.welcome) this.#arrive(message);
    if (message.guest !== undefined) this.guest = message.guest;
    if (message.room) {
      const number = this.sections.table?.number;
      this.sections = merge_room(anew ? {} : this.sections, message.room);
      if (this.sections.table?.number !== number) {
        this.hands = new Map();
        this.thoughts = new Map();
      }
    }
    this.views = mend_views(merge_views(this.views, message.views, message.welcome !== undefined), message.mend);
    if (message.thoughts) this.thoughts = new Map([...this.thoughts, ...message.thoughts.map((one) => [one.seat, one] as const)]);
    if (message.rev !== undefined)
      this.#known = { epoch: message.epoch ?? this.#known?.epoch ?? '', rev: message.rev };
    if (message.room) this.on_deal?.();
    if (message.at !== undefined) this.clock.frame(message.at, this.sections.table?.running ?? false, this.sections.table?.slow);
  }

  #arrive(message: ServerMessage): void {
    const { room, guest, version } = message.welcome!;
    if (message.epoch !== this.#known?.epoch) this.clock.forget();
    if (!this.code) {
      created(room, this.screen);
      this.code = room;
      this.#outbox = this.#make_outbox(room);
    }
    this.guest = guest;
    this.visits++;
    this.version = version;
    if (!this.screen) remember_visit(room);
  }

  #answer_trial(message: ServerMessage): void {
    const done = this.#trials.get(message.tried!);
    this.#trials.delete(message.tried!);
    const preview = message.preview === undefined ? {} : { preview: message.preview };
    /* A server without time says nothing against it. */
    done?.(message.key === undefined || message.key === 'busy' ? { ok: true, ...preview } : { ok: false, refusal: this.#reason(message), ...preview });
  }

  #move(moved: number[]): void {
    const [seat, ...numbers] = moved;
    if (seat === undefined) return;
    this.hands = new Map(this.hands).set(seat, numbers);
    for (const listener of this.#moves) listener(seat, numbers);
  }

  view(seat: number): Sections | undefined {
    return this.views.get(seat);
  }

  player(player: number): Person | undefined {
    return this.people.find((person) => person.player === player);
  }

  /* Something in the room; kept and sent again until it is answered. */
  async act<O extends keyof Orders>(what: O, ...[args]: Given<Orders[O]>): Promise<Outcome> {
    /* That these arguments belong to this order is known where act() is called. */
    const outcome = await this.#ask((args ? { do: what, with: args } : { do: what }) as Request);
    if (outcome.ok && what === 'sit' && this.guest === 0) this.#find_myself(args);
    return outcome;
  }

  /* Gives the seats of this device back. Nobody is kept waiting who goes because the line is bad: the table sees who is
   * away. */
  async rise(): Promise<void> {
    const risen = Promise.all(this.mine.map((one) => this.act('rise', { player: one.player })));
    await Promise.race([risen, new Promise((done) => setTimeout(done, this.online ? LATE : 0))]);
  }

  /* A guest has a number only after it first did something, and a welcome came before that. Marks are unique at a
   * table, so the new player with ours is us. */
  #find_myself(args: Args | undefined): void {
    const me = this.people.find((person) => person.mark === args?.['mark'] && person.guest !== undefined);
    if (me?.guest) this.guest = me.guest;
    this.on_deal?.();
  }

  /* Of somebody who looks on; nobody answers but to say that it does not count. False: it was not sent. */
  answer(question: number, what: CrowdAnswer): boolean {
    return this.#connection.send({ crowd: 'answer', with: { question, ...what } });
  }

  offer(what: 'pledge' | 'part', seal: string, value: string): void {
    this.#connection.send({ deal: what, with: { seal, value } });
  }

  /* An action of the game. */
  play(action: string, args: Args, seat: number): Promise<Outcome> {
    return this.#ask({ play: action, with: args, seat });
  }

  async #ask(request: Request): Promise<Outcome> {
    const timer = setTimeout(() => {
      this.late = true;
      this.#connection.check();
    }, LATE);
    const outcome = await this.#outbox.add(request);
    clearTimeout(timer);
    if (!this.#outbox.size) this.late = false;
    return outcome;
  }

  /* Would it be refused? Without a connection nothing is said against it. */
  attempt(action: string, args: Args, seat: number): Promise<Trial> {
    const tag = ++this.#tags;
    if (!this.#connection.send({ try: action, with: args, seat, tag })) return Promise.resolve({ ok: true });
    return new Promise((done) => this.#trials.set(tag, done));
  }

  /* A question, perhaps with arguments; undefined without a connection. */
  question(what: Question, args?: Args, seat?: number): Promise<ServerMessage | undefined> {
    const tag = ++this.#tags;
    if (!this.#connection.send({ ask: what, with: args, tag, seat })) return Promise.resolve(undefined);
    return new Promise((done) => this.#asked.set(tag, done));
  }

  /* The same for what is to be done; empty, or a key that says why not. */
  async request(what: Question, args: Args): Promise<string> {
    const answer = await this.question(what, args);
    return answer ? (answer.key ?? '') : 'not_now';
  }

  say(text: string, seat?: number): boolean {
    return this.#connection.send(seat === undefined ? { say: text } : { say: text, seat });
  }

  react(sign: Reaction, seat: number): void {
    this.#connection.send(seat < 0 ? { react: sign } : { react: sign, seat });
  }

  live(action: string, args: Args, seat: number): void {
    this.#connection.send({ live: action, with: args, seat });
  }

  on_facts(listener: FactListener): () => void {
    this.#facts.add(listener);
    return () => this.#facts.delete(listener);
  }

  on_sign(listener: SignListener): () => void {
    this.#signs.add(listener);
    return () => this.#signs.delete(listener);
  }

  /* Something that has no number could not be done (talk where nobody may talk, a name at the door): told once. */
  on_trouble(listener: TroubleListener): () => void {
    this.#troubles.add(listener);
    return () => this.#troubles.delete(listener);
  }

  on_move(listener: MoveListener): () => void {
    this.#moves.add(listener);
    return () => this.#moves.delete(listener);
  }
}
