/* Judges a script: syntax, names, and the styles and markup in its texts. A name counts as too new when nothing of that name is old enough:
 * of `x.at()` nobody knows what x is. */
import { parse } from 'acorn';
import { children, data, lacking, own_entry } from './data.mjs';
import { media_parts } from './styles.mjs';
import { functions, unit_parts } from './values.mjs';

const { javascript, api, html, css } = data;
const { builtins, classes, operators, statements, grammar, regular_expressions: expressions } = javascript;

/* Every member of every interface, by its name: [compat, …]. */
function collect_members() {
  const members = new Map();
  const put = (name, compat) => compat && members.set(name, [...(members.get(name) ?? []), compat]);
  for (const tree of [api, builtins, builtins.Intl])
    for (const [, one] of children(tree)) for (const [name, member] of children(one)) put(name.replace(/_static$/, ''), member.__compat);
  return members;
}
const members = collect_members();
/* What lists and texts can do: called so, it is meant so, whatever else the scripts call by that name. */
const LANGUAGE = new Set(['Array', 'String'].flatMap((name) => children(builtins[name]).map(([member]) => member)));
const WORLDS = ['self', 'window', 'globalThis'];

const SYNTAX = {
  StaticBlock: classes.static.initialization_blocks ?? classes.static_initialization_blocks ?? classes.static,
  ChainExpression: operators.optional_chaining,
  PropertyDefinition: classes.public_class_fields,
  PrivateIdentifier: classes.private_class_fields,
};
const MORE_SYNTAX = [
  ['??', operators.nullish_coalescing, (node) => node.type === 'LogicalExpression' && node.operator === '??'],
  ['??=', operators.nullish_coalescing_assignment, (node) => node.type === 'AssignmentExpression' && /^(\?\?|\|\||&&)=$/.test(node.operator)],
  ['catch {}', statements.try_catch.optional_catch_binding, (node) => node.type === 'CatchClause' && !node.param],
  ['1n', builtins.BigInt, (node) => node.type === 'Literal' && node.bigint],
  ['1_000', grammar.numeric_separators, (node) => node.type === 'Literal' && typeof node.value === 'number' && node.raw.includes('_')],
  ['export * as', statements.export.namespace, (node) => node.type === 'ExportAllDeclaration' && node.exported],
  ['import … with', statements.import.import_attributes, (node) => node.attributes?.length],
  ['#method()', classes.private_class_methods, (node) => node.type === 'MethodDefinition' && node.key.type === 'PrivateIdentifier'],
  ['#a in b', classes.private_class_fields_in, (node) => node.type === 'BinaryExpression' && node.left.type === 'PrivateIdentifier'],
  ['new Error(…, { cause })', builtins.Error.Error.options_cause_parameter, (node) => node.type === 'NewExpression' && /Error$/.test(node.callee.name ?? '') && has_key(node.arguments[1], 'cause')],
  ['addEventListener(…, { signal })', api.EventTarget.addEventListener.options_parameter.options_signal_parameter, (node) => called(node) === 'addEventListener' && has_key(node.arguments[2], 'signal')],
];

const has_key = (node, name) => node?.type === 'ObjectExpression' && node.properties.some((one) => one.key?.name === name);
const called = (node) => (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? name_of(node.callee) : undefined);
const name_of = ({ computed, property }) => (computed ? (property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined) : property.name);

function* nodes(node, above) {
  if (Array.isArray(node)) for (const one of node) yield* nodes(one, above);
  else if (node && typeof node.type === 'string') {
    yield [node, above];
    for (const key of Object.keys(node)) if (typeof node[key] === 'object') yield* nodes(node[key], node);
  }
}

const tree_of = (code) => parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });

/* Names that the scripts themselves give to something: those are not the engine's. What is set on something else than `this` may be. */
export function own_names(codes) {
  const own = new Set();
  for (const code of codes) for (const [node] of nodes(tree_of(code))) {
    const defined = node.type === 'ObjectExpression' ? node.properties : node.type === 'ClassBody' ? node.body : [];
    for (const { computed, key } of defined) if (key && !computed) own.add(key.name ?? key.value);
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression' && node.left.object.type === 'ThisExpression' && !node.left.computed) own.add(node.left.property.name);
  }
  return own;
}

