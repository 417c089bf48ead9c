import type { GameScreens } from '@kit';
import Phone from './Phone.svelte';
import Table from './Table.svelte';

export default {
  phone: Phone,
  table: Table,
  groups: [
    { key: 'table', options: ['pictures', 'titles', 'track', 'browse'] },
    { key: 'time', options: ['browse_time', 'call_time', 'choose_time', 'reveal_time'] },
  ],
} satisfies GameScreens;
