import type { GameScreens } from '@kit';
import Emblem from './Emblem.svelte';
import Phone from './Phone.svelte';
import Table from './Table.svelte';

export default {
  phone: Phone,
  table: Table,
  emblem: Emblem,
  minutes: [30, 45],
  groups: [
    { key: 'table', options: ['pictures', 'track', 'browse'] },
    { key: 'time', options: ['browse_time', 'call_time', 'choose_time', 'reveal_time'] },
  ],
} satisfies GameScreens;
