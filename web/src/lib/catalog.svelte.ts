/* The games this server has, from GET /api/games: asked once, again after a failure. */
import { ask_games, early_games } from '../net/early.ts';
import type { GameSpec, OptionSpec } from '../generated/protocol.ts';
import { has_text, refusal_text, t } from './text.svelte.ts';

class Catalog {
  games = $state.raw<GameSpec[]>([]);
  failed = $state(false);
  #asking: Promise<void> | undefined;

  load(): Promise<void> {
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async #ask(): Promise<void> {
    try {
      this.games = (await (early_games() ?? ask_games())).games;
      this.failed = false;
    } catch {
      this.failed = true;
      this.#asking = undefined;
    }
  }

  game(id: string | undefined): GameSpec | undefined {
    return this.games.find((game) => game.id === id);
  }
}

export const catalog = new Catalog();

/* An option's text: its own below the game, or one that all games share. */
export function option_key(game: string, option: OptionSpec): string {
  const own = `option.${game}.${option.name}`;
  return has_text(own) ? own : `option.${option.name}`;
}

/* What everybody should know of a game that is set up, as short phrases: "Difficulty: Pros". */
export function shown_options(game: GameSpec, names: readonly string[], values: Record<string, unknown>): string[] {
  const chosen = game.options.filter((option) => names.includes(option.name));
  return chosen.map((option) => option_text(game.id, option, values[option.name] ?? option.initial));
}

export const option_text = (game: string, option: OptionSpec, value: unknown) => t('option.is', { option: t(option_key(game, option)), value: option_value_text(game, option, value) });

export function option_value_text(game: string, option: OptionSpec, value: unknown): string {
  if (option.type === 'bool') return t(String(value) === 'true' ? 'option.on' : 'option.off');
  if (option.type === 'choice') return t(`${option_key(game, option)}.${value}`);
  return String(value);
}

/* Why a game cannot start: the number of people, or something of its own. */
export function problem_text(problem: { key: string; limit?: number }, game: string | undefined): string {
  const key = [`setup.${game}.${problem.key}`, `setup.${problem.key}`].find(has_text);
  return key ? t(key, { limit: problem.limit }) : refusal_text(problem, game);
}
