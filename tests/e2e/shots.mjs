/* Pictures of every screen of the shell into a folder: phones at 390 by 844 and 320 by 568, the table screen at
 * 1920 by 1080, by day and by night.
 *
 * usage: shots.mjs UNISONO FOLDER
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open_browser } from './browser.mjs';
import { start_server } from './server.mjs';
import { tour } from './tour.mjs';

const [program, folder] = process.argv.slice(2);
const server = await start_server(program);
const browser = await open_browser();
const rounds = [
  { label: 'day', dark: false },
  { label: 'night', dark: true },
  { label: 'small', dark: false, size: { width: 320, height: 568 } },
];
mkdirSync(folder, { recursive: true });
let count = 0;
try {
  for (const { label, ...options } of rounds) {
    for await (const { name, page } of tour(browser, server.url, options)) {
      await page.screenshot({ path: join(folder, `${name}-${label}.png`) });
      count++;
    }
  }
  console.log(`unisono: ${count} pictures in ${folder}/`);
} finally {
  await browser.close();
  await server.stop();
}
