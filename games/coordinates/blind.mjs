/* What somebody does next who plays by ear and keys (tests/e2e/blind.mjs). */
import { texts } from '../../tests/e2e/texts.mjs';

const say = texts('en');
const button = (name) => (r) => r.has('button', name) && r.press('button', name);
const off = (node) => String(node.pressed) === 'false';
const ON_TOKEN = /’s token/;

export default {
  bots: 3,
  hears: [/My token: -?\d+ across, -?\d+ up/, /Number \d+ on/],
  steps: [
    button(say('action.coordinates.confirm')),
    async (r) => {
      if (!r.has('application') || !(await r.go('application', /./))) return false;
      for (const key of ['Shift+ArrowUp', 'Shift+ArrowUp', 'ArrowRight', 'Shift+ArrowLeft']) await r.key(key);
      return true;
    },
    button(say('action.coordinates.guess')),
    button(say('action.coordinates.agree')),
    /* A chip that lies nowhere, onto a token without one. */
    async (r) => {
      const [token] = r.all('button', new RegExp(say('web.coordinates.no_number')));
      const chip = r.all('button', /^\d+ \S/).find((one) => off(one) && !ON_TOKEN.test(one.name));
      return token && chip && (await r.press('button', chip.name)) && r.press('button', token.name, { key: 'Space' });
    },
    button(say('action.coordinates.go_on')),
  ],
};
