/* Judges scripts and styles by what engines know, after MDN's compatibility data: what cannot be run here (Safari 15.4,
 * Firefox 100 …) is held by this.
 *
 *     const judge = judge_for({ safari: '15.4', chrome: '98', firefox: '100' }, { allow: ['wakeLock'] });
 *     judge.script('a.toSorted()')           ['.toSorted: chrome 110, firefox 115, safari 16']
 *     judge.style('a{width:1cqw}')           …
 *
 * A name counts as too new when nothing of that name is old enough: of `x.at()` nobody knows what x is. What a style says
 * behind @supports, or after a line for older engines in the same rule, is no fault. */
import { readFileSync } from 'node:fs';
import { parse } from 'acorn';
import postcss from 'postcss';

const data = JSON.parse(readFileSync(new URL(import.meta.resolve('@mdn/browser-compat-data')), 'utf8'));

const number = (version) => {
  const [major, minor = 0] = String(version).replace('≤', '').split('.').map(Number);
  return major + minor / 1000;
};

/* Since when an engine has it, without a switch or a prefix; nothing: it does not. */
function since(compat, engine) {
  const told = [compat.support[engine] ?? []].flat().filter((one) => !one.flags && !one.prefix && !one.alternative_name && !one.version_removed && one.version_added);
  const versions = told.map(({ version_added: version }) => (version === true ? 0 : version === 'preview' ? Infinity : number(version)));
  return versions.length ? Math.min(...versions) : Infinity;
}

function lacking(compat, engines) {
  return Object.entries(engines).filter(([engine, version]) => since(compat, engine) > number(version)).map(([engine]) => `${engine} ${since(compat, engine) === Infinity ? 'never' : since(compat, engine)}`);
}

const children = (entry) => Object.entries(entry ?? {}).filter(([name]) => name !== '__compat');

/* Every member of every interface, by its name: [compat, …]. */
function collect_members() {
  const members = new Map();
  const put = (name, compat) => compat && members.set(name, [...(members.get(name) ?? []), compat]);
  for (const tree of [data.api, data.javascript.builtins, data.javascript.builtins.Intl])
    for (const [, one] of children(tree)) for (const [name, member] of children(one)) put(name.replace(/_static$/, ''), member.__compat);
  return members;
}

/* Functions of styles: color-mix(), clamp() … */
function collect_functions() {
  const functions = new Map();
  const visit = (tree, depth) => {
    for (const [name, one] of children(tree)) {
      if (one.__compat && !functions.has(name)) functions.set(name, one.__compat);
      if (depth) visit(one, depth - 1);
    }
  };
  visit(data.css.types, 1);
  return functions;
}

const members = collect_members();
const functions = collect_functions();
const lengths = data.css.types.length;
const UNITS = [[/\d[dsl]v(?:h|w|i|b|min|max)\b/, lengths.viewport_percentage_units_dynamic], [/\dcq(?:w|h|i|b|min|max)\b/, lengths.container_query_length_units]];
const SYNTAX = {
  StaticBlock: data.javascript.classes.static.initialization_blocks ?? data.javascript.classes.static_initialization_blocks ?? data.javascript.classes.static,
  ChainExpression: data.javascript.operators.optional_chaining,
  PropertyDefinition: data.javascript.classes.public_class_fields,
  PrivateIdentifier: data.javascript.classes.private_class_fields,
};

function* nodes(node, above) {
  if (Array.isArray(node)) for (const one of node) yield* nodes(one, above);
  else if (node && typeof node.type === 'string') {
    yield [node, above];
    for (const key of Object.keys(node)) if (typeof node[key] === 'object') yield* nodes(node[key], node);
  }
}

/* Names that the scripts themselves give to something: those are not the engine's. */
export function own_names(codes) {
  const own = new Set();
  for (const code of codes) for (const [node] of nodes(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }))) {
    if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && !node.computed && node.key.name) own.add(node.key.name);
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression' && !node.left.computed) own.add(node.left.property.name);
  }
  return own;
}

const is_name = (node, above) => node.type === 'Identifier' && !(above?.type === 'MemberExpression' && above.property === node && !above.computed) && !(above?.type === 'Property' && above.key === node);

