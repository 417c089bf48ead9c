/* The game as one seat's screen sees it: an implementation of `Game` over a Room. */
import { onDestroy } from 'svelte';
import { announce } from '../lib/announce.svelte.ts';
import { Draft } from '../lib/drafts.svelte.ts';
import { notices } from '../lib/notices.svelte.ts';
import { sound, vibrate } from '../lib/sound.ts';
import { veiled } from '../lib/veil.ts';
import { has_text, list, refusal_text, t, t_in } from '../lib/text.svelte.ts';
import type { Language } from '../generated/protocol.ts';
import type { Room } from '../net/room.svelte.ts';
import { keepsake_path, keepsake_url } from '../lib/invitation.ts';
import { CLOCK_OFF, countdown } from './countdown.svelte.ts';
import { FactQueue, type FactListener } from './facts.ts';
import { tell } from './telling.ts';
import type {
  Args, Award, CoreSections, CountdownValue, DraftText, Fact, Game, Hint, Outcome, Reason, Seated, SoundName, Trial,
} from './types.ts';

const EMPTY_PHASE = { name: '', since: 0, paused: false, waiting: [] };
const LIVE_EVERY = 66;
const TRY_AFTER = 250;

export class SeatGame implements Game<Record<string, unknown>> {
  readonly #room: Room;
  readonly #seat: () => number;
  readonly #drafts = new Map<string, Draft>();
  #trial: ReturnType<typeof setTimeout> | undefined;
  #skip_trial: (() => void) | undefined;
  #live: ReturnType<typeof setTimeout> | undefined;
  #live_next: (() => void) | undefined;

  /* A stage stands beside this screen in the same window: nobody needs the board in small. */
  beside = $state(false);
  /* Whose eyes see it, where that is not this seat: a stage beside a player's hand has no seat, and makes no noise. */
  readonly #eyes: (() => number) | undefined;

  constructor(room: Room, seat: () => number, eyes?: () => number) {
    this.#room = room;
    this.#seat = seat;
    this.#eyes = eyes;
  }

  /* Who is where changes with these two alone, however often another section comes. */
  readonly #seats = $derived.by(() => this.view.seats);
  readonly #told = $derived.by(() => this.view.phase);
  readonly people: readonly Seated[] = $derived.by(() => this.#seated());
  readonly view = $derived.by(
    () => this.#seen((this.#room.view(this.#eyes?.() ?? this.seat) ?? {}) as Record<string, unknown> & CoreSections),
  );

  /* Without the words that the host has taken off the screens. */
  #seen<T>(what: T): T {
    const words = this.#room.info?.veiled;
    return words?.length ? veiled(what, words) : what;
  }

