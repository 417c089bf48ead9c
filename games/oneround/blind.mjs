/* What somebody does next who plays by ear and keys (tests/e2e/blind.mjs). */
import { clue } from '../../tests/e2e/hands.mjs';
import { texts } from '../../tests/e2e/texts.mjs';

const say = texts('en');
const button = (name) => (r) => r.has('button', name) && r.press('button', name);
/* A gap tells its two numbers and words. */
const GAP = /^\d+ .+ \d+ /;
const pressed = (node) => String(node.pressed) === 'true';

export default {
  bots: 2,
  hears: [/Tipster/, /Right|Wrong|right|wrong/],
  steps: [
    button(say('word.insist')),
    (r) => r.has('textbox') && r.write(/./, clue()),
    button(say('action.oneround.turn_timer')),
    button(say('web.oneround.deal')),
    button(say('action.oneround.lock')),
    button(say('action.oneround.decide')),
    (r) => r.has('button', GAP) && !r.all('button', GAP).some(pressed) && r.press('button', GAP),
  ],
};