/* What a script adds to the language and to pages: add(Array.prototype, { at() … }), whatever the function is called. */
export function added_names(code) {
  const added = new Set();
  for (const [node] of nodes(tree_of(code))) {
    const [home, what] = node.type === 'CallExpression' ? node.arguments : [];
    const given = home && (home.type === 'MemberExpression' && name_of(home) === 'prototype' ? '' : ['Object', 'Promise'].includes(home.name) ? `${home.name}.` : home.name === 'self' ? '' : undefined);
    if (given !== undefined && what?.type === 'ObjectExpression') for (const { key } of what.properties) added.add(given + (key.name ?? key.value));
    if (home && what?.type === 'Literal' && called(node) === 'defineProperty') added.add(what.value);
    else if (home && what?.type === 'TemplateLiteral' && called(node) === 'defineProperty') added.add(what.quasis[0].value.cooked);
  }
  return added;
}

function expression_parts(pattern, flags) {
  return [
    [/\(\?<[=!]/.test(pattern), '(?<=)', expressions.lookbehind_assertion], [/\(\?<[^=!]/.test(pattern), '(?<name>)', expressions.named_capturing_group],
    [/\(\?[a-z]*-?[a-z]+:/.test(pattern), '(?i:)', expressions.modifier], [/\\p\{/i.test(pattern), '\\p{}', expressions.unicode_character_class_escape],
    [/v/.test(flags), '/v', builtins.RegExp.unicodeSets], [/d/.test(flags), '/d', builtins.RegExp.hasIndices], [/s/.test(flags), '/s', builtins.RegExp.dotAll],
  ].filter(([is]) => is).map(([, name, one]) => [name, one.__compat]);
}

const text_of = (node) => (node.type === 'Literal' && typeof node.value === 'string' ? node.value : node.type === 'TemplateLiteral' ? node.quasis.map((part) => part.value.cooked ?? '').join('0') : undefined);

/* Elements and attributes of markup, as Svelte keeps it. */
function markup_parts(text) {
  const parts = [];
  for (const [, tag, rest] of text.matchAll(/<([a-z][a-z0-9]*)((?:\s+[\w:-]+(?:="[^"]*"|=[^\s>"]+)?)*)\s*\/?>/g)) {
    const element = own_entry(html.elements, tag);
    parts.push([`<${tag}>`, element?.__compat]);
    for (const [, name, value] of rest.matchAll(/\s([\w:-]+)(?:="?([^"\s>]*))?/g)) {
      parts.push([`[${name}]`, (own_entry(element, name) ?? own_entry(html.global_attributes, name))?.__compat]);
      if (name === 'type') parts.push([`<${tag} type=${value}>`, own_entry(element, `type_${value}`)?.__compat]);
    }
  }
  return parts;
}

