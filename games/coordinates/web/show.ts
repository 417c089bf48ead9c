/* What is heard when something happens: a sound for everybody, a sentence for screen readers. */
import type { SoundName } from '@kit';
import type { GameFact } from './protocol.ts';
import type { Truth } from './truth.svelte.ts';
import type { Coordinates } from './view.ts';

const SOUNDS: Partial<Record<GameFact['is'], SoundName>> = {
  round_began: 'card', seat_confirmed: 'ready', seat_voted: 'ready', number_proposed: 'tap', seat_agreed: 'ready', team_voted: 'vote',
  token_revealed: 'card', word_guessed: 'match', team_guessed: 'gem',
};
const SPOKEN = new Set<GameFact['is']>([
  'round_began', 'reference_laid', 'criterion_laid', 'number_proposed', 'number_lifted', 'team_voted', 'token_revealed', 'word_guessed',
  'team_guessed',
]);

/* A table screen has its own sounds, with its beats. */
export function tell_facts(game: Coordinates): void {
  game.onFacts((fact) => {
    if (SPOKEN.has(fact.is)) game.announce(game.tell(fact));
  });
}

/* Call while a phone's screen is set up. Whatever comes after a token is heard when it is told what it was. */
export function listen(game: Coordinates, truth: Truth): void {
  game.onFacts(async (fact, way) => {
    const sound = SOUNDS[fact.is];
    if (sound && !way.hurry) game.sound(sound);
    if (fact.is === 'token_revealed') await truth.told();
    if (SPOKEN.has(fact.is)) game.announce(game.tell(fact));
  });
}
