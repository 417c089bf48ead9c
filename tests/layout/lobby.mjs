/* Before a game, for phones and the table screen: the lobby with fourteen people of long names, every game, whoever is
 * host, in teams too; and the pictures and 3–2–1 that a game opens with. */
import { CODE, NAMES } from './stories.mjs';

export function lobby_moments(games, language, thorough = false) {
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
              deal: { next: { number: 1, seal: 'c77f33dde05a1e16'.repeat(4) } },
            },
            views: [],
          },
        });
      }
    }
  }
  return [...moments, ...teams(moments), ...openings(games, language, thorough ? [-12_000, -8_500, -5_000, -2_500] : [-8_500, -2_500])];
}

/* The same lobbies where the game is played in teams: two sides, or pairs. */
function teams(moments) {
  const some = moments.filter(({ frame }) => frame.room.people.length > 4 && frame.room.lobby.game === moments[0].frame.room.lobby.game);
  const most = { sides: 14, pairs: 8 };
  return ['sides', 'pairs'].flatMap((kind) => some.map((moment) => {
    const frame = structuredClone(moment.frame);
    frame.room.people = frame.room.people.slice(0, most[kind]);
    frame.room.lobby.teams = frame.room.people.map((_, index) => (kind === 'sides' ? index % 2 : index >> 1));
    delete frame.room.lobby.problem;
    return { ...moment, name: `${moment.name} in ${kind}`, frame };
  }));
}

/* Before a game's first second: each picture, and the count. */
function openings(games, language, times) {
  const WHOLE = 13_000;
  return games.flatMap((game) => times.flatMap((at) => [['phone', 1], ['phone', 2], ['table', 99]].map(([screen, guest]) => ({
    name: `opening ${language} ${game.id}, ${at} ms, ${screen} ${guest}`, game: 'lobby', language, screen, seat: -1,
    frame: {
      welcome: { room: CODE, guest, n: 0, now: at, version: '0' },
      rev: 1,
      at,
      room: {
        info: { code: CODE, language, locked: false, host: 1, url: `http://192.168.100.200:8080/j/${CODE}` },
        people: NAMES.slice(0, game.max).map((name, index) => ({ player: index + 1, guest: index + 1, name, mark: index, seat: index, here: true })),
        guests: { screens: 1, watchers: 0 },
        table: {
          game: game.id, language, seats: Array.from({ length: game.max }, (_, index) => index + 1), number: 1, running: true, over: false, opening: WHOLE,
          options: Object.fromEntries(game.options.map(({ name, default: usual }) => [name, usual])), teams: Array.from({ length: game.max }, (_, index) => index % 2),
        },
      },
      views: [],
    },
  }))));
}
