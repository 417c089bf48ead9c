/* The stage's rhythm and sizes, without a page. */
import { describe, expect, test } from 'vitest';
import { FactQueue } from '../src/kit/facts.ts';
import { Beats, type Script } from '../src/stage/beats.svelte.ts';
import { fit_grid, fit_line } from '../src/stage/fit.ts';

type Told = { is: 'read'; seat: number } | { is: 'joined'; seat: number } | { is: 'other' };

/* Everything that was waited for, in order; nothing passes until the test says so. */
function stage(script: (log: string[]) => Script<Told>, calm = false) {
  const log: string[] = [];
  let arrive: (facts: Told[]) => void = () => undefined;
  const beats = new Beats<Told>({ onArrival: (listener) => (arrive = listener) }, script(log), { calm: () => calm, hidden: () => false });
  return { beats, log, arrive: (...facts: Told[]) => arrive(facts) };
}

const drama = (log: string[]): Script<Told> => ({
  read: async (fact, beat) => {
    log.push(`slide ${fact.seat}`);
    await beat.wait('slide', 20);
    beat.tell();
    log.push(`turn ${fact.seat}`);
    await beat.wait('turn', 20);
  },
  joined: async (fact, beat) => {
    await beat.wait('fly', 20);
    log.push(`thud ${fact.seat}`);
  },
});

const settled = async (beats: Beats<Told>) => {
  while (beats.busy) await new Promise((done) => setTimeout(done, 2));
};

describe('beats', () => {
  test('facts are told one after the other, and what is not told is held back', async () => {
    const { beats, log, arrive } = stage(drama);
    arrive({ is: 'read', seat: 1 }, { is: 'joined', seat: 2 }, { is: 'other' });
    expect(beats.untold('read', (fact) => fact.seat === 1)).toBe(true);
    expect(beats.untold('read', (fact) => fact.seat === 3)).toBe(false);
    expect(beats.untold('joined')).toBe(true);
    expect(beats.untold('other')).toBe(false);
    expect(beats.now).toBe('slide');
    await settled(beats);
    expect(log).toEqual(['slide 1', 'turn 1', 'thud 2']);
    expect(beats.untold('joined')).toBe(false);
    expect(beats.now).toBe('');
  });

  test('a fact is told from its impact on, not from its end', async () => {
    const { beats, log, arrive } = stage(drama);
    arrive({ is: 'read', seat: 1 });
    while (!log.includes('turn 1')) await new Promise((done) => setTimeout(done, 1));
    expect(beats.untold('read')).toBe(false);
    expect(beats.busy).toBe(true);
    await settled(beats);
  });

  test('reduced motion tells the same facts at once', async () => {
    const { beats, log, arrive } = stage(drama, true);
    arrive({ is: 'read', seat: 1 }, { is: 'joined', seat: 2 });
    for (let i = 0; i < 20; i++) await Promise.resolve();
    expect(log).toEqual(['slide 1', 'turn 1', 'thud 2']);
    expect(beats.busy).toBe(false);
  });

  test('who skips sees the end, and the next drama takes its time again', async () => {
    const slow = (log: string[]): Script<Told> => ({ read: async (fact, beat) => (await beat.wait('long', 1_000_000), log.push(`${fact.seat}`), undefined) });
    const { beats, log, arrive } = stage(slow);
    arrive({ is: 'read', seat: 1 }, { is: 'read', seat: 2 });
    expect(beats.now).toBe('long');
    beats.skip();
    await settled(beats);
    expect(log).toEqual(['1', '2']);
    arrive({ is: 'read', seat: 3 });
    await new Promise((done) => setTimeout(done, 5));
    expect(beats.now).toBe('long');
    beats.end();
  });

  test('a fact can wait for a later one, and is told in any case when all is told', async () => {
    const seen: boolean[] = [];
    const { beats, arrive } = stage(() => ({
      read: (_fact, beat) => beat.later(),
      joined: (fact, beat) => {
        seen.push(beats.untold('read'));
        if (fact.seat === 2) beat.tell('read');
        seen.push(beats.untold('read'));
      },
    }));
    arrive({ is: 'read', seat: 1 }, { is: 'joined', seat: 2 });
    await settled(beats);
    arrive({ is: 'read', seat: 1 }, { is: 'joined', seat: 3 });
    await settled(beats);
    expect(seen).toEqual([true, false, true, true]);
    expect(beats.untold('read')).toBe(false);
  });

  test('a script that fails holds nothing back', async () => {
    const complain = console.error;
    console.error = () => undefined;
    const { beats, arrive } = stage(() => ({ read: () => Promise.reject(new Error('on purpose')) }));
    arrive({ is: 'read', seat: 1 });
    await settled(beats);
    console.error = complain;
    expect(beats.untold('read')).toBe(false);
  });

  test('with nothing to tell, skipping changes nothing', () => {
    const queue = new FactQueue(() => undefined, () => false);
    queue.skip();
    const seen: boolean[] = [];
    const next = new FactQueue((_fact, way) => void seen.push(way.hurry), () => false);
    next.skip();
    next.add([{ is: 'a' }]);
    expect(seen).toEqual([false]);
  });
});

describe('sizes', () => {
  const measure = (text: string) => text.length * 0.65;
  const box = { width: 1764, height: 640 };
  const fit = (words: string[], more = {}) => fit_grid(words, box, { unit: 10, measure, ...more });

  test('few short words are as large as words get, 160 pixels at 1080p', () => {
    expect(fit(['OAK', 'SEA']).size).toBe(160);
  });

  test.each([2, 3, 4, 5, 6, 7, 8, 12])('%i words of ten letters fit, and no smaller than 72 pixels', (count) => {
    const { size, columns, rows } = fit(Array.from({ length: count }, () => 'WONDERLAND'));
    expect(columns * rows).toBeGreaterThanOrEqual(count);
    expect(size).toBeGreaterThanOrEqual(72);
    expect(columns * size * (measure('WONDERLAND') + 1.1) + (columns - 1) * size * 0.35).toBeLessThanOrEqual(box.width + 1);
    expect(rows * size * 1.5 + (rows - 1) * size * 0.35).toBeLessThanOrEqual(box.height + 1);
  });

  test('the longest word decides for all', () => {
    const short = fit(['OAK', 'SEA', 'SUN', 'ICE', 'FIG', 'ELM']).size;
    expect(fit(['OAK', 'SEA', 'SUN', 'ICE', 'FIG', 'RECHTSSCHUTZVERSICHERUNG']).size).toBeLessThan(short);
  });

  test('a line shrinks to its box, but not below what can be read', () => {
    const line = (text: string, width: number) => fit_line(text, width, { unit: 10, most: 6.4, least: 4, measure });
    expect(line('Ann reads', 1000)).toBe(64);
    expect(line('x'.repeat(30), 975)).toBeCloseTo(50);
    expect(line('x'.repeat(300), 975)).toBe(40);
  });
});
