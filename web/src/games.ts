/* The screens of games: found in games/<id>/web/index.ts, loaded when they are needed. The shell knows no
 * game by name. */
import type { GameScreens } from './kit/types.ts';
import { breath } from './lib/soon.ts';

const found = import.meta.glob<{ default: GameScreens }>('../../games/*/web/index.ts');
const loaded = new Map<string, Promise<GameScreens | undefined>>();

export function screens_of(id: string): Promise<GameScreens | undefined> {
  let screens = loaded.get(id);
  if (!screens) {
    const load = found[`../../games/${id}/web/index.ts`];
    screens = load ? load().then((module) => breath().then(() => module.default)) : Promise.resolve(undefined);
    /* A failed load (no network) must not be remembered. */
    screens.catch(() => loaded.delete(id));
    loaded.set(id, screens);
  }
  return screens;
}

/* What is around a game's screen on a phone. */
export const play_screen = () => import('./screens/Play.svelte');
