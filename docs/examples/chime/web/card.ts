import type { GameCard } from '@kit';
import Emblem from './Emblem.svelte';

export default {
  emblem: Emblem,
  minutes: [2, 5],
  alone: { rungs: [{ bots: 'easy' }, { bots: 'normal' }, { bots: 'sharp' }], first: 1 },
} satisfies GameCard;
