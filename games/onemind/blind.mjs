/* What somebody does next who plays by ear and keys (tests/e2e/blind.mjs). */
import { nonsense } from '../../tests/e2e/hands.mjs';
import { texts } from '../../tests/e2e/texts.mjs';

const say = texts('en');
/* The letter is in the sentence that says what to do. */
const letter = (r) => r.nodes.map((node) => /\bword with ([A-Z])\b/.exec(node.name)?.[1]).find(Boolean);
const button = (name) => (r) => r.has('button', name) && r.press('button', name);
const line = (name) => (r) => r.has('textbox', name) && !r.has('button', say('word.insist')) && r.write(name, nonsense(letter(r)));

export default {
  bots: 2,
  short: true,
  hears: [/word/, /match|Nobody/i],
  steps: [
    button(say('word.insist')),
    line(say('web.onemind.your_start')),
    line(say('web.onemind.your_word')),
    button(say('action.onemind.decline')),
    button(say('action.onemind.go_on')),
  ],
};
