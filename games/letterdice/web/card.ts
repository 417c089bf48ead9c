import type { GameCard } from '@kit';
import Emblem from './Emblem.svelte';

export default { emblem: Emblem, minutes: [20, 30], shows: () => ['variant'] } satisfies GameCard;
