/* One sentence for a fact: `fact.<game>.<name>`, else `fact.<name>`, with its places filled the way the
 * program does it: seats by name, choices by `choice.<game>.<argument>.<value>`. */
import { has_text, list, t, t_first } from '../lib/text.svelte.ts';
import type { Args, Fact } from './types.ts';

const SEATS = new Set(['seat', 'by', 'with', 'on', 'from', 'about', 'reader', 'thrower', 'tipster', 'rival', 'token']);
const MANY = new Set(['seats', 'players', 'winners', 'voters']);

function place(game: string, name: string, value: unknown, seat_name: (seat: number) => string): unknown {
  if (name === 'phase') return t(`phase.${game}.${value}`);
  if (name === 'subject') return t_first([`vote.${game}.${value}`, `vote.${value}`]);
  if (typeof value === 'boolean' || typeof value === 'string') {
    const keys = [`choice.${game}.${name}.${value}`, `choice.${name}.${value}`];
    const key = keys.find(has_text);
    return key ? t(key) : value;
  }
  if ((MANY.has(name) || SEATS.has(name)) && Array.isArray(value)) return list(value.map((seat) => seat_name(Number(seat))));
  if (Array.isArray(value)) return value.join(', ');
  if (SEATS.has(name) && typeof value === 'number') return seat_name(value);
  return value;
}

/* Whether there is a sentence for it at all. */
export function tellable(game: string, fact: Fact): boolean {
  return has_text(`fact.${game}.${fact.is}`) || has_text(`fact.${fact.is}`);
}

export function tell(game: string, fact: Fact, seat_name: (seat: number) => string): string {
  const args: Args = {};
  for (const [name, value] of Object.entries(fact)) {
    if (name !== 'is') args[name] = place(game, name, value, seat_name);
  }
  /* What is 0 or empty may be left out of a fact. */
  return t_first([`fact.${game}.${fact.is}`, `fact.${fact.is}`], args).replace(/ ?\{\w+\}/g, '');
}
