import type { GameScreens } from '@kit';
import Levels from './Levels.svelte';
import Phone from './Phone.svelte';
import Result from './Result.svelte';

export default {
  phone: Phone,
  table: () => import('./Table.svelte'),
  result: Result,
  groups: [
    { key: 'way', options: ['mode', 'words', 'challenge'] },
    { key: 'timer', options: ['timer', 'sand', 'sand_grace', 'gentle', 'head_start', 'untimed_cards'] },
  ],
  fields: { challenge: Levels },
} satisfies GameScreens;
