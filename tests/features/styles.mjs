/* Judges a style: rules, selectors, properties and values that some engine of the floor does not know. What stands behind @supports is
 * judged for engines that know what is asked for; what stands after a line for older engines in the same rule is no fault, unless it has a
 * variable, which engines resolve too late to go back to that line. */
import postcss from 'postcss';
import { data, lacking, lower, own_entry, raised } from './data.mjs';
import { parts_of } from './values.mjs';

const { selectors, properties, 'at-rules': rules } = data.css;

function selector_parts(selector) {
  const parts = [...selector.matchAll(/::?([a-z-]+)/g)].map(([, name]) => [`:${name}`, own_entry(selectors, name)?.__compat]);
  if (/:not\((?:[^()]|\([^()]*\))*[,\s>+~](?:[^()]|\([^()]*\))*\)/.test(selector.replace(/\(\s+|\s+\)/g, (all) => all.trim()))) parts.push([':not(a, b)', selectors.not.selector_list.__compat]);
  if (/:nth-[a-z-]+\([^()]*\sof\s/.test(selector)) parts.push([':nth-child(1 of a)', selectors['nth-child'].of_syntax.__compat]);
  if (/&/.test(selector)) parts.push(['&', selectors.nesting.__compat]);
  return parts.filter(([, compat]) => compat);
}

/* The parts of a list between brackets: (a) and (b) → ['(a)', '(b)']. */
function split(text, word) {
  const parts = [''];
  let depth = 0;
  for (const piece of text.split(/([()]|\s+(?:and|or)\s+)/i)) {
    depth += piece === '(' ? 1 : piece === ')' ? -1 : 0;
    if (!depth && piece.trim().toLowerCase() === word) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim());
}

/* The floor among engines that say yes to a question of @supports. */
function floor_behind(question, floor) {
  const asked = question.trim();
  const [some, all] = [split(asked, 'or'), split(asked, 'and')];
  if (some.length > 1) return some.map((one) => floor_behind(one, floor)).reduce(lower);
  if (all.length > 1) return all.reduce((above, one) => floor_behind(one, above), floor);
  if (/^not\b/i.test(asked)) return floor;
  const [, selector] = /^selector\((.*)\)$/s.exec(asked) ?? [];
  if (selector) return raised(floor, [rules.supports.selector.__compat, ...selector_parts(selector).map(([, compat]) => compat)]);
  const [, inner = ''] = /^\((.*)\)$/s.exec(asked) ?? [];
  const [, property, value] = /^\s*([\w-]+)\s*:(.*)$/s.exec(inner) ?? [];
  if (!property) return inner ? floor_behind(inner, floor) : floor;
  return raised(floor, [own_entry(properties, property)?.__compat, ...parts_of(property, value).map(([, compat]) => compat)].filter(Boolean));
}

function floor_at(node, floor) {
  const above = [];
  for (let up = node.parent; up; up = up.parent) if (up.type === 'atrule' && up.name === 'supports') above.unshift(up.params);
  return above.reduce((behind, question) => floor_behind(question, behind), floor);
}

function rule_parts({ name, params }) {
  const parts = [[`@${name}`, own_entry(rules, name)?.__compat]];
  if (name === 'import') for (const word of ['layer', 'supports']) if (new RegExp(`\\b${word}\\b`).test(params)) parts.push([`@import ${word}`, rules.import[word].__compat]);
  if (name === 'media') parts.push(...media_parts(params));
  return parts;
}

export function media_parts(params) {
  const parts = [...params.matchAll(/\(\s*([a-z-]+)/g)].map(([, feature]) => [`(${feature})`, own_entry(rules.media, feature)?.__compat]);
  if (/[<>]/.test(params)) parts.push(['(width >= …)', rules.media.range_syntax.__compat]);
  if (/\)\s+or\s+\(/.test(params)) parts.push(['(a) or (b)', rules.media.or_syntax.__compat]);
  return parts.filter(([, compat]) => compat);
}

/* `trouble(name, compat, floor)` tells what is wrong with one part. */
export function style_judge(floor, trouble) {
  const all = (parts, at) => parts.flatMap(([name, compat]) => (compat ? trouble(name, compat, at) : []));

  function declaration(node, at) {
    const { prop, value, parent } = node;
    if (parent.type === 'atrule' && parent.name === 'font-face') return all([[`@font-face ${prop}`, own_entry(rules['font-face'], prop)?.__compat]], at);
    if (prop.startsWith('--')) return all(parts_of(prop, value), at);
    if (/^[-$]/.test(prop)) return [];
    const unknown = trouble(prop, own_entry(properties, prop)?.__compat, at);
    if (unknown.length) return unknown;
    const older = /\bvar\(/.test(value) ? [] : parent.nodes.slice(0, parent.index(node)).filter((one) => one.prop === prop);
    return older.some((one) => !all(parts_of(prop, one.value), at).length) ? [] : all(parts_of(prop, value), at);
  }

  /* Who does not know one selector of a list passes over all of it, also where that one is only a nicety. */
  function lost_list({ selectors: list }, at) {
    const unknown = list.filter((one) => selector_parts(one).some(([, compat]) => lacking(compat, at).length));
    return unknown.length && unknown.length < list.length ? [`${list.join(', ')}: lost with ${unknown.join(', ')}`] : [];
  }

  return (code) => {
    const found = new Set();
    postcss.parse(code).walk((node) => {
      const at = floor_at(node, floor);
      const told = node.type === 'atrule' ? all(rule_parts(node), at) : node.type === 'rule' ? [...all(selector_parts(node.selector), at), ...lost_list(node, at)] : node.type === 'decl' ? declaration(node, at) : [];
      for (const one of told) found.add(one);
    });
    return [...found];
  };
}
