import type { GameScreens } from '@kit';
import Phone from './Phone.svelte';
import Result from './Result.svelte';

export default {
  phone: Phone,
  table: () => import('./Table.svelte'),
  staged: true,
  result: Result,
  groups: [
    { key: 'difficulty', options: ['level'] },
    { key: 'variants', options: ['free', 'letters_only', 'no_animals', 'mixed'] },
    { key: 'pace', options: ['reading_pace', 'check_time', 'write_time'] },
  ],
} satisfies GameScreens;
