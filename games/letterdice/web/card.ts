import type { GameCard } from '@kit';
import Emblem from './Emblem.svelte';

export default {
  emblem: Emblem,
  minutes: [10, 20],
  shows: () => ['variant'],
  alone: { rungs: [{ bots: 'easy' }, { bots: 'normal' }, { bots: 'sharp' }], first: 0 },
} satisfies GameCard;
