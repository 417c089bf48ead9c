/* What somebody does next who plays by ear and keys (tests/e2e/blind.mjs). */
import { texts } from '../../tests/e2e/texts.mjs';

const say = texts('en');
const button = (name) => (r) => r.has('button', name) && r.press('button', name);
const off = (node) => String(node.pressed) === 'false';

export default {
  bots: 3,
  options: { track: 'short', reveal_time: 0 },
  hears: [/theme/i, /place 1/],
  steps: [
    (r) => r.has('group', say('web.compatibility.call.ask')) && r.press('button', '4'),
    button(say('action.compatibility.choose')),
    /* Pictures have titles, and say whether they are chosen. */
    async (r) => {
      const free = r.has('region', say('web.compatibility.gallery')) ? r.all('button').filter((one) => off(one) && one.name !== say('web.compatibility.double.offer')) : [];
      return free.length > 0 && r.press('button', free[Math.floor(free.length / 3)].name, { key: 'Space' });
    },
    button(say('action.compatibility.go_on')),
  ],
};
