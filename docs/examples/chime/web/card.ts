import type { GameCard } from '@kit';
import Emblem from './Emblem.svelte';

export default { emblem: Emblem, minutes: [2, 5] } satisfies GameCard;
