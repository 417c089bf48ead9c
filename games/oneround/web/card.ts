import type { GameCard } from '@kit';
import Emblem from './Emblem.svelte';

export default {
  emblem: Emblem,
  minutes: [10, 40],
  shows: (options) => ['mode', options['words'] === 'challenge' ? 'challenge' : 'words'],
  alone: {
    rungs: [{ bots: 'sharp' }, { bots: 'sharp', options: { challenge: '5' } }, { bots: 'normal' }, { bots: 'normal', options: { challenge: '5' } }, { bots: 'easy' }],
    first: 2,
  },
} satisfies GameCard;
