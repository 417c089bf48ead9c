/* What a page surely needs from the server, asked for before the app has arrived: the way to the server and
 * back is the longest part of a phone's wait. Each is taken once; whoever comes later asks anew. */
let wire: WebSocket | undefined;
let games: Promise<Response> | undefined;

export function open_socket(): WebSocket {
  const address = new URL('/ws', location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address);
}

export function ask_games(): Promise<Response> {
  return fetch('/api/games');
}

export function ask_early(): void {
  wire = open_socket();
  games = ask_games();
  /* Whoever takes it hears of a failure; nobody else needs to. */
  games.catch(() => undefined);
}

/* A connection that is still of use, or none. */
export function early_socket(): WebSocket | undefined {
  const early = wire;
  wire = undefined;
  return early && early.readyState <= WebSocket.OPEN ? early : undefined;
}

export function early_games(): Promise<Response> | undefined {
  const early = games;
  games = undefined;
  return early;
}