/* Names that nothing but styles has in a text. */
const STYLED = /(?<![\w.$-])(min|max|clamp|env|color-mix|light-dark|oklch|oklab|lch|lab|hwb|conic-gradient|image-set|round)\(/g;
function styled_parts(text) {
  const parts = unit_parts(text).filter(([unit]) => !/\d(ic|lh|cap)$/.test(unit));
  if (!/^[\w\s.,:;#%()/*+'"!<>=-]*$/.test(text)) return parts;
  for (const [, name] of text.matchAll(STYLED)) parts.push([`${name}()`, functions.get(name)]);
  if (/^\s*\(.*\)\s*$/.test(text)) parts.push(...media_parts(text));
  for (const [, property] of text.matchAll(/(?:^|;)\s*([a-z-]+)\s*:/g)) parts.push([property, own_entry(css.properties, property)?.__compat]);
  return parts;
}

const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const property_part = (name) => [dashed(name), own_entry(css.properties, dashed(name))?.__compat];

/* What a script says of styles by names: { translate: … } of a movement, .style.inset. */
function style_parts(node) {
  if (called(node) === 'animate') return [...nodes(node.arguments[0])].filter(([one]) => one.type === 'Property' && !one.computed).map(([{ key }]) => property_part(key.name ?? key.value)).filter(([name]) => !['offset', 'easing', 'composite'].includes(name));
  if (node.type === 'MemberExpression' && node.object.type === 'MemberExpression' && name_of(node.object) === 'style' && name_of(node)) return [property_part(name_of(node))];
  return [];
}

const is_name = (node, above) =>
  node.type === 'Identifier' && !(above?.type === 'MemberExpression' && above.property === node && !above.computed) && !(/^(Property|MethodDefinition|PropertyDefinition)$/.test(above?.type) && above.key === node && !above.computed);

const own_compat = (name) => (own_entry(builtins, name) ?? own_entry(api, name) ?? own_entry(api._globals, name) ?? own_entry(api.Window, name))?.__compat;

export function script_judge(floor, trouble, { fine, own }) {
  const all = (parts) => parts.flatMap(([name, compat]) => (compat ? trouble(name, compat, floor) : []));

  function member(name, is_called) {
    const known = members.get(name);
    if (!known || fine.has(name) || (own.has(name) && !(is_called && LANGUAGE.has(name)))) return [];
    const best = known.map((compat) => lacking(compat, floor));
    return best.some((one) => !one.length) ? [] : [`.${name}: ${best[0].join(', ')}`];
  }

  function reached(node, above) {
    const name = name_of(node);
    if (!name) return [];
    const object = node.object.type === 'Identifier' ? node.object.name : '';
    if (WORLDS.includes(object) && own_compat(name)) return all([[name, own_compat(name)]]);
    const whose = object && (own_entry(builtins, object) ?? own_entry(api, object));
    const exact = whose && (own_entry(whose, `${name}_static`) ?? own_entry(whose, name));
    if (exact?.__compat) return all([[`${object}.${name}`, exact.__compat]]);
    const is_called = above?.type === 'CallExpression' && above.callee === node;
    /* Only texts are asked by an expression. */
    const text = is_called && above.arguments[0]?.regex ? own_entry(builtins.String, name) : undefined;
    return text?.__compat && !fine.has(name) ? all([[`.${name}`, text.__compat]]) : member(name, is_called);
  }

  function named(node, above) {
    if (!is_name(node, above) || node.name.length <= 3 || (above?.type === 'UnaryExpression' && above.operator === 'typeof')) return [];
    return all([[node.name, own_compat(node.name)]]);
  }

  function texts(node, above) {
    const text = text_of(node);
    if (text === undefined || called(above ?? {}) === 'supports') return [];
    return all([...markup_parts(text), ...styled_parts(text), [`[${text}]`, text === 'inert' || text === 'popover' ? html.global_attributes[text].__compat : undefined]]);
  }

  function judged(node, above) {
    const made = /^(New|Call)Expression$/.test(node.type) && node.callee.name === 'RegExp' && node.arguments.length ? node.arguments.map((one) => text_of(one) ?? '') : undefined;
    return [
      ...all([[node.type, SYNTAX[node.type]?.__compat], ...MORE_SYNTAX.filter(([, , is]) => is(node)).map(([name, one]) => [name, one.__compat]), ...style_parts(node)]),
      ...(node.type === 'Literal' && node.regex ? all(expression_parts(node.regex.pattern, node.regex.flags)) : []),
      ...(made ? all(expression_parts(made[0], made[1] ?? '')) : []),
      ...(node.type === 'MemberExpression' ? reached(node, above) : named(node, above)),
      ...(node.type === 'ObjectPattern' ? node.properties.flatMap(({ computed, key }) => (key && !computed ? member(key.name ?? key.value, false) : [])) : []),
      ...texts(node, above),
    ];
  }

  return (code) => {
    const found = new Set();
    let tree;
    try {
      tree = tree_of(code);
    } catch (error) {
      return [`syntax: ${error.message}: ${code.slice(Math.max(0, error.pos - 30), error.pos + 30)}`];
    }
    for (const [node, above] of nodes(tree)) for (const one of judged(node, above)) found.add(one);
    if (awaits(tree.body).next().value) for (const one of all([['await outside of functions', operators.await.top_level.__compat]])) found.add(one);
    return [...found];
  };
}

/* Whether something is awaited outside of every function. */
function* awaits(node) {
  if (Array.isArray(node)) for (const one of node) yield* awaits(one);
  else if (node && typeof node.type === 'string') {
    if (/Function|^MethodDefinition|^PropertyDefinition|^StaticBlock/.test(node.type)) return;
    if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)) yield true;
    for (const key of Object.keys(node)) if (typeof node[key] === 'object') yield* awaits(node[key]);
  }
}
