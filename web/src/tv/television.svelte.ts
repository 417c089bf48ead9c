/* A television without a table: it is told a code, which a host types, and then the room whose screen it is. The code is
 * good for some minutes; then, and after a broken connection, it is told another. */
import { backoff } from '../net/backoff.ts';
import { open_socket } from '../net/early.ts';
import { token_for_new } from '../net/keep.ts';
import type { ServerMessage } from '../generated/protocol.ts';

const PING_EVERY = 15_000;

export class Television {
  code = $state('');
  /* When its code is no longer good, on performance.now(). */
  until = $state(0);
  room = $state('');
  readonly #pauses = backoff();
  #socket: WebSocket | undefined;
  #later: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;

  start(): this {
    this.#connect();
    return this;
  }

  stop(): void {
    clearTimeout(this.#later);
    clearInterval(this.#beat);
    if (!this.#socket) return;
    this.#socket.onclose = this.#socket.onmessage = null;
    this.#socket.close();
    this.#socket = undefined;
  }

  #connect(): void {
    this.stop();
    const socket = (this.#socket = open_socket());
    socket.onopen = () => socket.send(JSON.stringify({ hello: 1, token: token_for_new(), tv: true }));
    let answered = false;
    socket.onmessage = (event: MessageEvent<string>) => {
      answered = true;
      this.#hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => this.#lost();
    /* A network may go without a word: its code would be shown for minutes and lead nowhere. */
    this.#beat = setInterval(() => {
      if (!answered) return this.#lost();
      answered = false;
      if (socket.readyState === WebSocket.OPEN) socket.send('{"ping":1}');
    }, PING_EVERY);
  }

  #lost(): void {
    this.stop();
    this.code = '';
    this.#again(this.#pauses.next());
  }

  #again(after: number): void {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#connect(), after);
  }

  #hear({ tv }: ServerMessage): void {
    if (!tv) return;
    this.#pauses.reset();
    if (tv.room) {
      this.room = tv.room;
      this.stop();
    } else if (tv.code) {
      this.code = tv.code;
      this.until = performance.now() + (tv.for ?? 0);
      this.#again(tv.for ?? 0);
    }
  }
}
