/* What a value of a style is made of, by its names: functions, units, keywords, ways of writing.
 *
 *     parts_of('width', 'min(1px, 2dvh)')         [['min()', compat], ['2dvh', compat]] */
import { children, data, own_entry } from './data.mjs';

const { types, properties } = data.css;

/* Functions of styles: color-mix(), clamp() … */
function collect_functions() {
  const functions = new Map();
  const visit = (tree, depth) => {
    for (const [name, one] of children(tree)) {
      if (one.__compat && !functions.has(name)) functions.set(name, one.__compat);
      if (depth) visit(one, depth - 1);
    }
  };
  visit(types, 1);
  /* These are types too, or have another name there. */
  return functions.set('color', types.color.color.__compat).set('linear', types['easing-function']['linear-function'].__compat);
}
export const functions = collect_functions();

const UNITS = [
  [/\dv[ib]\b/, types.length.vi], [/\ddv(?:h|w|i|b|min|max)\b/, types.length.viewport_percentage_units_dynamic],
  [/\dsv(?:h|w|i|b|min|max)\b/, types.length.viewport_percentage_units_small], [/\dlv(?:h|w|i|b|min|max)\b/, types.length.viewport_percentage_units_large],
  [/\dcq(?:w|h|i|b|min|max)\b/, types.length.container_query_length_units],
  ...['cap', 'ic', 'lh', 'rcap', 'rch', 'rex', 'ric', 'rlh'].map((unit) => [new RegExp(`\\d${unit}\\b`), types.length[unit]]),
];
const COMMALESS = '\\([^(),]*\\s[^(),]*(\\([^()]*\\)[^(),]*)*\\)';
const WAYS = [
  ['rgb(1 2 3)', new RegExp(`\\brgba?${COMMALESS}`), types.color.rgb.space_separated_parameters], ['hsl(1 2% 3%)', new RegExp(`\\bhsla?${COMMALESS}`), types.color.hsl.space_separated_parameters],
  ['rgb(from …)', /\b(rgb|hsl)a?\(\s*from\s/, types.color.rgb.relative_syntax],
  ['infinity', /\b(infinity|NaN)\b/, types['calc-keyword']],
];

/* Also of text that a script puts into a style: only what nothing else is called. */
export const unit_parts = (text) => UNITS.filter(([unit]) => unit.test(text)).map(([unit, one]) => [text.match(unit)[0], one.__compat]);

export function parts_of(property, value) {
  const known = own_entry(properties, property);
  const bare = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '');
  const parts = [];
  for (const [, name] of bare.matchAll(/(?<![\w-])([a-z][a-z-]+)\(/g)) {
    parts.push([`${name}()`, functions.get(name)]);
    parts.push([`${property}: ${name}()`, (own_entry(known, name) ?? own_entry(known, `${name}_function`))?.__compat]);
  }
  for (const [word] of bare.replace(/[\w-]*\(/g, '(').matchAll(/(?<![\w.#-])[a-z][a-z-]+(?![\w-])/g)) parts.push([`${property}: ${word}`, own_entry(known, word)?.__compat]);
  for (const [name, way, one] of WAYS) if (way.test(bare)) parts.push([name, one.__compat]);
  return [...parts, ...unit_parts(bare)].filter(([, compat]) => compat);
}
