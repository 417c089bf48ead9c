/* Facts in order, texts, routes, rules pages, recordings. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { markdown } from '../plugins/rules.ts';
import { parse_strings } from '../plugins/strings.ts';
import { FactQueue } from '../src/kit/facts.ts';
import { SeatGame } from '../src/kit/game.svelte.ts';
import { tell } from '../src/kit/telling.ts';
import text_files from 'virtual:strings';
import { keep } from '../src/net/keep.ts';
import { once } from '../src/lib/once.ts';
import { kept_theme } from '../src/lib/theme.ts';
import { fill, has_text, list, load_game_texts, load_language, refusal_text, t, t_in, use_texts } from '../src/lib/text.svelte.ts';
import { parse_route } from '../src/lib/paths.ts';
import { parse_golden } from '../stories/golden.ts';

const root = join(import.meta.dirname, '../..');

describe('facts', () => {
  test('the next fact waits for the one before', async () => {
    const seen: string[] = [];
    let release = () => undefined as void;
    const queue = new FactQueue(async (fact) => {
      seen.push(fact.is);
      if (fact.is === 'a') await new Promise<void>((done) => (release = done));
    }, () => false);
    queue.add([{ is: 'a' }, { is: 'b' }]);
    expect(seen).toEqual(['a']);
    release();
    await new Promise((done) => setTimeout(done));
    expect(seen).toEqual(['a', 'b']);
  });

  test('a heap of facts is hurried through, and an error stops nothing', async () => {
    const seen: boolean[] = [];
    const error = console.error;
    console.error = () => undefined;
    const queue = new FactQueue(async (_fact, way) => {
      seen.push(way.hurry);
      await way.pause(1_000_000);
      if (seen.length === 2) throw new Error('on purpose');
    }, () => false);
    queue.add(Array.from({ length: 40 }, () => ({ is: 'x' })));
    await new Promise((done) => setTimeout(done, 5));
    console.error = error;
    expect(seen.length).toBeGreaterThan(10);
    expect(seen[0]).toBe(true);
    queue.end();
  });
});

describe('texts', () => {
  test('places, forms by number, and French zero', () => {
    expect(fill('{n} {n|card|cards}', { n: 1 }, 'en')).toBe('1 card');
    expect(fill('{n} {n|card|cards}', { n: 0 }, 'en')).toBe('0 cards');
    expect(fill('{n|carte|cartes}', { n: 0 }, 'fr')).toBe('carte');
    expect(fill('{name} and {other}', { name: 'Ann' })).toBe('Ann and {other}');
  });

  test('a refusal of the game goes before a shared one', () => {
    use_texts({ 'refusal.g.shares': 'own {word}', 'refusal.shares': 'shared', 'refusal.unknown': 'no' });
    expect(refusal_text({ key: 'shares', args: { word: 'SUN' } }, 'g')).toBe('own SUN');
    expect(refusal_text({ key: 'shares' })).toBe('shared');
    expect(refusal_text({ key: 'else' })).toBe('no');
  });

  test('a refusal names the word the other one comes from', () => {
    use_texts({
      'refusal.word_stem': 'family', 'refusal.word_stem.from': '{word} comes from {with}', 'refusal.word_stem.into': '{with} comes from {word}',
      'refusal.word_stem.both': '{word} and {with} come from {root}', 'refusal.unknown': 'no',
    });
    const stem = (word: string, other: string, root?: string) => refusal_text({ key: 'word_stem', args: { word, with: other, ...(root ? { root } : {}) } }, 'g');
    expect(stem('MEETING', 'MEET', 'MEET')).toBe('MEETING comes from MEET');
    expect(stem('MEET', 'MEETING', 'MEET')).toBe('MEETING comes from MEET');
    expect(stem('FARMER', 'FARMING', 'FARM')).toBe('FARMER and FARMING come from FARM');
    expect(stem('FOAL', 'FILLY')).toBe('family');
    expect(refusal_text({ key: 'else', args: { word: 'A', with: 'B', root: 'B' } })).toBe('no');
  });

  test('a fact becomes a sentence: seats by name, choices by their text', () => {
    use_texts({ 'fact.g.card_joined': '{seat} joins with {word}: {why}.', 'choice.g.why.vote': 'agreed' });
    expect(tell('g', { is: 'card_joined', seat: 1, word: 'SEA', why: 'vote' }, (seat) => ['Ann', 'Ben'][seat]!)).toBe('Ben joins with SEA: agreed.');
  });

  test('lists speak the language', () => {
    use_texts({ 'list.and': 'und' }, 'de');
    expect(list(['Ann', 'Ben', 'Cleo'])).toBe('Ann, Ben und Cleo');
    use_texts({ 'list.and': 'et' }, 'fr');
    expect([list([]), list(['Ann']), list(['Ann', 'Ben'])]).toEqual(['', 'Ann', 'Ann et Ben']);
  });
});

test('what belongs to the table is said in its language', async () => {
  use_texts({ seats: 'Wer mitspielt' }, 'de');
  expect(t_in('de', 'seats')).toBe('Wer mitspielt');
  expect(t_in('fr', 'seats')).toBe('Wer mitspielt');
  await vi.waitFor(() => expect(t_in('fr', 'seats')).toBe('Autour de la table'));
});

test('what only the screens of a game say comes with them, and follows the language', async () => {
  const game = Object.keys(text_files).find((name) => name.startsWith('en/') && !/^en\/(more|host|stage)$/.test(name))!.slice(3);
  const [key, english] = Object.entries((await text_files[`en/${game}`]!()).default)[0]!;
  const german = (await text_files[`de/${game}`]!()).default[key];
  await load_language('en');
  expect(has_text(`game.${game}`)).toBe(true);
  expect(has_text(key)).toBe(false);
  /* The language changes while the screens are on their way. */
  await Promise.all([load_game_texts(game), load_language('de')]);
  expect(t(key)).toBe(fill(german!));
  await load_language('en');
  expect(t(key)).toBe(fill(english));
});

