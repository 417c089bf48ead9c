/* The levels of a pack in the lobby are those of the server's deck, and their stars do not mix. */
import { expect, test } from 'vitest';
import { chapters, levels_before } from './levels.ts';

const packs = ['everyday', 'children', 'office', 'after_dark', 'classroom', 'classroom_b1', 'wild'];

test.each(['en', 'de', 'fr'])('every pack has its levels in %s', async (language) => {
  for (const pack of packs) {
    const levels = (await chapters(language, pack)).flatMap((chapter) => chapter.levels);
    expect(levels.length).toBe(pack === 'everyday' ? 96 : 12);
    for (const level of levels) expect(level.words.length).toBe(3);
  }
});

test('OR-22: the stars of packs are kept one after the other', () => {
  expect(packs.map(levels_before)).toEqual([0, 96, 108, 120, 132, 144, 156]);
});
