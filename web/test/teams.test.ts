/* Who plays with whom, as the lobby and the opening show it. */
import { expect, test } from 'vitest';
import { use_texts } from '../src/lib/text.svelte.ts';
import { team_name, teams_of } from '../src/opening/teams.ts';

const people = (n: number) => Array.from({ length: n }, (_, i) => ({ name: 'ABCDEFGHIJKLMN'[i]! }));

test('nobody is in a team where the room tells of none', () => {
  expect(teams_of(people(4), undefined)).toEqual([]);
  expect(teams_of(people(3), [-1, -1, -1])).toEqual([]);
});

test('pairs are called by their people, two sides by their letters', () => {
  use_texts({ 'team.name': 'Team {sign}', 'list.and': 'and' });
  const pairs = teams_of(people(6), [0, 1, 2, 0, 1, 2]);
  expect(pairs.map((team) => team.members.map((one) => one.name).join(''))).toEqual(['AD', 'BE', 'CF']);
  expect(team_name(pairs[0]!)).toContain('A');
  const sides = teams_of(people(14), Array.from({ length: 14 }, (_, i) => i % 2));
  expect(sides.map(team_name)).toEqual(['Team A', 'Team B']);
  expect(sides[1]!.members).toHaveLength(7);
});

test('no two teams of a table have the same colour', () => {
  const seven = teams_of(people(14), Array.from({ length: 14 }, (_, i) => i % 7));
  expect(new Set(seven.map((team) => team.colour)).size).toBe(7);
});
