import decks from 'virtual:pictures';
import type { GameCard } from '@kit';
import Emblem from './Emblem.svelte';
import type { View } from './view.ts';

export default {
  emblem: Emblem,
  minutes: [30, 45],
  shows: () => ['track', 'pictures'],
  ahead: (view) => void decks[`compatibility/${(view as Partial<View>).table?.pictures}`]?.().catch(() => undefined),
} satisfies GameCard;
