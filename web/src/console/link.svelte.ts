/* The connection to the server's console: says the token once, asks for the state every two seconds, and does what it is told.
 * Lost, it comes back by itself: after a restart of the server, and on a phone that slept in a pocket.
 *
 * The token stays in this tab (sessionStorage) and goes over the WebSocket only: never into an address. */
import type { Args } from '../generated/protocol.ts';

export interface TableRow {
  code: string;
  game: string;
  is: 'lobby' | 'playing' | 'over';
  waits: boolean;
  people: number;
  bots: number;
  screens: number;
  connections: number;
  minutes: number;
  games: number;
  bytes: number;
}

export interface AddressRow {
  id: string;
  from: string;
  connections: number;
  players: number;
  tables: number;
  barred: number;
}

export interface Line {
  at: number;
  error?: boolean;
  text: string;
}

export interface State {
  version: string;
  commit: string;
  now: number;
  uptime: number;
  draining: boolean;
  load: { cpu_ms: number; memory: number; turns: number; long: number; longest_us: number };
  net: Record<string, number>;
  counts: Record<string, number> & { searched: boolean };
  store: { kind: string; bytes?: number; records: number; failures: number; waiting: number; trouble?: string };
  lexicon: Record<string, boolean>;
  tables: TableRow[];
  addresses: AddressRow[];
  addresses_all: number;
  errors: Line[];
  deeds: Line[];
}

interface Answer {
  admin?: number;
  state?: State;
  done?: string;
  error?: { key: string };
}

const KEPT = 'unisono.console';
const EVERY = 2000;
/* So many looks without an answer: nobody is there, whatever the socket says. */
const PATIENCE = 3;

function address(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
}

export class Link {
  /* lost: it was in, and tries to be again; what was seen last is still there. */
  status = $state<'out' | 'coming' | 'in' | 'lost'>('out');
  state = $state.raw<State | undefined>();
  /* Processor in percent of one core, since the last look. */
  cpu = $state<number | undefined>();
  refusal = $state('');
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #unanswered = 0;
  #waiting: ((key: string) => void)[] = [];

  constructor() {
    document.addEventListener('visibilitychange', this.#seen);
  }

  /* Where a tab was reloaded it need not ask again. */
  resume(): void {
    const token = sessionStorage.getItem(KEPT);
    if (token) this.enter(token);
  }

  enter(token: string): void {
    this.leave();
    this.status = 'coming';
    this.#dial(token);
  }

  #dial(token: string): void {
    this.refusal = '';
    const socket = new WebSocket(address());
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ admin: 1, token }));
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#take(JSON.parse(event.data) as Answer, token);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose();
    };
  }

  #take(answer: Answer, token: string): void {
    this.#unanswered = 0;
    if (answer.admin) {
      sessionStorage.setItem(KEPT, token);
      this.status = 'in';
      this.#ask();
      this.#every(() => this.#ask());
    } else if (answer.state) {
      this.#look(answer.state);
    } else if (this.status === 'in') {
      this.#waiting.shift()?.(answer.error?.key ?? '');
    } else if (answer.error) {
      this.refusal = answer.error.key;
      if (answer.error.key === 'admin_token') sessionStorage.removeItem(KEPT);
    }
  }

  #look(state: State): void {
    const before = this.state;
    const seconds = before ? state.uptime - before.uptime : 0;
    if (before && seconds > 0) this.cpu = (state.load.cpu_ms - before.load.cpu_ms) / (10 * seconds);
    this.state = state;
  }

  #every(what: () => void): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      if (document.visibilityState === 'visible') what();
    }, EVERY);
  }

  #seen = (): void => {
    if (document.visibilityState !== 'visible') return;
    if (this.status === 'in') this.#ask();
    else if (this.status === 'lost') this.#try_again();
  };

  #ask(): void {
    if (this.#unanswered++ < PATIENCE) {
      this.#socket?.send('{"ask":"state"}');
    } else {
      this.#socket?.close();
      this.#lose();
    }
  }

  /* Whoever was in comes back with the token that was taken; whoever was refused has to give another. */
  #lose(): void {
    if (this.refusal || !this.state) {
      this.refusal ||= 'lost';
      this.#end('out');
    } else {
      this.#end('lost');
      this.#every(() => this.#try_again());
    }
  }

  #try_again(): void {
    const token = sessionStorage.getItem(KEPT);
    const trying = this.#socket;
    if (!token || (trying && this.#unanswered++ < PATIENCE)) return;
    this.#unanswered = 0;
    this.#dial(token);
    trying?.close();
  }

  /* '' where it was done, else the key of why not. */
  do(what: string, args: Args = {}): Promise<string> {
    if (this.status !== 'in') return Promise.resolve('lost');
    const answer = new Promise<string>((done) => this.#waiting.push(done));
    this.#socket?.send(JSON.stringify({ do: what, ...args }));
    void answer.then(() => this.#ask());
    return answer;
  }

  #end(status: 'out' | 'lost'): void {
    clearInterval(this.#timer);
    this.#unanswered = 0;
    this.#socket = undefined;
    this.status = status;
    for (const done of this.#waiting.splice(0)) done('lost');
  }

  leave(forget = false): void {
    const socket = this.#socket;
    if (forget) sessionStorage.removeItem(KEPT);
    this.#end('out');
    this.state = undefined;
    this.cpu = undefined;
    socket?.close();
  }

  /* The page is gone. */
  end(): void {
    document.removeEventListener('visibilitychange', this.#seen);
    this.leave();
  }
}
