/* What a screen does with facts: words for screen readers, and on a phone sounds. Content comes from the view. */
import type { GameFact } from './protocol.ts';
import type { OneMind } from './view.ts';

const SPOKEN = new Set<GameFact['is']>([
  'letter_tossed', 'question_tossed', 'start_laid', 'word_read', 'card_joined', 'match_claimed', 'card_returned', 'word_struck', 'word_cleared',
  'match_made', 'gems_taken', 'earlier_claimed', 'card_moved', 'earlier_refused',
]);

/* A table screen has its own sounds, with its beats. */
export function tell_facts(game: OneMind): void {
  game.onFacts((fact) => {
    if (SPOKEN.has(fact.is)) game.announce(game.tell(fact));
  });
}

/* `toss` is told when a token has been thrown. */
export function follow_facts(game: OneMind, toss: () => void): void {
  game.onFacts(async (fact, way) => {
    if (SPOKEN.has(fact.is)) game.announce(game.tell(fact));
    switch (fact.is) {
      case 'letter_tossed':
      case 'question_tossed':
        toss();
        game.sound('dice');
        break;
      case 'seat_finished':
        game.sound('ready');
        break;
      case 'start_laid':
      case 'word_read':
        game.sound('card');
        await way.pause(120);
        break;
      case 'card_joined':
      case 'card_moved':
        game.sound('match');
        await way.pause(250);
        break;
      case 'gems_taken':
        game.sound('gem');
        await way.pause(180);
        break;
      case 'word_struck':
        game.sound('wrong');
        break;
    }
  });
}
