/* The scenes of the picture decks: every recipe becomes one small, harmless drawing that is like no other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decks_of, draw_deck, load_deck, read_deck, SCENE_FILES, type PictureFile } from '../plugins/pictures.ts';
import { figure_poses } from '../plugins/scenes/figures.ts';
import { draw_scene, read_recipe } from '../plugins/scenes/scene.ts';
import { LANGUAGES } from '../plugins/strings.ts';

const root = join(import.meta.dirname, '../..');
const KIB = 1024;

interface Loaded {
  name: string;
  src?: string;
  body: string;
  title: Record<string, string>;
  keywords: Record<string, string>;
}

const deck_text = (key: string, language: string) => readFileSync(join(root, 'games', key.replace('/', '/decks/') + `.${language}.txt`), 'utf8');
/* Each deck is drawn once for all tests. */
const decks = new Map<string, Map<string, string>>();
function drawn(key: string): Map<string, string> {
  if (!decks.has(key)) decks.set(key, draw_deck(root, key));
  return decks.get(key)!;
}
const scenes = decks_of(root).filter((key) => read_deck(deck_text(key, 'en')).scenes);

test('there are six decks of forty scenes, and the older decks of icons', () => {
  expect(scenes.length).toBeGreaterThanOrEqual(6);
  for (const key of scenes) expect(drawn(key).size, key).toBe(40);
  expect(decks_of(root).length - scenes.length).toBe(4);
});

test.each(scenes)('%s: every scene is small, and nothing but a drawing', (key) => {
  for (const [name, svg] of drawn(key)) {
    expect(gzipSync(svg).length, name).toBeLessThanOrEqual(12 * KIB);
    expect(svg, name).not.toMatch(/<(?!\/?(?:svg|defs|linearGradient|radialGradient|stop|clipPath|path|circle|ellipse|rect|g)\b)/);
    expect(svg, name).not.toMatch(/\bon\w+=|href=|style=|NaN|undefined|Infinity/);
  }
});

test('no two scenes are alike, and none shares a name with another', () => {
  const recipes = new Map<string, string>();
  const names = new Set<string>();
  const ids = new Set<string>();
  for (const key of scenes) {
    for (const [name, svg] of drawn(key)) {
      expect(names.has(name), name).toBe(false);
      names.add(name);
      for (const [, id] of svg.matchAll(/\bid="([^"]+)"/g)) {
        expect(ids.has(id!), id).toBe(false);
        ids.add(id!);
      }
      const plain = svg.replaceAll(name, '');
      expect(recipes.get(plain), name).toBeUndefined();
      recipes.set(plain, name);
    }
  }
});

/* What a scene shows, besides where and in which light: not the same things in two of them. */
test('no two scenes show the same things', () => {
  const seen = new Map<string, string>();
  for (const key of scenes) {
    const set = read_deck(deck_text(key, 'en')).scenes!;
    const lines = readFileSync(join(root, 'games', key.split('/')[0]!, 'scenes', `${set}.txt`), 'utf8').split('\n');
    for (const line of lines.filter((one) => one && !one.startsWith('#'))) {
      const { id, things } = read_recipe(line);
      const what = things.map((thing) => thing.name).sort().join(' ');
      expect(seen.get(what), id).toBeUndefined();
      seen.set(what, id);
    }
  }
});

test('people are in most of the scenes', () => {
  for (const key of scenes) {
    const set = read_deck(deck_text(key, 'en')).scenes!;
    const text = readFileSync(join(root, 'games', key.split('/')[0]!, 'scenes', `${set}.txt`), 'utf8');
    const peopled = text.split('\n').filter((line) => figure_poses.some((pose) => new RegExp(`; ${pose}(:\\w+)? `).test(line)));
    expect(peopled.length, key).toBeGreaterThanOrEqual(30);
  }
});

test.each(scenes)('%s: a title and seven or eight keywords in every language, no title twice', (key) => {
  for (const language of LANGUAGES) {
    const { entries } = read_deck(deck_text(key, language));
    expect(new Set(entries.map(({ title }) => title)).size).toBe(40);
    for (const { icon, title, keywords } of entries) {
      expect(title.length, icon).toBeGreaterThan(0);
      expect(title.length, icon).toBeLessThanOrEqual(40);
      expect(new Set(keywords.map((word) => word.toLowerCase())).size, `${icon} ${language}`).toBe(keywords.length);
      expect([7, 8], `${icon} ${language}`).toContain(keywords.length);
    }
  }
});

test('a scene is a file of its own with a name that tells what is in it; together they are small', () => {
  const files: PictureFile[] = [];
  for (const key of scenes) {
    const pictures = load_deck(root, key, (file) => files.push(file)) as Loaded[];
    for (const [at, one] of pictures.entries()) {
      const file = files[files.length - pictures.length + at]!;
      expect(one.src).toBe('/' + file.name);
      expect(file.name).toMatch(new RegExp(`^${SCENE_FILES}[a-z]+-${one.name}-[\\w-]{8}\\.svg$`));
      expect(one.body).toContain(`href="${one.src}"`);
    }
  }
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
  const all = files.reduce((sum, { svg }) => sum + gzipSync(svg).length, 0);
  expect(all).toBeLessThan(2 * KIB * KIB);
});

test('a recipe that cannot be drawn says why', () => {
  const refuses = (text: string, why: RegExp) => expect(() => draw_scene(read_recipe(text), {})).toThrow(why);
  refuses('a scene', /name: mood ground/);
  refuses('x: gloomy hills; stand 50,90 40', /no mood gloomy/);
  refuses('x: night swamp; stand 50,90 40', /no ground swamp/);
  refuses('x: night hills; stand', /where it stands/);
  refuses('x: night hills; stand:beige 50,90 40', /no paint beige/);
  refuses('x: night hills; stand 50,90 40 upside', /no upside/);
  refuses('x: night hills; rain 50,90 40', /fills the air/);
  refuses('x: night hills; zeppelin 50,90 40', /no thing zeppelin/);
});

test('the same recipe is the same picture wherever it is built', () => {
  const recipe = read_recipe('lamp-post: night street; stars; streetlamp 30,90 60; walk:coral 60,92 40');
  expect(draw_scene(recipe, {})).toBe(draw_scene(recipe, {}));
  expect(draw_scene({ ...recipe, id: 'other' }, {})).not.toBe(draw_scene(recipe, {}));
});