  /* Without an end where clocks are off. */
  readonly #phase = $derived.by(() => {
    const phase = this.view.phase ?? EMPTY_PHASE;
    return this.timeless ? { ...phase, until: undefined, held: undefined } : phase;
  });

  get id() {
    return this.#room.table?.game ?? '';
  }
  get room() {
    return this.#room.info?.hidden ? '' : this.#room.code;
  }
  get number() {
    return this.#room.table?.number ?? 0;
  }
  get language() {
    return this.#room.table?.language ?? this.#room.info?.language ?? 'en';
  }
  get options() {
    return this.#room.table?.options ?? {};
  }
  get pictures() {
    return this.#room.table?.pictures;
  }
  get seat() {
    return this.#seat();
  }
  get me() {
    return this.seat < 0 ? undefined : this.people[this.seat];
  }
  get table() {
    return this.#room.screen || this.#eyes !== undefined;
  }
  get alone() {
    return this.#room.guests.screens === 0 && !this.beside;
  }
  get phase() {
    return this.#phase;
  }
  get slow() {
    return this.#room.table?.slow ?? 1;
  }
  get timeless() {
    return this.slow >= CLOCK_OFF;
  }
  get votes() {
    return this.view.votes ?? [];
  }
  get verdict() {
    return this.view.verdict;
  }
  get result() {
    return this.view.result;
  }
  get awards() {
    return (this.view['awards'] as Award[] | undefined) ?? [];
  }
  get keepsake() {
    const address = this.#room.table?.keepsake;
    return address && (this.table ? keepsake_url(this.#room, address) : keepsake_path(address));
  }
  get over() {
    return this.#room.table?.over ?? false;
  }
  get my_turn() {
    return this.seat >= 0 && this.phase.waiting.includes(this.seat);
  }
  get hosting() {
    return this.#room.hosting;
  }
  get hands() {
    return this.#room.hands;
  }
  get shared() {
    return this.#room.mine.filter((person) => person.seat >= 0).length > 1;
  }

  #seated(): Seated[] {
    const { people, guest, info, table } = this.#room;
    const [seats, phase] = [this.#seats, this.#told];
    return (table?.seats ?? []).map((player, seat) => {
      const person = people.find((one) => one.player === player);
      return {
        seat,
        player,
        name: person?.name ?? t('person.gone'),
        mark: person?.mark ?? seat,
        mine: guest !== 0 && person?.guest === guest,
        host: person?.guest !== undefined && person.guest === info?.host,
        bot: person?.bot,
        state: person === undefined || person.left ? 'gone' : (seats?.[seat]?.state ?? 'here'),
        score: seats?.[seat]?.score ?? 0,
        waited: phase?.waiting.includes(seat) ?? false,
      };
    });
  }

  person(seat: number): Seated {
    return (
      this.people[seat] ?? {
        seat, player: 0, name: '?', mark: 0, mine: false, host: false, state: 'gone', score: 0, waited: false,
      }
    );
  }

  name(seat: number): string {
    return this.person(seat).name;
  }

  names(seats: readonly number[]): string {
    return list(seats.map((seat) => this.name(seat)));
  }

  can(action: string): boolean {
    return this.view.can?.includes(action) ?? false;
  }

  may(action: string): readonly (number | string | boolean)[] {
    return this.view.may?.[action] ?? [];
  }

  get talks() {
    return (this.view.talk?.length ?? 0) > 0;
  }

  now(): number {
    return this.#room.clock.now();
  }

  countdown(until: () => number | undefined, whole?: () => number | undefined): CountdownValue {
    const clock = { now: () => this.now(), running: () => this.#room.table?.running ?? false, slow: () => this.slow };
    return countdown(clock, until, whole ?? (() => undefined));
  }

  async play(action: string, args: Args = {}, how: { quiet?: boolean } = {}): Promise<Outcome> {
    this.#forget_trial();
    const outcome = await this.#room.play(action, args, this.seat);
    if (!outcome.ok && !how.quiet) notices.refuse(this.refusal(outcome.refusal));
    return outcome;
  }

  attempt(action: string, args: Args = {}): Promise<Trial | undefined> {
    this.#forget_trial();
    return new Promise((done) => {
      this.#skip_trial = () => done(undefined);
      this.#trial = setTimeout(() => {
        this.#skip_trial = undefined;
        void this.#room.attempt(action, args, this.seat).then(done);
      }, TRY_AFTER);
    });
  }

  #forget_trial(): void {
    clearTimeout(this.#trial);
    this.#skip_trial?.();
    this.#skip_trial = undefined;
  }

  live(action: string, args: Args): void {
    const seat = this.seat;
    this.#live_next = () => this.#room.live(action, args, seat);
    if (this.#live) return;
    const send = () => {
      const next = this.#live_next;
      this.#live_next = undefined;
      this.#live = next ? setTimeout(send, LIVE_EVERY) : undefined;
      next?.();
    };
    send();
  }

  async hint(language: Language): Promise<Hint> {
    const answer = await this.#room.question('hint', { language }, this.seat);
    return { words: answer?.hints ?? [], texts: answer?.glosses ?? [] };
  }

  onFacts(listener: FactListener): void {
    const queue = new FactQueue(listener);
    this.onArrival((facts) => queue.add(facts));
    onDestroy(() => queue.end());
  }

  onArrival(listener: (facts: Fact[]) => void): void {
    onDestroy(this.#room.on_facts((facts) => listener(this.#seen(facts))));
  }

  onSkip(listener: () => void): void {
    onDestroy(this.#room.on_sign(({ sign }) => sign === 'skip' && listener()));
  }

  t(key: string, args?: Args): string {
    const own = `web.${this.id}.${key}`;
    return has_text(own) ? t(own, args) : t(key, args);
  }

  tell(fact: Fact): string {
    return tell(this.id, fact, (seat) => this.name(seat));
  }

  thought(seat: number): string {
    const thought = this.#room.thoughts.get(seat);
    return thought ? t_in(this.language, `bot.${this.id}.${thought.key}`, thought.args) : '';
  }

  refusal(reason: Reason): string {
    return refusal_text(reason, this.id);
  }

  announce(text: string, urgent = false): void {
    if (!this.#eyes) announce(text, urgent);
  }

  sound(name: SoundName): void {
    if (!this.#eyes) sound(name);
  }

  vibrate(pattern?: number | number[]): void {
    vibrate(pattern);
  }

  draft(key: string, moment: string | number = ''): DraftText {
    /* The code itself, also where nobody is shown it: drafts of two tables are two. */
    const name = [this.#room.code, this.number, key, moment, this.seat].join('.');
    let draft = this.#drafts.get(name);
    if (!draft) this.#drafts.set(name, (draft = new Draft(name)));
    return draft;
  }
}
