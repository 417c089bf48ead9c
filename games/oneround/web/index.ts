import type { GameScreens } from '@kit';
import Phone from './Phone.svelte';
import Result from './Result.svelte';
import type { OneRound } from './view.ts';

export default {
  phone: Phone,
  table: () => import('./Table.svelte'),
  staged: true,
  teams: ((game: OneRound) =>
    game.view.table.teams.length > 1 ? game.view.table.teams.map(({ team, seats }) => ({ name: game.t(`choice.oneround.team.${team}`), seats })) : []) as GameScreens['teams'],
  result: Result,
  groups: [
    { key: 'way', options: ['mode', 'words', 'challenge'] },
    { key: 'timer', options: ['timer', 'sand', 'sand_grace', 'gentle', 'head_start', 'untimed_cards'] },
  ],
  fields: { challenge: () => import('./Levels.svelte') },
} satisfies GameScreens;
