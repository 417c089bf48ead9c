/* Draws the PNG icons from public/icon.svg: node web/icons.mjs. Run it after changing the drawing. */
import { readFileSync } from 'node:fs';
import { open_browser } from '../tests/e2e/browser.mjs';

const here = (path) => new URL(path, import.meta.url).pathname;
const svg = readFileSync(here('public/icon.svg'), 'utf8');
const browser = await open_browser();
for (const size of [180, 192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  /* Icons that the system masks itself must fill the square. */
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px}</style>${svg.replace('rx="112"', '')}`);
  await page.screenshot({ path: here(`public/icon-${size}.png`) });
}
await browser.close();
