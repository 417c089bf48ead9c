/* What is heard when something happens: a sound for everybody, a sentence for screen readers. */
import type { SoundName } from '@kit';
import type { GameFact } from './protocol.ts';
import type { Compatibility } from './view.ts';

const SOUNDS: Partial<Record<GameFact['is'], SoundName>> = {
  number_called: 'turn', theme_turned: 'card', seat_finished: 'ready', double_announced: 'vote', position_turned: 'card',
  agreed: 'match', pawn_moved: 'gem',
};
const SPOKEN = new Set<GameFact['is']>([
  'round_began', 'role_passed', 'number_called', 'theme_turned', 'double_announced', 'double_shown', 'card_revealed', 'agreed', 'pawn_moved',
  'round_voided', 'double_kept', 'themes_reshuffled',
]);

/* A table screen has its own sounds, with its beats. */
export function tell_facts(game: Compatibility): void {
  game.onFacts((fact) => {
    if (SPOKEN.has(fact.is)) game.announce(game.tell(fact), fact.is === 'double_announced');
  });
}

/* Call while a phone's screen is set up. */
export function listen(game: Compatibility): void {
  game.onFacts(async (fact, way) => {
    const sound = SOUNDS[fact.is];
    if (sound && !way.hurry) game.sound(sound);
    if (SPOKEN.has(fact.is)) game.announce(game.tell(fact), fact.is === 'double_announced');
    if (fact.is === 'agreed') await way.pause(350);
  });
}
