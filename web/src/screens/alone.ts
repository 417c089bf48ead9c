/* One tap from the front page: sit down, fill the table with bots, start. What is refused on the way is said,
 * and the lobby is there to go on by hand.
 *
 * How hard it is follows the player: every win is a rung up, every defeat one down (GameCard.alone), so that about half of
 * the games are won. Only this device knows. */
import { card_of } from '../cards.ts';
import type { Orders, Result } from '../generated/protocol.ts';
import { catalog, shown_options } from '../lib/catalog.svelte.ts';
import { MARKS } from '../lib/marks.ts';
import { notices } from '../lib/notices.svelte.ts';
import { refusal_text, t } from '../lib/text.svelte.ts';
import { keep, kept } from '../net/keep.ts';
import type { Room } from '../net/room.svelte.ts';

/* Enough for a lively table, few enough to wait for. */
const COMPANY = 4;

function rung_of(game: string): number {
  const ladder = card_of(game)?.alone;
  const on = Number(kept(`alone.${game}`) ?? ladder?.first ?? 0);
  return Math.min(Math.max(0, on), (ladder?.rungs.length ?? 1) - 1);
}

/* A game with bots alone is over: the next one is harder or easier. */
export function climb(game: string, result: Result, seat: number): void {
  const won = result.outcome === 'won' || (result.outcome === 'ranked' && (result.winners?.includes(seat) ?? false));
  if (won || result.outcome === 'lost' || result.outcome === 'ranked') keep(`alone.${game}`, String(rung_of(game) + (won ? 1 : -1)));
}

export async function play_alone(room: Room, game: string): Promise<void> {
  await catalog.load();
  const spec = catalog.game(game);
  const [least, most] = spec?.seats ?? [COMPANY, COMPANY];
  const seats = Math.min(Math.max(COMPANY, least), most);
  const mark = Number(kept('mark') ?? 0);
  const { bots, options = {} } = card_of(game)?.alone.rungs[rung_of(game)] ?? { bots: 'normal' as const };
  const set = (option: string, value: string): Orders['set'] => ({ option, value });
  const steps = [
    () => room.act('sit', { name: kept('name') ?? t('alone.name'), mark: MARKS[mark] ? mark : 0 }),
    ...Array.from({ length: seats - 1 }, () => () => room.act('add_bot', { level: bots })),
    ...Object.entries(options).map(([option, value]) => () => room.act('set', set(option, value))),
    () => room.act('start'),
  ];
  for (const step of steps) {
    const outcome = await step();
    if (outcome.ok) continue;
    notices.refuse(refusal_text(outcome.refusal, game));
    return;
  }
  const level = [t(`bot.${bots}`), ...(spec ? shown_options(spec, card_of(game)?.shows?.(room.lobby?.options ?? {}) ?? [], room.lobby?.options ?? {}) : [])];
  notices.tell(t('alone.level', { level: level.join(' · ') }));
}
