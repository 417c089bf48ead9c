import type { GameCard } from '@kit';
import Emblem from './Emblem.svelte';

export default { emblem: Emblem, minutes: [15, 30], shows: (options) => ['mode', options['words'] === 'challenge' ? 'challenge' : 'words'] } satisfies GameCard;
