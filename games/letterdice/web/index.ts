import type { GameScreens } from '@kit';
import Emblem from './Emblem.svelte';
import Phone from './Phone.svelte';
import Table from './Table.svelte';

export default {
  phone: Phone,
  table: Table,
  emblem: Emblem,
  minutes: [20, 30],
  groups: [
    { key: 'variant', options: ['variant', 'theme_card'] },
    { key: 'time', options: ['objection_time', 'throw_time', 'play_time'] },
  ],
} satisfies GameScreens;
