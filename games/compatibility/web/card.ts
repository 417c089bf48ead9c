import decks from 'virtual:pictures';
import type { GameCard } from '@kit';
import Emblem from './Emblem.svelte';
import type { View } from './view.ts';

export default {
  emblem: Emblem,
  minutes: [10, 20],
  shows: () => ['track', 'pictures'],
  alone: { rungs: [{ bots: 'easy' }, { bots: 'normal' }, { bots: 'sharp' }], first: 2 },
  ahead: (view) => void decks[`compatibility/${(view as Partial<View>).table?.pictures}`]?.().catch(() => undefined),
} satisfies GameCard;
