/* A server and a browser for a file of tests; both are closed when all of them are done.
 *
 *     const { server, browser } = await opened(['--opening', '0']);    flags of the server
 */
import { open_browser } from './browser.mjs';
import { start_server } from './server.mjs';
import { at_end } from './tap.mjs';

export async function opened(flags = []) {
  const server = await start_server(process.argv[2], flags);
  const browser = await open_browser();
  at_end(() => browser.close());
  at_end(() => server.stop());
  return { server, browser };
}
