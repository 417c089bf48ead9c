import type { GameScreens } from '@kit';
import Levels from './Levels.svelte';
import Phone from './Phone.svelte';
import Result from './Result.svelte';
import Table from './Table.svelte';
import { may_talk, type View } from './view.ts';

export default {
  phone: Phone,
  table: Table,
  result: Result,
  groups: [
    { key: 'way', options: ['mode', 'words', 'challenge'] },
    { key: 'timer', options: ['timer', 'sand', 'sand_grace', 'gentle', 'head_start', 'untimed_cards'] },
  ],
  fields: { challenge: Levels },
  talk: (view, seat) => may_talk(view as unknown as View, seat),
} satisfies GameScreens;
