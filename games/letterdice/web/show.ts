/* What is heard when something happens: a sound for everybody, a sentence for screen readers. */
import type { SoundName } from '@kit';
import type { GameFact } from './protocol.ts';
import type { LetterDice } from './view.ts';

const SOUNDS: Partial<Record<GameFact['is'], SoundName>> = {
  theme_rolled: 'dice', dice_thrown: 'dice', word_said: 'card', word_failed: 'wrong', claim_rejected: 'wrong', round_closed: 'end',
  round_reopened: 'turn',
};
const SPOKEN = new Set<GameFact['is']>([
  'round_began', 'middle_filled', 'theme_rolled', 'dice_thrown', 'word_said', 'part_counted', 'word_failed', 'tokens_paid', 'claim_rejected', 'seat_passed',
  'round_closed', 'round_reopened',
]);

/* When dice were thrown, on performance.now(): they tumble from then on. 0: they have been lying there. */
export interface Thrown {
  theme: number;
  dice: number;
}

/* A table screen has its own sounds, with its beats. */
export function tell_facts(game: LetterDice): void {
  game.onFacts((fact) => {
    if (SPOKEN.has(fact.is)) game.announce(game.tell(fact), fact.is === 'dice_thrown');
  });
}

/* Call while a phone's screen is set up. */
export function listen(game: LetterDice, thrown: Thrown): void {
  game.onFacts((fact, way) => {
    const sound = SOUNDS[fact.is];
    if (sound && !way.hurry) game.sound(sound);
    if (fact.is === 'theme_rolled') thrown.theme = way.hurry ? 0 : performance.now();
    if (fact.is === 'dice_thrown') thrown.dice = way.hurry ? 0 : performance.now();
    if (SPOKEN.has(fact.is)) game.announce(game.tell(fact), fact.is === 'dice_thrown');
    if (fact.is === 'dice_thrown') game.vibrate([60, 40, 60]);
  });
}
