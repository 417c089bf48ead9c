import type { CoreSections, GameScreens } from '@kit';
import Phone from './Phone.svelte';
import Table from './Table.svelte';
import { may_talk, type View } from './view.ts';

export default {
  phone: Phone,
  table: Table,
  groups: [{ key: 'time', options: ['place_time', 'guess_time', 'team_time', 'count_time'] }],
  talk: (view: CoreSections, seat: number) => may_talk(view as Partial<View>, seat),
} satisfies GameScreens;
