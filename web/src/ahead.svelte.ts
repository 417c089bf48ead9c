/* What the first frame of a running game needs: its screens with their words, and whatever the game itself knows it
 * will need (GameCard.ahead). Asked for side by side, as soon as the room tells of the game. */
import { card_of } from './cards.ts';
import { screens_of, stage_of } from './games.ts';
import type { Room } from './net/room.svelte.ts';

/* Call while a screen is set up. */
export function look_ahead(room: Room): void {
  let seen: number | undefined;
  $effect(() => {
    const { table } = room;
    const [view] = room.views.values();
    if (!table || !view || table.number === seen) return;
    seen = table.number;
    void (room.screen ? stage_of(table.game) : screens_of(table.game)).catch(() => undefined);
    card_of(table.game)?.ahead?.(view);
  });
}
