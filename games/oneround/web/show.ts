/* What a screen does with facts: words for screen readers, and on a phone sounds. Content comes from the view. */
import type { GameFact } from './protocol.ts';
import type { OneRound } from './view.ts';

const SPOKEN = new Set<GameFact['is']>([
  'start_written', 'start_drawn', 'tipster_named', 'duel_began', 'clue_given', 'gap_chosen', 'nothing_chosen', 'guess_judged', 'steal_offered',
  'steal_judged', 'life_lost', 'life_won', 'card_placed', 'card_discarded', 'table_waits',
  'table_went_on', 'word_due', 'word_free',
]);

/* A table screen has its own sounds, with its beats. */
export function tell_facts(game: OneRound): void {
  game.onFacts((fact) => {
    if (SPOKEN.has(fact.is)) game.announce(game.tell(fact));
  });
}

export function follow_facts(game: OneRound): void {
  game.onFacts(async (fact, way) => {
    if (SPOKEN.has(fact.is)) game.announce(game.tell(fact));
    switch (fact.is) {
      case 'start_written':
      case 'clue_given':
        game.sound('card');
        break;
      case 'word_due':
        game.sound('turn');
        if (!game.table) game.vibrate([60, 60, 60]);
        break;
      case 'seat_locked':
        game.sound('ready');
        break;
      case 'guess_judged':
      case 'steal_judged':
        await way.pause(250);
        game.sound(fact.right ? 'right' : 'wrong');
        if (!game.table) game.vibrate(fact.right ? [40, 40, 80] : 220);
        await way.pause(500);
        break;
      case 'life_won':
        game.sound('match');
        break;
      case 'card_placed':
        game.sound('card');
        break;
      case 'card_discarded':
        game.sound('end');
        break;
    }
  });
}
