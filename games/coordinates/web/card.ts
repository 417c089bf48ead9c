import type { GameCard } from '@kit';
import Emblem from './Emblem.svelte';

export default { emblem: Emblem, minutes: [25, 40] } satisfies GameCard;
