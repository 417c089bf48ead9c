import type { GameCard } from '@kit';
import Emblem from './Emblem.svelte';

export default {
  emblem: Emblem,
  minutes: [5, 8],
  shows: () => ['level'],
  alone: {
    rungs: [
      { bots: 'sharp' },
      { bots: 'normal' },
      { bots: 'normal', options: { level: 'pros' } },
      { bots: 'normal', options: { level: 'one_mind' } },
      { bots: 'easy', options: { level: 'advanced' } },
      { bots: 'easy', options: { level: 'pros' } },
      { bots: 'easy', options: { level: 'champions' } },
      { bots: 'easy', options: { level: 'one_mind' } },
    ],
    first: 5,
  },
} satisfies GameCard;
