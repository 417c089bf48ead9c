/* Decks of one's own and the words of an evening: what needs no browser. */
import { describe, expect, it, vi } from 'vitest';
import { deck_file, entries_of, read_deck, some_of, write_deck } from '../src/lib/decks.ts';
import { link_id } from '../src/lib/links.ts';
import { veiled } from '../src/lib/veil.ts';
import { Draft, lines_of, parts_of, plain_text } from '../src/net/draft.ts';
import { keep } from '../src/net/keep.ts';
import { as_csv, as_text, Evening, heard_in, joined, veil_words } from '../src/net/evening.svelte.ts';

/* A server that keeps lines, as room/drafts.c does. */
function server() {
  let lines: string[] = [];
  const asked: Record<string, unknown>[] = [];
  return {
    asked,
    lose: () => (lines = ['other']),
    text: () => lines.join('\n'),
    async question(_: string, args: Record<string, unknown>) {
      asked.push(args);
      const { anew, of, from, cut, text } = args as { anew?: boolean; of: number; from: number; cut: number; text: string };
      if (anew) lines = [];
      if (of !== lines.length) return { told: 1, key: 'no_draft' };
      lines.splice(from, cut, ...text.split('\n').slice(0, -1));
      return { told: 1, deck: { lines: lines.length, entries: lines.length, cards: 1, wrong: 0, faults: 0, first: [] } };
    },
    act: async () => ({ ok: true as const }),
  };
}

describe('a draft', () => {
  it('sends what changed, and all of it again after a break', async () => {
    const it_is = server();
    const draft = new Draft(it_is as never, 'game', 'words');
    await draft.check('a\nb\nc');
    await draft.check('a\nB\nc');
    expect(it_is.text()).toBe('a\nB\nc');
    expect(it_is.asked.at(-1)).toMatchObject({ of: 3, from: 1, cut: 1, text: 'B\n' });
    it_is.lose();
    await draft.check('a\nB\nc\nd');
    expect(it_is.text()).toBe('a\nB\nc\nd');
  });
  it('waits where checks are asked for too fast, and loses nothing', async () => {
    vi.useFakeTimers();
    const it_is = server();
    let busy = 3;
    const question = (what: string, args: Record<string, unknown>) =>
      busy-- > 0 ? Promise.resolve({ told: 1, key: 'too_fast' }) : it_is.question(what, args);
    const checked = new Draft({ ...it_is, question } as never, 'game', 'words').check('a\nb');
    await vi.runAllTimersAsync();
    expect((await checked).report?.lines).toBe(2);
    expect(it_is.text()).toBe('a\nb');
    vi.useRealTimers();
  });
  it('goes in parts that a message can carry', () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `é${i} `.repeat(3));
    const parts = parts_of(lines);
    expect(parts.flat()).toEqual(lines);
    for (const part of parts) expect(new TextEncoder().encode(JSON.stringify(part.join('\n'))).length).toBeLessThan(8000);
  });
  it('carries no character that JSON cannot', () => {
    expect(plain_text('a\r\nb\0\ud800c\u{1f600}')).toBe('a\nb\uFFFD\uFFFDc\u{1f600}');
    expect(lines_of('x'.repeat(9000))[0]).toHaveLength(3000);
    expect(lines_of(`${'x'.repeat(2999)}🙂`)[0]).toBe('x'.repeat(2999));
  });
});

describe('the text of a deck', () => {
  it('is read and written as docs/decks.md says', () => {
    const file = deck_file(write_deck({ name: ' Our  deck ', language: 'de', body: '# us\nHund | more: x\n\nKatze' }), 'g', 'words');
    expect(read_deck(file)).toEqual({ name: 'Our deck', language: 'de', game: 'g', kind: 'words', body: '# us\nHund | more: x\n\nKatze' });
    expect(entries_of(read_deck(file).body)).toEqual(['Hund', 'Katze']);
  });
  it('travels by links, however they are pasted', () => {
    const id = '0123456789abcdef0123456789abcdef';
    for (const text of [id, `https://x.example/d/${id}`, ` http://1.2.3.4:8080/d/${id}?a=b `]) expect(link_id(text)).toBe(id);
    expect(link_id('https://x.example/j/KQ7TM')).toBe('');
  });
  it('is dealt without repetition', () => {
    expect(new Set(some_of([1, 2, 3, 4, 5], 5)).size).toBe(5);
  });
});

