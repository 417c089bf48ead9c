import type { GameScreens } from '@kit';
import Phone from './Phone.svelte';

export default {
  phone: Phone,
  table: () => import('./Table.svelte'),
  staged: true,
  groups: [
    { key: 'variant', options: ['variant', 'theme_card'] },
    { key: 'time', options: ['objection_time', 'throw_time', 'play_time'] },
  ],
} satisfies GameScreens;
