/* Stories: moments of real games, as frames for a screen. The program plays at random with the longest words
 * (`unisono story`), the same ones every time; of all steps that look alike to a screen, the fullest is kept.
 *
 *     const moments = story(program, { game: 'chime', seats: 5, language: 'de' });
 *     moments[0]      { name: 'chime de 5 seat 0: write', seat: 0, frame }        seat −1: the table screen
 *
 * What a room adds (who is there, what they are called) is put around it here: the longest names there are. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const here = import.meta.dirname;
const root = resolve(here, '../..');
const MOST = 1 << 29;

/* As many letters as a name keeps on every screen, and one of as many as may be typed. */
export const NAMES = [
  'Maximiliane', 'Christopher', 'Wilhelmine', 'Bartholomew', 'Jean-Michel', 'Konstantin-Alexander', 'Ann', 'Gwendolyn', 'Anne-Sophie',
  'Friedhelm', 'Guillaume', 'Mohammed', 'Marguerite', 'Ben',
];
export const CODE = 'KQ7TM';

export function games(program) {
  return execFileSync(program, ['games', '--json'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ id, min_seats, max_seats, options }) => ({ id, min: min_seats, max: max_seats, options }));
}

/* `plain`: with words that people say (in English), not the longest. */
export function play(program, { game, seats, language, seed, any, clever, crowd, count, plain = false }) {
  const eyes = [...new Set([0, 1, seats - 1])];
  const flags = ['story', '--game', game, '--seats', seats, '--lang', language, '--seed', seed, '--games', count, '--eyes', eyes.join(',')];
  flags.push('--words', join(here, `${plain ? 'said' : 'words'}.${language}.txt`), ...(any ? ['--any'] : []), ...(clever ? ['--clever'] : []), ...(crowd ? ['--crowd'] : []));
  return execFileSync(program, flags.map(String), { cwd: root, encoding: 'utf8', maxBuffer: MOST }).trimEnd().split('\n');
}

