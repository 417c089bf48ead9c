/* What somebody does next who plays by ear and keys (tests/e2e/blind.mjs). */
import { nonsense } from '../../tests/e2e/hands.mjs';
import { texts } from '../../tests/e2e/texts.mjs';

const say = texts('en');
const button = (name) => (r) => r.has('button', name) && r.press('button', name);
const LINE = say('web.letterdice.say.label');
/* The letter is in the sentence that says what to do; black has none. */
const letter = (r) => r.nodes.map((node) => /A word with ([A-Z])\b/.exec(node.name)?.[1]).find(Boolean);
let tried = 0;

export default {
  bots: 2,
  hears: [/A word with [A-Z]: |Black!/],
  steps: [
    button(say('action.letterdice.roll_theme')),
    button(say('action.letterdice.throw_dice')),
    button(say('word.insist')),
    /* A word or two; then nothing comes to mind. */
    (r) => r.has('textbox', LINE) && tried < 2 && ++tried && r.write(LINE, nonsense(letter(r))),
    async (r) => {
      if (!r.has('textbox', LINE) || !r.all('textbox', LINE)[0].value) return false;
      await r.go('textbox', LINE);
      await r.key('Control+A');
      await r.key('Delete');
      return true;
    },
    button(say('action.letterdice.pass')),
    button(say('action.letterdice.agree')),
  ],
};
