/* One tap from the front page: sit down, fill the table with bots, start. What is refused on the way is said,
 * and the lobby is there to go on by hand. */
import { catalog } from '../lib/catalog.svelte.ts';
import { MARKS } from '../lib/marks.ts';
import { notices } from '../lib/notices.svelte.ts';
import { refusal_text, t } from '../lib/text.svelte.ts';
import { kept } from '../net/keep.ts';
import type { Room } from '../net/room.svelte.ts';

/* Enough for a lively table, few enough to wait for. */
const COMPANY = 4;

export async function play_alone(room: Room, game: string): Promise<void> {
  await catalog.load();
  const [least, most] = catalog.game(game)?.seats ?? [COMPANY, COMPANY];
  const seats = Math.min(Math.max(COMPANY, least), most);
  const mark = Number(kept('mark') ?? 0);
  const steps = [
    () => room.act('sit', { name: kept('name') ?? t('alone.name'), mark: MARKS[mark] ? mark : 0 }),
    ...Array.from({ length: seats - 1 }, () => () => room.act('add_bot', { level: 'normal' })),
    () => room.act('start'),
  ];
  for (const step of steps) {
    const outcome = await step();
    if (outcome.ok) continue;
    notices.refuse(refusal_text(outcome.refusal, game));
    return;
  }
}
