/* One connection to a room that outlives its sockets.
 *
 * It says hello, resumes from what was seen, asks again for a whole view after a gap, waits with growing
 * pauses, and wakes up early when the network returns or the page is shown again. It knows sockets and
 * time; what frames mean is for its owner (`Owner`). Close it with stop().
 *
 *     const connection = new Connection(owner, () => new WebSocket('ws://host/ws'));    hello is said here, or was (`missed`)
 *     connection.start();
 */
import { backoff, LAST_WORDS, verdict } from './backoff.ts';
import type { ClientMessage, Hello, Reason, ServerMessage } from '../generated/protocol.ts';

/* At the door: asked who one is, or for the table's password, which was wrong; or waiting for the host. */
export type Outside = NonNullable<ServerMessage['knock']>;

export type Status =
  | { is: 'connecting' }
  | { is: 'open' }
  | { is: 'waiting'; since: number; key?: string }
  /* The host has to let this device in: it is asked who it is, and then waits. */
  | { is: 'knocking'; told: Outside }
  | { is: 'closed'; key: string; args?: Record<string, unknown> };

export interface Owner {
  hello(): Hello;
  /* A message came in; returns false when something is missing and everything must be asked anew. */
  take(message: ServerMessage): boolean;
  status(status: Status): void;
  pong(message: ServerMessage, sent: number): void;
}

export interface Wire {
  readyState: number;
  send(text: string): void;
  close(code?: number): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  /* Hello has been said on it already, and this is what happened since. */
  missed?: Event[];
}

/* What a window and a document have in common; tests have neither. */
type Listens = Record<'addEventListener' | 'removeEventListener', (what: string, listener: () => void) => void>;

const OPEN = 1;
const PING_EVERY = 15_000;
/* A phone that changed networks keeps a dead socket for minutes unless somebody asks. */
const SILENCE = 8_000;
const PATIENCE = 10_000;

export class Connection {
  readonly #owner: Owner;
  readonly #open: (hello: string) => Wire;
  readonly #pauses = backoff();
  #wire: Wire | undefined;
  #welcomed = false;
  #knocking = false;
  #stopped = false;
  #waiting_since = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;
  #pings = 0;
  #pinged = new Map<number, number>();
  #error: Reason | undefined;

  constructor(owner: Owner, open: (hello: string) => Wire) {
    this.#owner = owner;
    this.#open = open;
  }

