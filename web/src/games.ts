/* The screens of games: found in games/<id>/web/index.ts, loaded when they are needed. The shell knows no
 * game by name. */
import type { GameScreens } from './kit/types.ts';
import { breath } from './lib/soon.ts';
import { load_game_texts, with_texts } from './lib/text.svelte.ts';

const found = import.meta.glob<{ default: GameScreens }>('../../games/*/web/index.ts');
const loaded = new Map<string, Promise<GameScreens | undefined>>();

async function load(id: string): Promise<GameScreens | undefined> {
  const file = found[`../../games/${id}/web/index.ts`];
  if (!file) return undefined;
  const [screens] = await Promise.all([file(), load_game_texts(id)]);
  await breath(); /* it has just been read; showing it is as much work again */
  return screens.default;
}

/* Each once; but a failed load (no network) must not be remembered. */
function remembered<Found>(all: Map<string, Promise<Found>>, id: string, find: (id: string) => Promise<Found>): Promise<Found> {
  let one = all.get(id);
  if (!one) {
    one = find(id);
    one.catch(() => all.delete(id));
    all.set(id, one);
  }
  return one;
}

/* The screens of a game and what they say. */
export const screens_of = (id: string) => remembered(loaded, id, load);

/* The stage beside a hand, in a wide window. */
export const beside_screen = () => import('./opening/Beside.svelte');

/* What comes before its first second. */
export const opening_screen = () => with_texts(import('./opening/Opening.svelte'));

/* The table screen of a game, and what the shell wants to know of it. */
export interface Staged {
  screens: GameScreens;
  Table: Awaited<ReturnType<GameScreens['table']>>['default'];
}

const stages = new Map<string, Promise<Staged | undefined>>();

async function load_stage(id: string): Promise<Staged | undefined> {
  const screens = await screens_of(id);
  if (!screens) return undefined;
  const [{ default: Table }] = await Promise.all([screens.table(), load_game_texts('stage'), load_game_texts('more')]);
  await breath();
  return { screens, Table };
}

export const stage_of = (id: string) => remembered(stages, id, load_stage);

/* The same for somebody who looks on in a wide window. */
export const table_of = (id: string) => () => stage_of(id).then((stage) => ({ default: stage!.Table }));

/* How it ended. */
export const result_panel = () => with_texts(import('./kit/ResultPanel.svelte'));

/* What is around a game's screen on a phone. */
export const play_screen = () => import('./screens/Play.svelte');
