/* Recordings of real games (games/<id>/golden/) as frames for a screen: every step with its facts and the
 * sections that changed, for every seat and for onlookers (-1). */
import type { Fact, OptionValue, Sections } from '../src/generated/protocol.ts';

export interface Step {
  title: string;
  facts: { fact: Fact; to: number[] | 'all' }[];
  changes: Map<number, { set: Sections; drop: string[] }>;
}

export interface Recording {
  game: string;
  language: string;
  names: string[];
  options: Record<string, OptionValue>;
  steps: Step[];
}

/* key=value pairs; values may be quoted or in brackets. */
function pairs(text: string, names: string[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [, key, raw] of text.matchAll(/(\w+)=("(?:[^"\\]|\\.)*"|\[[^\]]*\]|\S+)/g)) found[key!] = value(raw!, names);
  return found;
}

function value(raw: string, names: string[]): unknown {
  if (raw.startsWith('"')) return JSON.parse(raw);
  if (raw.startsWith('[')) return raw.slice(1, -1).split(',').filter(Boolean).map((one) => value(one.trim(), names));
  if (raw === 'true' || raw === 'false') return raw === 'true';
  if (/^-?\d+ms$/.test(raw)) return Number(raw.slice(0, -2));
  if (/^-?\d+(\.\d+)?s$/.test(raw)) return Number(raw.slice(0, -1)) * 1000;
  if (/^-?\d+$/.test(raw)) return Number(raw);
  const seat = names.indexOf(raw);
  return seat >= 0 ? seat : raw;
}

function seats_of(text: string, names: string[]): number[] {
  if (text === 'all') return [-1, ...names.keys()];
  return text.split(',').map((name) => names.indexOf(name.trim()));
}

export function parse_golden(script: string, golden: string): Recording {
  const line = (word: string) => new RegExp(`^${word} (.*)$`, 'm').exec(script)?.[1]?.trim() ?? '';
  const names = line('seats').split(/\s+/);
  const options: Record<string, OptionValue> = {};
  for (const [, name, text] of script.matchAll(/^option (\w+) (\S+)$/gm)) options[name!] = text!;
  const recording: Recording = { game: line('game'), language: line('language') || 'en', names, options, steps: [] };
  for (const raw of golden.split('\n')) {
    if (!raw.trim()) continue;
    const step = recording.steps.at(-1);
    if (!raw.startsWith('  ')) recording.steps.push({ title: raw, facts: [], changes: new Map() });
    else if (raw.startsWith('  > ')) step?.facts.push(fact_of(raw.slice(4), names));
    else if (step) change_of(raw.trim(), names, step);
  }
  return recording;
}

function fact_of(text: string, names: string[]): Step['facts'][number] {
  const audience = /\s\[(to ([^\]]*)|secret)\]$/.exec(text);
  const plain = audience ? text.slice(0, audience.index) : text;
  const [is = ''] = plain.split(' ', 1);
  const to = !audience ? 'all' : audience[2] ? seats_of(audience[2], names) : [];
  return { fact: { is, ...pairs(plain.slice(is.length), names) }, to };
}

function change_of(text: string, names: string[], step: Step): void {
  const parts = /^(.+?) \| (\w+) (.*)$/.exec(text);
  if (!parts) return;
  for (const seat of seats_of(parts[1]!, names)) {
    const change = step.changes.get(seat) ?? { set: {}, drop: [] };
    if (parts[3] === '(gone)') change.drop.push(parts[2]!);
    else change.set[parts[2]!] = JSON.parse(parts[3]!);
    step.changes.set(seat, change);
  }
}
