/* The screens, each a file of its own that comes when somebody goes there. The first script asks for the one of the
 * page's path while the app is still on its way. */
import type { Route } from './lib/paths.ts';

export const screen_files = {
  home: () => import('./screens/Home.svelte'),
  room: () => import('./screens/RoomScreen.svelte'),
  table: () => import('./screens/TableScreen.svelte'),
  tv: () => import('./tv/TvScreen.svelte'),
  rules: () => import('./screens/RulesList.svelte'),
  console: () => import('./console/Console.svelte'),
  privacy: () => import('./screens/Privacy.svelte'),
  replay: () => import('./replay/ReplayScreen.svelte'),
};

export function screen_of(route: Route): keyof typeof screen_files {
  switch (route.at) {
    case 'room':
    case 'table':
    case 'tv':
    case 'rules':
    case 'console':
    case 'privacy':
    case 'replay':
      return route.at;
    case 'new':
      return route.screen ? 'table' : 'room';
    default:
      return 'home';
  }
}