describe('the words of an evening', () => {
  const facts = [{ is: 'said', seat: 0, word: 'SEA' }, { is: 'stood', seat: 0, word: 'SEA' }, { is: 'laid', word: '=1+1' }, { is: 'other' }];
  const words = joined([], heard_in(facts, 2, 'g', () => 'Ann'));
  it('are there once', () => {
    expect(words).toEqual([{ number: 2, game: 'g', by: 'Ann', word: 'SEA' }, { number: 2, game: 'g', by: '', word: '=1+1' }]);
    expect(joined(words, words)).toEqual(words);
  });
  it('are not those in a hand, and one that was dealt is there until somebody says it', () => {
    const open = (word: string) => word !== 'DRAFT';
    const dealt = joined([], heard_in([{ is: 'written', word: 'DRAFT' }, { is: 'laid', word: 'Moon' }, { is: 'laid', word: 'Star' }] as never, 1, 'g', () => 'Ann', open));
    expect(dealt.map((one) => one.word)).toEqual(['Moon', 'Star']);
    expect(joined(dealt, heard_in([{ is: 'said', seat: 1, word: 'MOON' }, { is: 'stood', word: 'MOON' }] as never, 1, 'g', () => 'Ben'))).toEqual([
      { number: 1, game: 'g', by: '', word: 'Star' },
      { number: 1, game: 'g', by: 'Ben', word: 'MOON' },
    ]);
  });
  it('are veiled and seen again as the host wants it, one game at a time', () => {
    const veiled = veil_words(words, 2, ['sea']);
    expect(veiled.map((one) => one.veiled ?? false)).toEqual([true, false]);
    expect(veil_words(veiled, 3, [])).toEqual(veiled);
    expect(veil_words(veiled, 2, []).some((one) => one.veiled)).toBe(false);
  });
  it('stay veiled in a phone that was loaded anew, whatever the room tells by then', () => {
    keep('words.VEILS', JSON.stringify([{ number: 1, game: 'g', by: 'Ann', word: 'SEA', veiled: true }, { number: 1, game: 'g', by: 'Ben', word: 'SUN' }]));
    const room = { code: 'VEILS', online: false, on_facts: () => undefined, views: new Map() } as Record<string, unknown>;
    const evening = new Evening(room as never);
    const shown = () => {
      evening.follow();
      return evening.shown.map((one) => one.word);
    };
    /* Nothing has come yet. */
    expect(shown()).toEqual(['SUN']);
    /* The next game runs, or is over already and not a word of it was heard here. */
    Object.assign(room, { online: true, info: {}, table: { number: 2, game: 'g', over: false, seats: [] } });
    expect(shown()).toEqual(['SUN']);
    Object.assign(room, { table: undefined });
    expect(shown()).toEqual(['SUN']);
    /* In a lobby another one may still be veiled, in its own game seen again. */
    Object.assign(room, { info: { veiled: ['sun'] } });
    expect(shown()).toEqual([]);
    Object.assign(room, { info: {}, table: { number: 1, game: 'g', over: false, seats: [] } });
    expect(shown()).toEqual(['SEA', 'SUN']);
  });
  it('are saved as text, and as a table that calculates nothing', () => {
    expect(as_text(words, (n, game) => `${n} ${game}`)).toBe('2 g\nSEA  (Ann)\n=1+1\n');
    expect(as_csv(words, ['n', 'game', 'who', 'word'], () => 'A, "B"')).toBe(`n,game,who,word\r\n2,"A, ""B""",Ann,SEA\r\n2,"A, ""B""",,'=1+1\r\n`);
  });
});

it('a veiled word is nowhere in what is shown', () => {
  const view = { table: { cards: [{ word: 'Ouch', seat: 1 }, { word: 'SEA' }] }, n: 3, on: true };
  expect(veiled(view, ['OUCH'])).toEqual({ table: { cards: [{ word: '▒▒▒▒', seat: 1 }, { word: 'SEA' }] }, n: 3, on: true });
});
