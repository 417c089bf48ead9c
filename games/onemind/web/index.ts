import type { GameScreens } from '@kit';
import Emblem from './Emblem.svelte';
import Phone from './Phone.svelte';
import Result from './Result.svelte';
import Table from './Table.svelte';

export default {
  phone: Phone,
  table: Table,
  emblem: Emblem,
  result: Result,
  minutes: [20, 30],
  groups: [
    { key: 'difficulty', options: ['level'] },
    { key: 'variants', options: ['free', 'letters_only', 'no_animals'] },
  ],
} satisfies GameScreens;
