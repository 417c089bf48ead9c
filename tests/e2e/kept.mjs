/* What a whole game leaves behind: its page, picture and text, as anybody with the link gets them.
 *
 *     await leaves_a_page(t, p, server.url, { secrets: ['HIDDEN'] });        p: a party whose game is over
 */
import { until } from './people.mjs';

export async function leaves_a_page(t, p, url, { secrets = [] } = {}) {
  const address_of = (one) => one.room.table?.keepsake;
  for (const one of p.all) await until(() => address_of(one), 'nobody was told of the keepsake');
  const address = address_of(p.guests[0]);
  t.deepEqual(new Set(p.all.map(address_of)), new Set([address]), 'everybody is told the same');
  const names = p.guests[0].room.people.filter((one) => one.seat >= 0).map((one) => one.name);
  for (const [form, begins] of [['', '<!doctype html>'], ['.svg', '<?xml'], ['.txt', '']]) {
    for (const lang of ['en', 'de', 'fr']) {
      const answer = await fetch(`${url}/k/${address}${form}?lang=${lang}`);
      const text = await answer.text();
      t.equal(answer.status, 200);
      t.ok(text.startsWith(begins));
      for (const name of names) t.ok(text.includes(name), `${name} is in ${form || 'the page'}`);
      for (const secret of secrets) t.ok(!text.includes(secret), `a secret is in ${form || 'the page'}`);
      t.ok(!/\{\w+\}|keep\.\w/.test(text.replace(/<script.*?<\/script>|<style.*?<\/style>/gs, '')), 'every sentence is one');
    }
    const nameless = await (await fetch(`${url}/k/${address}${form}?names=0`)).text();
    for (const name of names) t.ok(!nameless.includes(`>${name}<`) && !nameless.includes(`${name}: `), 'names are optional');
  }
  t.equal((await fetch(`${url}/k/${address.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}`)).status, 404);
}
