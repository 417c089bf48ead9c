/* The slip of a vote (T-7), as phones and the table screen show it: who asks and why, the votes as they come, and for a
 * moment what came out.
 *
 *     await slips_say(p.all, { grounds: 'Ben objects.', question, votes: { Ben: 'yes', Cleo: undefined } });
 *     const told = results_say(p.all, text);           ask before the last vote: a result passes
 *     await vote(cleo, true);
 *     await told;
 */
import { texts } from './texts.mjs';

const english = texts('en');

export const slip = (one) => one.page.getByRole('region', { name: english('vote.title') });

/* How somebody has voted, on this screen: 'yes', 'no', or undefined while it is open. */
const line = (one, name, how) =>
  slip(one).getByRole('listitem').filter({ has: one.page.getByRole('img', { name, exact: true }) }).getByText(how ? english(`vote.${how}`) : '…', { exact: true });

export async function votes_are(all, votes) {
  for (const one of all) for (const [name, how] of Object.entries(votes)) await line(one, name, how).waitFor();
}

export async function slips_say(all, { grounds, question, votes }) {
  for (const one of all) {
    await slip(one).getByText(grounds, { exact: true }).waitFor();
    await slip(one).getByRole('heading', { name: question }).waitFor();
  }
  await votes_are(all, votes);
}

/* A table screen says it in its headline, a phone on a slip of its own. */
const result = (one, text) =>
  one.page.locator('.headline').or(one.page.getByRole('status', { name: english('vote.result') })).getByText(text).first();

export function results_say(all, text) {
  return Promise.all(all.map((one) => result(one, text).waitFor()));
}

export function results_pass(all, text) {
  return Promise.all(all.map((one) => result(one, text).waitFor({ state: 'detached' })));
}
