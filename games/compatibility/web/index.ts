import type { GameScreens } from '@kit';
import Phone from './Phone.svelte';

export default {
  phone: Phone,
  table: () => import('./Table.svelte'),
  groups: [
    { key: 'table', options: ['pictures', 'titles', 'track', 'browse'] },
    { key: 'time', options: ['browse_time', 'call_time', 'choose_time', 'reveal_time'] },
  ],
} satisfies GameScreens;
