/* What all tests of One Round? in the browser share: the server, the browser, and what people do at a table. */
import { tells_number, write } from '../../tests/e2e/games.mjs';
import { opened } from '../../tests/e2e/opened.mjs';
import { leaks, mark, phase, prepared, push } from '../../tests/e2e/party.mjs';
import { anyone, heard, known } from '../../tests/e2e/people.mjs';
import { texts } from '../../tests/e2e/texts.mjs';

export const { server, browser } = await opened();

export const english = texts('en');
/* Levels that tests like: ten cards; one life and ten cards; one life and eight cards; a timer of twelve seconds. */
export const TEN = 14;
export const ONE_LIFE = 32;
export const EIGHT = 60;
export const QUICK_SAND = 28;
export const NO_TIMER = { timer: false };
export const table = (order, house = server) => prepared(browser, house.url, { game: 'oneround', ...order, options: { vote_time: 120, ...order.options } });
export const seat = (one) => Math.max(...one.views.keys());
export const over = (one) => known(one).result;
export const hand = (one, say = english) => one.page.getByRole('region', { name: say('web.oneround.your_card') });
export const gap_buttons = (one, say = english) => one.page.getByRole('list', { name: say('web.oneround.gaps') }).getByRole('button');

/* No two clues are alike. They are real words: bots object to others, as people would. */
const CLUES = `VELVET LANTERN MARBLE SATCHEL VINEGAR WHISTLE GRAVEL HARVEST JACKET KETTLE LEMONADE NEEDLE ORCHARD QUARRY RIBBON SADDLE
  TEMPLE TURNIP WALNUT YOGHURT ZIPPER BARREL DONKEY FEATHER GARLIC HELMET MITTEN NAPKIN BUTTON COTTAGE DIAMOND FOUNTAIN GLACIER
  HAMMOCK JEWEL LIZARD MAGNET NOODLE OYSTER PYRAMID RADISH SANDAL THISTLE VALLEY WAGON`.split(/\s+/);
let words = 0;
export const clue = () => CLUES[words++ % CLUES.length];

/* Who has to turn the timer does; tells who then holds the card, and what it is. */
export async function draw(p, say = english) {
  const from = new Map(p.all.map((one) => [one, mark(one)]));
  const turner = await anyone(p.guests, (view, one) => view.can?.includes('turn_timer') && one, 'nobody turns the timer');
  await push(turner, say(known(turner).turn.timed ? 'action.oneround.turn_timer' : 'web.oneround.deal'));
  const tipster = await anyone(p.guests, (view, one) => view.me?.card !== undefined && one, 'nobody has the card');
  return { tipster, ...known(tipster).me, from };
}

/* T-3: nobody but who holds the card was told it, in no section and no fact. */
export function kept_secret(t, p, { card, from }, holders) {
  for (const one of p.all.filter((each) => !holders.includes(each))) {
    for (const word of ['"card":', 'card_seen', 'card_taken']) t.deepEqual(leaks(one, word, from.get(one)), [], 'the card was told');
    /* Small numbers are also seats, gaps and lives. */
    if (card > 16) t.deepEqual(tells_number(one, card, from.get(one)).filter((path) => !path.includes('challenge')), [], 'the number of the card was told');
  }
}

export function point(one, gap, say = english, at = seat(one)) {
  return push(one, gap_buttons(one, say).nth(gap), () => known(one, at).can.includes('point'));
}

export async function guess(one, gap, say = english, at = seat(one)) {
  await heard(one, () => known(one, at).can?.includes('point'), 'nothing to guess');
  await point(one, gap, say, at);
  await push(one, say('action.oneround.lock'), () => known(one, at).can.includes('lock'));
}

export const another_gap = (one, gap, besides = -1) => known(one).table.circle.findIndex((_, index) => index !== gap && index !== besides);
export const guessers = (p) => heard(p.host, (view) => view.turn?.guessers?.length && view.turn.guessers).then((seats) => p.guests.filter((one) => seats.includes(seat(one))));

/* One card from the draw to the guess, where one person guesses. */
export async function play_card(t, p, { right = true, say = english, word = clue() } = {}) {
  const drawn = await draw(p, say);
  kept_secret(t, p, drawn, [drawn.tipster]);
  await write(drawn.tipster, word, say);
  await phase(p.host, 'guess');
  const [guesser] = await guessers(p);
  await guess(guesser, right ? drawn.gap : another_gap(guesser, drawn.gap), say);
  return { ...drawn, guesser };
}

export async function end(t, p) {
  t.deepEqual(p.complaints(), []);
  await p.close();
}
