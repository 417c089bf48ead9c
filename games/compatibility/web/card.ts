import type { GameCard } from '@kit';
import Emblem from './Emblem.svelte';

export default { emblem: Emblem, minutes: [30, 45] } satisfies GameCard;
