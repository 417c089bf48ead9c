import type { GameScreens } from '@kit';
import Phone from './Phone.svelte';
import type { Compatibility } from './view.ts';

export default {
  phone: Phone,
  table: () => import('./Table.svelte'),
  staged: true,
  /* Partners win together. */
  teams: ((game: Compatibility) => (game.view.table.mode === 'pairs' ? game.view.table.pawns.map(({ seats }) => ({ name: game.names(seats), seats, people: true })) : [])) as GameScreens['teams'],
  groups: [
    { key: 'table', options: ['pictures', 'titles', 'track', 'browse'] },
    { key: 'time', options: ['browse_time', 'call_time', 'choose_time', 'reveal_time'] },
  ],
} satisfies GameScreens;
