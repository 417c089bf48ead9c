import type { GameScreens } from '@kit';
import Phone from './Phone.svelte';
import Table from './Table.svelte';

export default {
  phone: Phone,
  table: Table,
  groups: [{ key: 'time', options: ['think_time'] }],
} satisfies GameScreens;
