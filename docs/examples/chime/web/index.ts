import type { GameScreens } from '@kit';
import Phone from './Phone.svelte';

export default {
  phone: Phone,
  table: () => import('./Table.svelte'),
  groups: [{ key: 'time', options: ['think_time'] }],
} satisfies GameScreens;
