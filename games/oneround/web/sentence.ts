/* What to do now, for this seat: the sentence of the phase, or a truer one for who sits here. */
import { gaps, team_of, type OneRound } from './view.ts';

export function sentence(game: OneRound): string | undefined {
  const { turn, me, table } = game.view;
  const phase = game.phase.name;
  const own = (key: string, args?: Record<string, unknown>) => game.t(`now.${key}`, args);

  if (game.over) return own('over');
  if (turn && game.phase.absent?.length) return game.t('waits', { names: game.names(game.phase.absent) });
  if (phase === 'words') return me?.start === undefined && game.seat >= 0 ? own('words_done') : undefined;
  if (!turn) return undefined;
  const tipster = game.name(turn.tipster);
  if (phase === 'turn') {
    if (turn.deciding) return own(turn.turner === game.seat && game.seat >= 0 ? 'duel_dealer' : 'duel', { a: tipster, b: game.name(turn.rival ?? -1) });
    if (!turn.timed && turn.turner !== undefined) return own(turn.turner === game.seat ? 'dealer' : 'deal', { name: game.name(turn.turner), tipster });
    if (turn.turner === game.seat && game.seat >= 0) return own('turner', { name: tipster });
    if (turn.tipster === game.seat && turn.turner !== undefined) return own('tipster', { name: game.name(turn.turner) });
    return turn.turner === undefined ? undefined : own('turn', { name: game.name(turn.turner), tipster });
  }
  if (phase === 'guess' || phase === 'steal') {
    if (turn.guessers?.includes(game.seat)) return undefined;
    if (turn.silent?.includes(game.seat)) return own('silent');
    const team = team_of(game.view, turn.guessers?.[0] ?? -1)?.team;
    if (game.seat >= 0 && team && team !== 'all') return own('other_team', { team: game.t(`choice.oneround.team.${team}`) });
    return undefined;
  }
  if (me?.card === undefined) return undefined;
  const gap = gaps(table.circle)[me.gap ?? 0];
  return gap && !game.shared ? own(phase === 'grace' ? 'hurry' : 'link', { from: gap.from.word, to: gap.to.word }) : undefined;
}
