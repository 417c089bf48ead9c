/* Where we are: a path, and nothing else. The back button works because the browser keeps the history. */
import { parse_route, type Route } from './paths.ts';

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
