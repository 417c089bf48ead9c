/* How a game ended, in a few words: for phones and for the stage. Who plays in a team wins as a team. */
import { list, t, t_first } from '../lib/text.svelte.ts';
import type { Game, TeamOf } from './types.ts';

export function ending_title(game: Game<object>, teams: readonly TeamOf[] = []): string {
  const outcome = game.result?.outcome ?? 'abandoned';
  if (outcome !== 'ranked') return t_first([`result.${game.id}.${outcome}`, `result.${outcome}`]);
  const winners = game.result?.winners ?? [];
  const sides = teams.filter(({ seats }) => seats.length && seats.every((seat) => winners.includes(seat)));
  if (sides.length && sides.reduce((sum, side) => sum + side.seats.length, 0) === winners.length) {
    if (sides.length > 1) return t('result.shared', { names: list(sides.map((side) => side.name)) });
    return t(sides[0]!.people ? 'result.winners' : 'result.winner', { names: sides[0]!.name });
  }
  return t(winners.length > 1 ? 'result.shared' : 'result.winner', { names: game.names(winners) });
}