export function judge_for(engines, { allow = [], own = new Set() } = {}) {
  const fine = new Set(allow);
  const trouble = (name, compat) => {
    const without = compat && !fine.has(name) && !fine.has(name.split(':')[0]) ? lacking(compat, engines) : [];
    return without.length ? [`${name}: ${without.join(', ')}`] : [];
  };

  function member(name) {
    const all = members.get(name);
    if (!all || fine.has(name) || own.has(name)) return [];
    const best = all.map((compat) => lacking(compat, engines));
    return best.some((one) => !one.length) ? [] : [`.${name}: ${best[0].join(', ')}`];
  }

  function expression(pattern, flags) {
    const known = data.javascript.regular_expressions;
    return [
      ...(/\(\?<[=!]/.test(pattern) ? trouble('(?<=)', known.lookbehind_assertion.__compat) : []),
      ...(/\(\?<[^=!]/.test(pattern) ? trouble('(?<name>)', known.named_capturing_group.__compat) : []),
      ...(/v/.test(flags) ? trouble('/v', data.javascript.builtins.RegExp.unicodeSets.__compat) : []),
    ];
  }

  function script(code) {
    const found = new Set();
    const add = (some) => some.forEach((one) => found.add(one));
    let tree;
    try {
      tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
    } catch (error) {
      return [`syntax: ${error.message}: ${code.slice(Math.max(0, error.pos - 30), error.pos + 30)}`];
    }
    for (const [node, above] of nodes(tree)) {
      if (SYNTAX[node.type]?.__compat) add(trouble(node.type, SYNTAX[node.type].__compat));
      if (node.type === 'LogicalExpression' && node.operator === '??') add(trouble('??', data.javascript.operators.nullish_coalescing.__compat));
      if (node.type === 'AssignmentExpression' && /^(\?\?|\|\||&&)=$/.test(node.operator)) add(trouble(node.operator, data.javascript.operators.nullish_coalescing_assignment.__compat));
      if (node.type === 'Literal' && node.regex) add(expression(node.regex.pattern, node.regex.flags));
      if (node.type === 'MemberExpression' && !node.computed && node.property.name) {
        const whose = node.object.type === 'Identifier' ? (data.javascript.builtins[node.object.name] ?? data.api[node.object.name]) : undefined;
        const exact = whose?.[`${node.property.name}_static`] ?? whose?.[node.property.name];
        if (exact?.__compat) add(trouble(`${node.object.name}.${node.property.name}`, exact.__compat));
        else add(member(node.property.name));
      } else if (is_name(node, above) && node.name.length > 3) {
        const builtin = Object.hasOwn(data.javascript.builtins, node.name) ? data.javascript.builtins[node.name] : undefined;
        const global = Object.hasOwn(data.api, node.name) ? data.api[node.name] : Object.hasOwn(data.api._globals ?? {}, node.name) ? data.api._globals[node.name] : undefined;
        const compat = (builtin ?? global)?.__compat;
        if (compat && !(above?.type === 'UnaryExpression' && above.operator === 'typeof')) add(trouble(node.name, compat));
      }
    }
    return [...found];
  }

  function value_troubles(property, value) {
    const known = data.css.properties[property];
    const found = [];
    const bare = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '');
    for (const [, name] of bare.matchAll(/([a-z][a-z-]+)\(/g)) found.push(...trouble(`${name}()`, functions.get(name)));
    for (const [word] of bare.replace(/[\w-]*\(/g, '(').matchAll(/(?<![\w.#-])[a-z][a-z-]+(?![\w-])/g)) found.push(...trouble(`${property}: ${word}`, Object.hasOwn(known ?? {}, word) ? known[word].__compat : undefined));
    for (const [unit, one] of UNITS) if (unit.test(bare)) found.push(...trouble(String(bare.match(unit)[0]), one.__compat));
    return found;
  }

  const supported = (node) => node && (node.type === 'atrule' && node.name === 'supports' ? true : supported(node.parent));

  function style(code) {
    const found = new Set();
    const add = (some) => some.forEach((one) => found.add(one));
    postcss.parse(code).walk((node) => {
      if (supported(node)) return;
      if (node.type === 'atrule') {
        add(trouble(`@${node.name}`, data.css['at-rules'][node.name]?.__compat));
        if (node.name === 'media') {
          for (const [, feature] of node.params.matchAll(/\(\s*([a-z-]+)/g)) add(trouble(`(${feature})`, data.css['at-rules'].media[feature]?.__compat));
          if (/[<>]/.test(node.params)) add(trouble('(width >= …)', data.css['at-rules'].media.range_syntax?.__compat));
        }
      } else if (node.type === 'rule') {
        for (const [, name] of node.selector.matchAll(/::?([a-z-]+)/g)) add(trouble(`:${name}`, data.css.selectors[name]?.__compat));
        if (/&/.test(node.selector)) add(trouble('&', data.css.selectors.nesting.__compat));
      } else if (node.type === 'decl' && node.prop.startsWith('--')) {
        add(value_troubles(node.prop, node.value));
      } else if (node.type === 'decl' && !/^[-$]/.test(node.prop)) {
        const own = trouble(node.prop, data.css.properties[node.prop]?.__compat);
        add(own);
        const before = node.parent.nodes.slice(0, node.parent.index(node)).some((one) => one.prop === node.prop && !value_troubles(one.prop, one.value).length);
        if (!own.length && !before) add(value_troubles(node.prop, node.value));
      }
    });
    return [...found];
  }

  return { script, style };
}