  start(): void {
    this.#stopped = false;
    this.#listen('addEventListener');
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    this.#listen('removeEventListener');
    clearTimeout(this.#retry);
    this.#drop();
  }

  #listen(change: keyof Listens): void {
    const page = globalThis as unknown as Partial<Listens> & { document?: Listens };
    page[change]?.('online', this.#wake);
    page[change]?.('offline', this.#probe);
    page[change]?.('pageshow', this.#wake);
    page.document?.[change]('visibilitychange', this.#seen_again);
  }

  get open(): boolean {
    return this.#welcomed && this.#wire?.readyState === OPEN;
  }

  /* Gives a message to the server; false when there is no open connection. */
  send(message: ClientMessage): boolean {
    return this.open && this.#write(message);
  }

  /* Says who wants to come in. */
  knock(name: string): boolean {
    return this.#knocking && this.#write({ knock: name });
  }

  #write(message: ClientMessage): boolean {
    if (this.#wire?.readyState !== OPEN) return false;
    this.#wire.send(JSON.stringify(message));
    return true;
  }

  /* Try now, without waiting for the end of a pause. */
  hurry(): void {
    if (this.#stopped || this.#wire) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  /* Something takes long: is anybody there? */
  check(): void {
    this.#probe();
  }

  #wake = (): void => {
    if (this.#wire) this.#probe();
    else {
      this.#pauses.reset();
      this.hurry();
    }
  };

  #seen_again = (): void => {
    if (globalThis.document?.visibilityState === 'visible') this.#wake();
  };

  /* Is anybody there? Without an answer the socket is given up. */
  #probe = (): void => {
    if (!this.#wire || this.#silence) return;
    this.#silence = setTimeout(() => {
      this.#silence = undefined;
      this.#lost();
    }, SILENCE);
    this.#ping();
  };

  #ping(): void {
    const id = ++this.#pings;
    this.#pinged.set(id, performance.now());
    if (!(this.#welcomed || this.#knocking) || !this.#write({ ping: id })) this.#pinged.delete(id);
  }

  #connect(): void {
    this.#error = undefined;
    this.#owner.status(this.#waiting_since ? { is: 'waiting', since: this.#waiting_since } : { is: 'connecting' });
    const hello = JSON.stringify(this.#owner.hello() satisfies ClientMessage);
    let wire: Wire;
    try {
      wire = this.#open(hello);
    } catch {
      this.#pause('soon');
      return;
    }
    this.#wire = wire;
    this.#late = setTimeout(() => this.#lost(), PATIENCE);
    wire.onmessage = (event: never) => this.#take(wire, (event as MessageEvent<string>).data);
    wire.onerror = () => undefined;
    wire.onclose = (event: never) => {
      if (wire === this.#wire) this.#closed((event as CloseEvent).code);
    };
    /* One that was opened early may have been waiting for us, or may have been answered already. */
    if (wire.missed) this.#catch_up(wire, wire.missed);
    else if (wire.readyState === OPEN) wire.send(hello);
    else wire.onopen = () => wire.send(hello);
  }

  #catch_up(wire: Wire, missed: Event[]): void {
    for (const event of missed) {
      if (event.type === 'close') wire.onclose?.(event as never);
      else wire.onmessage?.(event as never);
    }
  }

  #take(wire: Wire, text: string): void {
    if (wire !== this.#wire) return;
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      this.#lost();
      return;
    }
    clearTimeout(this.#silence);
    this.#silence = undefined;
    if (message.welcome) this.#greet();
    if (message.knock) this.#wait_outside(message.knock);
    if (message.error && !this.#welcomed) this.#error = message.error;
    if (message.bye) this.#error = message.bye;
    const end = LAST_WORDS[message.error?.key ?? ''];
    if (end) {
      this.#closed(end);
      return;
    }
    if (message.pong !== undefined) {
      const sent = this.#pinged.get(message.pong);
      this.#pinged.delete(message.pong);
      if (sent !== undefined) this.#owner.pong(message, sent);
    }
    if (!this.#owner.take(message)) this.#lost();
  }

  #wait_outside(told: Outside): void {
    clearTimeout(this.#late);
    this.#knocking = true;
    this.#waiting_since = 0;
    this.#pauses.reset();
    clearInterval(this.#beat);
    this.#beat = setInterval(this.#probe, PING_EVERY);
    this.#owner.status({ is: 'knocking', told });
  }

  #greet(): void {
    clearTimeout(this.#late);
    this.#welcomed = true;
    this.#knocking = false;
    /* What was wrong at the door is no reason why it ends one day. */
    this.#error = undefined;
    this.#waiting_since = 0;
    this.#pauses.reset();
    clearInterval(this.#beat);
    this.#beat = setInterval(this.#probe, PING_EVERY);
    this.#ping();
    this.#owner.status({ is: 'open' });
  }

  #drop(): void {
    const wire = this.#wire;
    this.#wire = undefined;
    this.#welcomed = this.#knocking = false;
    clearInterval(this.#beat);
    clearTimeout(this.#silence);
    clearTimeout(this.#late);
    this.#silence = undefined;
    this.#pinged.clear();
    if (wire) {
      wire.onopen = wire.onmessage = wire.onclose = wire.onerror = null;
      wire.close();
    }
  }

  /* The socket is of no use any more, though nobody has closed it. */
  #lost(): void {
    this.#drop();
    this.#pause('soon');
  }

  #closed(code: number): void {
    this.#drop();
    const what = verdict(code);
    if (what.again === 'never') {
      this.#stopped = true;
      this.#owner.status({ is: 'closed', key: this.#error?.key ?? what.key, args: this.#error?.args });
      return;
    }
    this.#pause(what.again);
  }

  #pause(when: 'soon' | 'later'): void {
    if (this.#stopped) return;
    if (!this.#waiting_since) this.#waiting_since = Date.now();
    this.#owner.status({ is: 'waiting', since: this.#waiting_since, key: this.#error?.key });
    const pause = this.#pauses.next() + (when === 'later' ? 3000 : 0);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), pause);
  }
}
