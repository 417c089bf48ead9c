/* The screens behind the front door, each a file of its own that comes when somebody goes there. The first
 * script asks for the one of the page's path while the app is still on its way. */
import type { Route } from './lib/paths.ts';

export const screen_files = {
  room: () => import('./screens/RoomScreen.svelte'),
  table: () => import('./screens/TableScreen.svelte'),
  rules: () => import('./screens/RulesList.svelte'),
};

/* Which of them a route needs; the front door itself is part of the app. */
export function screen_of(route: Route): keyof typeof screen_files | undefined {
  switch (route.at) {
    case 'room':
    case 'table':
    case 'rules':
      return route.at;
    case 'new':
      return route.screen ? 'table' : 'room';
    default:
      return undefined;
  }
}
