/* Who plays with whom, as the room tells it: before a game by people, in a game by seats. A team has a colour and a
 * letter, or in pairs the names of both, so that nobody is known by colour alone. */
import { list, t } from '../lib/text.svelte.ts';

export interface Team<Member> {
  team: number;
  colour: string;
  /* What is written on its colour: a letter, or nothing where teams are pairs. */
  sign: string;
  members: Member[];
}

/* White stands on each of them with a contrast of 4.5 or more. */
const COLOURS = ['#b8392f', '#3d4fc4', '#13705f', '#8a5a00', '#7b3fb3', '#9c2f6b', '#4a4458'];

export function teams_of<Member>(members: readonly Member[], numbers: readonly number[] | undefined): Team<Member>[] {
  const teams: Team<Member>[] = [];
  if (!numbers) return teams;
  members.forEach((member, index) => {
    const team = numbers[index] ?? -1;
    if (team < 0) return;
    const found = teams.find((one) => one.team === team);
    if (found) found.members.push(member);
    else teams.push({ team, colour: COLOURS[team % COLOURS.length]!, sign: '', members: [member] });
  });
  teams.sort((a, b) => a.team - b.team);
  /* Two sides are called by their letters; a pair is its two people. */
  if (teams.length === 2 && members.length > 4) for (const one of teams) one.sign = 'AB'[one.team]!;
  return teams;
}

export function team_name<Member extends { name: string }>(team: Team<Member>): string {
  return team.sign ? t('team.name', { sign: team.sign }) : list(team.members.map((one) => one.name));
}
