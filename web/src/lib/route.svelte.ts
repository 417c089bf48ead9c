/* Where we are: a path, and nothing else. The back button works because the browser keeps the history. */
import { plain_code } from '../net/keep.ts';

export type Route =
  | { at: 'home' }
  | { at: 'join' }
  /* `alone`: the game that somebody came to play with bots */
  | { at: 'new'; screen: boolean; alone?: string }
  | { at: 'room'; code: string; alone?: string }
  | { at: 'table'; code: string }
  | { at: 'rules'; game?: string };

export function parse_route(path: string, query = ''): Route {
  const [first = '', second = ''] = path.replace(/^\/+|\/+$/g, '').split('/').map(decodeURIComponent);
  const asked = new URLSearchParams(query);
  const code = plain_code(second);
  const game = asked.get('alone');
  const alone = game ? { alone: game } : {};
  switch (first.toLowerCase()) {
    case 'j':
      return code ? { at: 'room', code, ...alone } : { at: 'join' };
    case 't':
      return code ? { at: 'table', code } : { at: 'join' };
    case 'new':
      return { at: 'new', screen: asked.has('screen'), ...alone };
    case 'rules':
      return second ? { at: 'rules', game: second } : { at: 'rules' };
    default:
      return { at: 'home' };
  }
}

class Router {
  route = $state.raw<Route>({ at: 'home' });

  start(): void {
    const read = () => (this.route = parse_route(location.pathname, location.search));
    addEventListener('popstate', read);
    read();
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    const url = new URL(path, location.origin);
    this.route = parse_route(url.pathname, url.search);
    scrollTo(0, 0);
  }
}

export const router = new Router();

/* For links: a tap stays inside the app, a middle click opens a tab as usual. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}
