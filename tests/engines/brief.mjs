/* One whole game on WebKit, as the table screen and as the phone of the host, in TAP: the part of `make engines` that
 * `make test` has the time for. It is the last game by the alphabet; the others are played there.
 *
 * usage: brief.mjs UNISONO
 */
import { readdirSync } from 'node:fs';
import { open_browser } from '../e2e/browser.mjs';
import { start_server } from '../e2e/server.mjs';
import { at_end, run, test } from '../e2e/tap.mjs';
import { engines } from './all.mjs';
import { open_house, play } from './play.mjs';

const server = await start_server(process.argv[2]);
const today = await open_browser();
const house = await open_house(engines(['webkit'])[0], today, server.url);
at_end(() => server.stop());
at_end(() => today.close());
at_end(() => house.close());

const games = readdirSync(new URL('../../games/', import.meta.url), { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name).sort();
/* As long as meson lets it: a game is as slow as the machine. */
test('a whole game on WebKit', () => play(house, games.at(-1)), 1_700_000);

await run([]);
