/* A whole game of two who match in every round; each first writes a word that nobody is ever shown.
 *
 *     const secrets = await play_matching(p);          p: a party at a table of One Mind
 */
import { ballot, vote, write } from './games.mjs';
import { phase, play_on, push } from './party.mjs';
import { heard, known } from './people.mjs';
import { texts } from './texts.mjs';

const english = texts('en');
const seat = (one) => Math.max(...one.views.keys());
const over = (one) => known(one).result;

function initial(one) {
  const { round, letters, rows } = known(one).table;
  const letter = round === 0 ? letters?.[seat(one)] : rows[round].token;
  return letter === '?' ? 'W' : (letter ?? 'W');
}

export async function play_matching(p) {
  const [ann, ben] = p.guests;
  const secrets = [];
  await write(ann, `${initial(ann)}OLUXIP`);
  await write(ben, `${initial(ben)}OBAFFUN`);
  for (const one of p.guests) {
    await phase(one, 'look');
    await push(one, english('action.onemind.go_on'), () => known(one).can.includes('go_on'));
  }
  for (let round = 1; !over(ann); round++) {
    await Promise.all(p.guests.map((one) => heard(one, (view) => view.table.round === round && view.phase.name === 'write', 'no next round')));
    const secret = `${initial(ann)}OHIDDEN${'ABCDEF'[round]}`;
    const match = `${initial(ann)}OMATCHI${'ABCDEF'[round]}`;
    secrets.push(secret);
    await write(ann, secret);
    await push(ann, english('web.onemind.change'));
    await write(ann, match);
    await write(ben, match);
    const done = () => over(ann) || known(ann).table.round > round;
    await play_on(p, async (one, view) => {
      const open = ballot(one);
      if (open && ![...open.yes, ...open.no].includes(seat(one))) return vote(one, false).then(() => true);
      for (const what of ['decline', 'go_on'])
        if (view.can?.includes(what)) return push(one, english(`action.onemind.${what}`), () => known(one).can.includes(what) && !done());
      return false;
    }, done);
  }
  return secrets;
}
