import type { GameScreens } from '@kit';
import Phone from './Phone.svelte';

export default {
  phone: Phone,
  table: () => import('./Table.svelte'),
  groups: [{ key: 'time', options: ['place_time', 'guess_time', 'team_time', 'count_time'] }],
} satisfies GameScreens;
