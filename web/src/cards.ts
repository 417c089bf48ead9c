/* What the cards in the lobby show of each game: found in games/<id>/web/card.ts. They are small and come with
 * the lobby, so that it need not load the screens of every game. */
import type { GameCard } from './kit/types.ts';

const found = import.meta.glob<GameCard>('../../games/*/web/card.ts', { eager: true, import: 'default' });

export function card_of(id: string): GameCard | undefined {
  return found[`../../games/${id}/web/card.ts`];
}