test('a table screen is dark until somebody says otherwise, also when they say automatic', () => {
  expect([kept_theme(false), kept_theme(true)]).toEqual(['auto', 'dark']);
  for (const theme of ['light', 'auto', 'dark']) {
    keep('theme.screen', theme);
    expect([kept_theme(false), kept_theme(true)]).toEqual(['auto', theme]);
  }
});

test('routes', () => {
  expect(parse_route('/')).toEqual({ at: 'home' });
  expect(parse_route('/j/kq-7tm')).toEqual({ at: 'room', code: 'KQ7TM' });
  expect(parse_route('/j/KQ7TM', '?alone=a')).toEqual({ at: 'room', code: 'KQ7TM', alone: 'a' });
  expect(parse_route('/j')).toEqual({ at: 'join' });
  expect(parse_route('/t/KQ7TM/')).toEqual({ at: 'table', code: 'KQ7TM' });
  expect(parse_route('/new', '?screen')).toEqual({ at: 'new', screen: true });
  expect(parse_route('/rules/x')).toEqual({ at: 'rules', game: 'x' });
  expect(parse_route('/what/ever')).toEqual({ at: 'home' });
  expect(parse_route('/j/KQ7TM%')).toEqual({ at: 'room', code: 'KQ7TM' });
  expect(parse_route('/100%')).toEqual({ at: 'home' });
});

test('rules pages carry no markup of their own', () => {
  const html = markdown('# A <b>\n\nText with **strong** & <script>x</script>\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![Bag](bag)', (name) =>
    name === 'bag' ? '<svg></svg>' : undefined,
  );
  expect(html).toContain('<h1>A &lt;b&gt;</h1>');
  expect(html).toContain('<strong>strong</strong> &amp; &lt;script&gt;');
  expect(html).toContain('<ul><li>one</li><li>two</li></ul>');
  expect(html).toContain('<tbody><tr><td>1</td><td>2</td></tr></tbody>');
  expect(html).toContain('<figure><svg></svg><figcaption>Bag</figcaption></figure>');
  expect(() => markdown('![x](none)', () => undefined)).toThrow();
});

test('a recording has its steps, facts with audience, and sections by seat', () => {
  const recording = parse_golden(
    'game g\nlanguage en\nseats Ann Ben\noption level easy\nbegin\n',
    'begin\n  > dealt number=3 [to Ann]\n  > hidden x=1 [secret]\n  all | phase {"name":"a"}\n  Ann | me {"n":3}\nAnn go\n  all | phase (gone)\n',
  );
  expect(recording.steps.map((step) => step.title)).toEqual(['begin', 'Ann go']);
  expect(recording.steps[0]!.facts).toEqual([
    { fact: { is: 'dealt', number: 3 }, to: [0] },
    { fact: { is: 'hidden', x: 1 }, to: [] },
  ]);
  expect(recording.steps[0]!.changes.get(0)!.set).toEqual({ phase: { name: 'a' }, me: { n: 3 } });
  expect(recording.steps[0]!.changes.get(1)!.set).toEqual({ phase: { name: 'a' } });
  expect(recording.steps[1]!.changes.get(-1)!.drop).toEqual(['phase']);
});

test('every recording of every game can be shown', () => {
  let steps = 0;
  for (const game of readdirSync(join(root, 'games'), { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const folder = join(root, 'games', game.name, 'golden');
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.script'))) {
      const recording = parse_golden(readFileSync(join(folder, file), 'utf8'), readFileSync(join(folder, file.replace('.script', '.golden')), 'utf8'));
      expect(recording.steps[0]!.changes.get(-1)!.set, file).toHaveProperty('phase');
      steps += recording.steps.length;
    }
  }
  expect(steps).toBeGreaterThan(500);
});

test('a line that is no text of its own is an error', () => {
  expect(() => parse_strings('a = 1\na = 2', 'x')).toThrow(/x:2/);
  expect(() => parse_strings('no text', 'x')).toThrow(/x:1/);
});

test('what was typed belongs to its table, also where nobody is shown the code', () => {
  const at = (code: string, hidden: boolean) => new SeatGame({ code, info: { hidden }, table: { number: 1 }, view: () => undefined } as never, () => 0).draft('word', 1);
  at('AAAAA', false).value = 'SEA';
  expect(at('AAAAA', true).value).toBe('SEA');
  at('BBBBB', true).value = 'SUN';
  expect(at('CCCCC', true).value).toBe('');
});

test('a form that is pressed twice is sent once, and again after its answer', async () => {
  const event = { preventDefault: vi.fn() } as unknown as SubmitEvent;
  let answer = (_: boolean) => undefined as void;
  const work = vi.fn(() => new Promise<boolean>((done) => (answer = done)));
  const submit = once(work);
  const first = submit(event);
  await submit(event);
  expect(work).toHaveBeenCalledTimes(1);
  expect(event.preventDefault).toHaveBeenCalledTimes(2);
  answer(true);
  await first;
  void submit(event);
  expect(work).toHaveBeenCalledTimes(2);
});
