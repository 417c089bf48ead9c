/* What a path means. No reactive parts: the first script needs it. */
import { plain_code } from '../net/keep.ts';

export type Route =
  | { at: 'home' }
  | { at: 'join' }
  | { at: 'new'; screen: boolean; bots: boolean }
  | { at: 'room'; code: string; bots: boolean }
  | { at: 'table'; code: string }
  | { at: 'rules'; game?: string };

export function parse_route(path: string, query = ''): Route {
  const [first = '', second = ''] = path.replace(/^\/+|\/+$/g, '').split('/').map(decodeURIComponent);
  const asked = new URLSearchParams(query);
  const code = plain_code(second);
  switch (first.toLowerCase()) {
    case 'j':
      return code ? { at: 'room', code, bots: asked.has('bots') } : { at: 'join' };
    case 't':
      return code ? { at: 'table', code } : { at: 'join' };
    case 'new':
      return { at: 'new', screen: asked.has('screen'), bots: asked.has('bots') };
    case 'rules':
      return second ? { at: 'rules', game: second } : { at: 'rules' };
    default:
      return { at: 'home' };
  }
}