/* Everything that a game's decks and these stories may put on a table, in small letters. */
export function words_of(game, language) {
  const folder = join(root, 'games', game, 'decks');
  const files = readdirSync(folder).filter((name) => name.endsWith(`.${language}.txt`)).map((name) => join(folder, name));
  const lines = [...files, join(here, `words.${language}.txt`)].flatMap((file) => readFileSync(file, 'utf8').split('\n')).filter((line) => line && !/^[@#]/.test(line));
  const entries = lines.flatMap((line) => {
    const [entry, ...fields] = line.split('|').map((part) => part.trim());
    return [entry, ...entry.split(/\s*,\s*/), ...fields.filter((field) => /^(title|chapter):/.test(field)).map((field) => field.replace(/^\w+:\s*/, ''))];
  });
  return new Set(entries.map((entry) => entry.toLowerCase().replace(/[^\p{L}\p{N}]+$/u, '')));
}

/* What decides how a screen is built, so that one moment of each kind is looked at: roughly, or in detail. */
function kind(view, seat, thorough) {
  const [vote] = view.votes ?? [];
  const asks_me = vote && vote.voters.includes(seat) && ![...vote.yes, ...vote.no].includes(seat);
  const asked = vote && [vote.subject, vote.rider, vote.voters.includes(seat), asks_me].join('/');
  const mine = view.phase.waiting.includes(seat) ? 'waited for' : 'waits';
  if (!thorough) return [view.phase.name, vote ? `vote ${asks_me}` : '', view.result?.outcome ?? '', seat < 0 || vote ? '' : mine, (view.can ?? []).length].join('|');
  const can = seat < 0 || vote ? '' : [...(view.can ?? [])].sort().join();
  return [view.phase.name, asked ?? '', view.result?.outcome ?? '', seat < 0 ? '' : mine, can, Object.keys(view).sort().join(), Boolean(view.phase.until)].join('|');
}

/* What those who look on are asked and were told: they may agree, or not. */
const heard = ({ asks, said }) => [asks?.kind ?? '', said ? Math.min(1, said.best.length) : ''].join('|');

/* The longest single text in a view: what is hardest to fit. */
function longest(value) {
  if (typeof value === 'string') return value.length;
  if (value === null || typeof value !== 'object') return 0;
  return Math.max(0, ...Object.values(value).map(longest));
}

function people(seats, eye) {
  return NAMES.slice(0, seats).map((name, index) => ({
    player: index + 1, guest: index + 1, name, mark: index, seat: index, here: index !== 3 || seats < 5,
    ...(index === seats - 1 && seats > 4 && eye !== index ? { bot: 'normal', guest: undefined } : {}),
  }));
}

/* `crowd`: what a room tells those who look on; without a screen of the table it is the phone of one of them. */
export function frame_of({ setup, at, view, seat, crowd, screens = seat < 0 ? 1 : 0, change = {} }) {
  return {
    welcome: { room: CODE, guest: seat < 0 ? 99 : seat + 1, n: 0, now: at, version: '0' },
    rev: 1,
    at,
    room: {
      info: { code: CODE, language: setup.language, locked: false, host: 1, url: `http://192.168.100.200:8080/j/${CODE}` },
      people: people(setup.seats, seat),
      guests: { screens, watchers: crowd ? 240 : 0 },
      ...(crowd ? { crowd } : {}),
      table: {
        game: setup.game, language: setup.language, seats: Array.from({ length: setup.seats }, (_, index) => index + 1), number: 1, running: true,
        options: options_of(setup.options), over: view.result !== undefined, harder: true,
        ...(view.result ? { keepsake: '0123456789abcdefghijklmn' } : {}),
      },
      ...change,
    },
    views: [{ seat, fresh: true, set: view }],
  };
}

/* A log writes every option as text; a room tells numbers and truths as such. */
function options_of(options) {
  const plain = (text) => (text === 'true' || text === 'false' ? text === 'true' : /^-?\d+$/.test(text) ? Number(text) : text);
  return Object.fromEntries(Object.entries(options).map(([name, text]) => [name, plain(text)]));
}

/* The fullest moment of each kind, and the one with the longest text. */
function gather(lines, found, thorough) {
  let setup;
  const keep = (key, moment) => {
    const kept = found.get(key) ?? { full: { size: -1 }, long: { size: -1 } };
    const told = [moment.view, moment.crowd ?? null];
    const size = JSON.stringify(told).length;
    const length = longest(told);
    if (size > kept.full.size) kept.full = { size, moment };
    if (length > kept.long.size) kept.long = { size: length, moment };
    found.set(key, kept);
  };
  for (const line of lines) {
    const step = JSON.parse(line);
    if (step.setup) {
      setup = step.setup;
      continue;
    }
    for (const [eye, view] of Object.entries(step.views)) {
      const seat = Number(eye);
      const moment = { setup, at: step.at, view, seat, act: step.act, facts: step.facts };
      const { crowd } = step;
      if (!crowd) keep(`${seat < 0 ? 'table' : 'phone'} ${kind(view, seat, thorough)}`, moment);
      else if (seat < 0 && heard(crowd) !== '|') {
        const told = `${kind(view, seat, thorough)} ${heard(crowd)}`;
        keep(`who looks on ${told}`, { ...moment, crowd, screens: 0 });
        if (crowd.said) keep(`table ${told}`, { ...moment, crowd });
      }
    }
  }
}

/* A game whose screens were made for a crowd says so (games/ID/moment.json). */
function has_crowd(game) {
  const path = join(root, 'games', game, 'moment.json');
  return existsSync(path) && Boolean(JSON.parse(readFileSync(path, 'utf8')).crowd);
}

/* What a bot has to say at most: its longest sentence, with long words. */
function thought_of(game, language) {
  const word = 'FOUNTAINPENS';
  const filled = (line) => line.replace(/\{\w+\}/g, word);
  const text = readFileSync(join(root, 'games', game, 'strings', `${language}.txt`), 'utf8');
  const said = [...text.matchAll(new RegExp(`^bot\\.${game}\\.(\\w+) = (.*)$`, 'gm'))].sort((a, b) => filled(b[2]).length - filled(a[2]).length)[0];
  return said && { key: said[1], args: Object.fromEntries([...said[2].matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, word])) };
}

/* A round of practice with bots that tell what they thought: one moment of each phase, with the lines that stand beside a game's own. */
function practised(moments, { game, seats, language }) {
  const thought = thought_of(game, language);
  const found = new Map();
  for (const moment of moments) {
    const { view, screen, seat, frame } = moment;
    const key = `${screen} ${view.phase.name} ${view.phase.waiting.includes(seat)}`;
    if (found.has(key) || view.votes?.length || view.result || frame.room.crowd) continue;
    const room = { ...frame.room, table: { ...frame.room.table, number: 2, practice: true } };
    const thoughts = thought ? [seats - 1, seats - 2].map((bot) => ({ seat: bot, ...thought })) : [];
    found.set(key, { ...moment, name: `${moment.name} practice`, frame: { ...frame, room, thoughts } });
  }
  return [...found.values()];
}

/* `thorough`: games with options of all kinds too. The last ones have a crowd: on its own phones, and on the stage. */
export function story(program, { game, seats, language, thorough = false }) {
  const found = new Map();
  const plays = [{ seed: 1, count: 2 }, { seed: 2, count: 3, any: true }, { seed: 3, count: 1, clever: true }];
  if (thorough) plays.push({ seed: 4, count: 6, any: true }, { seed: 5, count: 4, any: true, clever: true });
  if (has_crowd(game)) plays.push({ seed: 6, count: 1, crowd: true }, ...(thorough ? [{ seed: 7, count: 2, any: true, clever: true, crowd: true }] : []));
  for (const how of plays) gather(play(program, { game, seats, language, any: false, clever: false, crowd: false, ...how }), found, thorough);
  const moments = [];
  for (const { full, long } of found.values()) {
    for (const { moment } of full.moment === long.moment || !thorough ? [full] : [full, long]) {
      const { seat, view, setup, crowd, screens } = moment;
      const screen = seat < 0 && screens !== 0 ? 'table' : 'phone';
      const words = [setup.game, setup.language, setup.seats, screen === 'table' ? 'table' : seat < 0 ? 'who looks on' : `seat ${seat}`].join(' ');
      moments.push({
        name: `${words}: ${view.phase.name}${view.votes?.length ? ` vote ${view.votes[0].subject}` : ''}${view.result ? ` ${view.result.outcome}` : ''}${crowd ? ` crowd ${heard(crowd)}` : ''}`,
        game, language, seats, seat, view, screen, watches: screen === 'phone' && seat < 0, frame: frame_of(moment),
      });
    }
  }
  return [...moments, ...practised(moments, { game, seats, language })];
}
