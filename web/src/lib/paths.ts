/* What a path means. No reactive parts: the first script needs it. */
import { plain_code } from '../net/keep.ts';

export type Route =
  | { at: 'home' }
  | { at: 'join' }
  /* `alone`: the game that somebody came to play with bots */
  | { at: 'new'; screen: boolean; alone?: string }
  | { at: 'room'; code: string; alone?: string }
  | { at: 'table'; code: string }
  /* a television that waits for a table */
  | { at: 'tv' }
  /* somebody was sent a link to a deck */
  | { at: 'deck'; link: string }
  | { at: 'rules'; game?: string }
  /* of whoever runs the server */
  | { at: 'console' }
  | { at: 'privacy' }
  /* a finished game on its stage again */
  | { at: 'replay'; address: string };

/* Somebody may have typed a per cent sign that stands for nothing. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function parse_route(path: string, query = ''): Route {
  const [first = '', second = ''] = path.replace(/^\/+|\/+$/g, '').split('/').map(plain);
  const asked = new URLSearchParams(query);
  const code = plain_code(second);
  const game = asked.get('alone');
  const alone = game ? { alone: game } : {};
  switch (first.toLowerCase()) {
    case 'j':
      return code ? { at: 'room', code, ...alone } : { at: 'join' };
    case 't':
      return code ? { at: 'table', code } : { at: 'join' };
    case 'tv':
      return { at: 'tv' };
    case 'new':
      return { at: 'new', screen: asked.has('screen'), ...alone };
    case 'd':
      return { at: 'deck', link: second };
    case 'admin':
      return { at: 'console' };
    case 'privacy':
      return { at: 'privacy' };
    case 'r':
      return { at: 'replay', address: second.replace(/[^0-9a-f]/g, '') };
    case 'rules':
      return second ? { at: 'rules', game: second } : { at: 'rules' };
    default:
      return { at: 'home' };
  }
}
