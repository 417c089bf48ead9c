/* What a page surely needs from the server, asked for before the app has arrived: the way to the server and
 * back is the longest part of a phone's wait. Each is taken once; whoever comes later asks anew. Whoever comes to a
 * room says hello to it at once; what the room answers waits here until somebody can show it. */
import type { GamesAnswer, Hello } from '../generated/protocol.ts';
import type { Wire } from './connection.ts';
import { token_for } from './keep.ts';

let wire: (WebSocket & Wire) | undefined;
let said: string | undefined;
let games: Promise<GamesAnswer> | undefined;

/* The code is for whoever stands between: with several servers one that can hash it leads straight to the table. */
export function open_socket(code?: string): WebSocket {
  const address = new URL('/ws', location.href);
  if (code) address.searchParams.set('r', code);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address);
}

export async function ask_games(): Promise<GamesAnswer> {
  const answer = await fetch('/api/games');
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as GamesAnswer;
}

/* /j/KQ7TM#H4MWXK7: whoever came with it takes a seat along. It is never sent to a server before a hello. */
export function shown_ticket(): string | undefined {
  return /^#(\w{5,9})$/.exec(globalThis.location?.hash ?? '')?.[1];
}

export function hello_to(code: string, screen: boolean, token: string): Hello {
  const ticket = screen ? undefined : shown_ticket();
  return { hello: 1, mend: true, token, ...(screen ? { screen } : { deal: true }), room: code, ...(ticket ? { ticket } : {}) };
}

function greet(early: WebSocket & Wire, hello: string): void {
  const missed: Event[] = [];
  early.missed = missed;
  early.onopen = () => early.send(hello);
  early.onmessage = early.onclose = (event: Event) => void missed.push(event);
}

/* Without a code there is no room yet to say hello to. */
export function ask_early(code?: string, screen = false): void {
  wire = open_socket(code);
  if (code) {
    said = JSON.stringify(hello_to(code, screen, token_for(code, screen)));
    greet(wire, said);
  }
  games = ask_games();
  /* Whoever takes it hears of a failure; nobody else needs to. */
  games.catch(() => undefined);
}

/* A connection on which nothing was said but this, if anything; or none. One that was shut with an answer tells why. */
export function early_socket(hello: string): Wire | undefined {
  const early = wire;
  const fits = said === undefined || said === hello;
  wire = said = undefined;
  if (!early) return undefined;
  if (fits && (early.readyState <= WebSocket.OPEN || (early.missed?.length ?? 0) > 1)) return early;
  early.onopen = early.onmessage = early.onclose = null;
  early.close();
  return undefined;
}

export function early_games(): Promise<GamesAnswer> | undefined {
  const early = games;
  games = undefined;
  return early;
}
