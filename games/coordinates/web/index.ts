import type { GameScreens } from '@kit';
import Phone from './Phone.svelte';
import type { Coordinates } from './view.ts';

export default {
  phone: Phone,
  table: () => import('./Table.svelte'),
  staged: true,
  teams: ((game: Coordinates) => game.view.teams?.map(({ seats }, team) => ({ name: game.t(`team.${team}`), seats })) ?? []) as GameScreens['teams'],
  groups: [{ key: 'time', options: ['place_time', 'guess_time', 'team_time', 'count_time'] }],
} satisfies GameScreens;
