/* Contact sheets: every scene of every picture deck, forty to a sheet, at the size of a thumb and larger.
 *
 * usage: sheets.mjs FOLDER [SET…]          without a set: all of games/<id>/scenes
 */
import { mkdirSync, readFileSync, readdirSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { open_browser } from './browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [folder, ...sets] = process.argv.slice(2);
const SIZES = { small: [150, 8], large: [380, 5] };

const { module } = await runnerImport(join(root, 'web/plugins/scenes/scene.ts'));
const icons = JSON.parse(readFileSync(join(root, 'node_modules/@iconify-json/fluent-emoji-flat/icons.json'), 'utf8')).icons;

function scenes(path) {
  const lines = readFileSync(path, 'utf8').split('\n').filter((line) => line.trim() && !line.startsWith('#'));
  return lines.map((line) => module.read_recipe(line)).map((recipe) => ({ id: recipe.id, svg: module.svg_of(module.draw_scene(recipe, icons)) }));
}

const files = readdirSync(join(root, 'games')).map((game) => join(root, 'games', game, 'scenes')).filter(existsSync)
  .flatMap((one) => readdirSync(one).map((name) => join(one, name))).filter((path) => !sets.length || sets.includes(basename(path, '.txt')));
mkdirSync(folder, { recursive: true });
const browser = await open_browser();
try {
  for (const path of files) {
    const all = scenes(path);
    for (const [label, [size, columns]] of Object.entries(SIZES)) {
      const page = await browser.newPage({ viewport: { width: columns * (size + 10) + 10, height: 200 } });
      await page.setContent(`<body style="margin:5px;background:#e9e2d6;font:10px sans-serif;display:flex;flex-wrap:wrap">
        ${all.map(({ id, svg }, at) => `<figure style="margin:5px;width:${size}px">${svg}<figcaption>${at + 1} ${id}</figcaption></figure>`).join('')}</body>`);
      await page.screenshot({ path: join(folder, `scenes-${basename(path, '.txt')}-${label}.png`), fullPage: true });
      await page.close();
    }
  }
  console.log(`unisono: contact sheets of ${files.length} decks in ${folder}/`);
} finally {
  await browser.close();
}
