/* The lobby, for phones and the table screen: fourteen people with long names, every game, whoever is host. */
import { CODE, NAMES } from './stories.mjs';

export function lobby_moments(games, language) {
  const moments = [];
  const people = (count) => NAMES.slice(0, count).map((name, index) => ({
    player: index + 1, guest: index === 6 ? undefined : index + 1, name, mark: index, seat: -1, here: index !== 3, ...(index === 6 ? { bot: 'sharp' } : {}),
    ...(index === 1 ? { youngest: true } : {}),
  }));
  for (const game of games) {
    for (const count of [1, 5, 14]) {
      for (const [screen, guest] of [['phone', 1], ['phone', 2], ['phone', 0], ['table', 99]]) {
        const options = Object.fromEntries(game.options.map(({ name, default: usual }) => [name, usual]));
        const problem = count < game.min ? { key: 'too_few', limit: game.min } : count > game.max ? { key: 'too_many', limit: game.max } : undefined;
        moments.push({
          name: `lobby ${language} ${game.id}, ${count} people, ${screen} ${guest}`, game: 'lobby', language, screen, seat: -1,
          frame: {
            welcome: { room: CODE, guest: screen === 'table' ? 99 : guest, n: 0, now: 0, version: '0' },
            rev: 1,
            at: 0,
            room: {
              info: { code: CODE, language, locked: false, host: 1, url: `http://192.168.100.200:8080/j/${CODE}` },
              people: people(count),
              guests: { screens: 1, watchers: 2 },
              lobby: { game: game.id, options: { ...options, referee: 'strict', vote_time: 120 }, ...(problem ? { problem } : {}) },
            },
            views: [],
          },
        });
      }
    }
  }
  return moments;
}
