/* What the bundle for old engines is made of, in TAP: no syntax and no names that Chromium 64 does not know.
 *
 * usage: old_bundle.mjs SOURCE_ROOT [--self-test]
 * The self-test gives the same judge too new words and asks that each is found. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import postcss from 'postcss';
import { run, test } from './e2e/tap.mjs';

const root = process.argv[2];
const dist = join(root, 'web/dist');

/* Chromium 64 reads the language of 2018, import() and import.meta. The parser knows whole years, so what else came
 * with the year of import() is looked for by kind. */
const YEAR = 2020;
const TOO_NEW = {
  ChainExpression: () => 'a?.b',
  LogicalExpression: (node) => node.operator === '??' && 'a ?? b',
  CatchClause: (node) => !node.param && 'catch without a name',
  ExportAllDeclaration: (node) => node.exported && 'export * as',
  Literal: (node) => node.bigint && 'a big number',
};

/* Names that came after Chromium 64, and that web/src/old does not make up for. */
const METHODS = [
  'toSorted', 'toReversed', 'toSpliced', 'groupBy', 'withResolvers', 'fromAsync', 'any', 'checkVisibility', 'showPopover',
  'hidePopover', 'togglePopover', 'startViewTransition', 'moveBefore', 'setHTMLUnsafe', 'randomUUID', 'isWellFormed', 'toWellFormed', 'getSetCookie',
];
const GLOBALS = ['WeakRef', 'FinalizationRegistry', 'AggregateError', 'BigInt', 'Highlight', 'Navigation', 'Segmenter', 'CompressionStream'];

function* nodes(node) {
  if (Array.isArray(node)) for (const one of node) yield* nodes(one);
  else if (node && typeof node.type === 'string') {
    yield node;
    for (const key of Object.keys(node)) if (typeof node[key] === 'object') yield* nodes(node[key]);
  }
}

export function script_troubles(code) {
  let tree;
  try {
    tree = parse(code, { ecmaVersion: YEAR, sourceType: 'module' });
  } catch (error) {
    return [`syntax: ${error.message}: ${code.slice(Math.max(0, error.pos - 30), error.pos + 30)}`];
  }
  const found = new Set();
  for (const node of nodes(tree)) {
    const what = TOO_NEW[node.type]?.(node);
    if (what) found.add(what);
    const callee = node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && !node.callee.computed && node.callee.property.name;
    const text = node.type === 'Literal' ? node.value : node.type === 'TemplateLiteral' ? node.quasis.map((part) => part.value.cooked).join('0') : undefined;
    if (typeof text === 'string' && SPACED.test(text)) found.add(text.slice(0, 60));
    if (callee && METHODS.includes(callee)) found.add(`.${callee}()`);
    if (node.type === 'NewExpression' && GLOBALS.includes(node.callee.name ?? node.callee.property?.name)) found.add(`new ${node.callee.name ?? node.callee.property.name}`);
  }
  return [...found];
}

/* Colours with spaces between their parts (Chromium 65), stops of gradients with two places (71); the second with sums in one piece. */
const SPACED = /\b(rgb|hsl)a?\([^(),]*\s[^(),]*\)/;
const TWO_PLACES = /gradient\((.*[,(])?\s*(?!at |to |circle|ellipse|closest|farthest)[#\w-]+(\([^()]*\))? [-\d.]*(%|[a-z]+|[a-z]*\([^,]*\))? (-?[\d.]+(%|[a-z]+)|(calc|var)\([^,]*\))\s*[,)]/;

/* In styles: what would be dropped, unless it stands behind @supports or only adds something. */
const VALUES = [/(^|[^\w-])(min|max|clamp|env)\(/, /\d(d|s|l)v(h|w|min|max)\b/, /\dcq\w+/, /color-mix\(/, /light-dark\(/, /oklch\(/, SPACED, TWO_PLACES, /calc\(0 [*/]/];
const SELECTORS = [/:where\(/, /:is\(/, /:focus-visible/, /(^|[^\w-])&/];
const PROPERTIES = ['inset', 'translate', 'rotate', 'scale', 'margin-inline', 'padding-inline', 'margin-block', 'padding-block'];

export function style_troubles(text) {
  const found = new Set();
  const sheet = postcss.parse(text);
  sheet.walk((node) => {
    for (let up = node.parent; up; up = up.parent) if (up.type === 'atrule' && up.name === 'supports' && !up.params.startsWith('not')) return;
    if (node.type === 'rule') for (const one of SELECTORS) if (one.test(node.selector)) found.add(node.selector);
    if (node.type === 'atrule' && ['layer', 'container', 'property', 'scope', 'starting-style'].includes(node.name)) found.add(`@${node.name}`);
    if (node.type !== 'decl') return;
    if (PROPERTIES.includes(node.prop)) found.add(node.prop);
    for (const one of VALUES) if (one.test(node.value)) found.add(`${node.prop}: ${node.value}`);
    const flex = node.prop === 'gap' && node.parent.some((other) => other.prop === 'display' && other.value.includes('flex'));
    /* Whoever lacks it needs the margins that follow. */
    const after = flex ? [node.parent.next(), node.parent.next()?.next()] : [];
    const made_up = after.some((one) => one?.name === 'supports' && one.params.startsWith('not') && node.parent.selectors.some((selector) => one.toString().includes(`${selector}>*`)));
    if (flex && !made_up) found.add(`${node.parent.selector} { display: flex; gap }`);
  });
  return [...found];
}

function check(name, troubles) {
  test(name, (t) => t.deepEqual(troubles.slice(0, 10), []));
}

function self_test() {
  const scripts = {
    'optional chaining': 'a?.b', 'nullish': 'a ?? b', 'assignment': 'a ??= b', 'a private field': 'class A { #b = 1 }', 'a field': 'class A { b = 1 }',
    'catch without a name': 'try { a() } catch { b() }', 'top-level await': 'await a', 'a big number': '1n', 'a new method': 'a.toSorted()',
    'a new object': 'new WeakRef(a)', 'a static block': 'class A { static { b() } }', 'a separator in a number': '1_000',
    'a colour with spaces': 'const a = (b) => `hsl(${b} 78% 76%)`',
  };
  for (const [name, code] of Object.entries(scripts)) check(`${name} is found`, script_troubles(code).length ? [] : [code]);
  const styles = {
    'clamp()': 'a{width:clamp(1px,2vw,3px)}', 'a gap of a flex box': 'a{display:flex;gap:1px}', ':where()': 'a:where(.b){top:0}', 'inset': 'a{inset:0}',
    'dvh': 'a{height:1dvh}', '@layer': '@layer a{b{top:0}}', 'rotate': 'a{rotate:1deg}', 'color-mix()': 'a{color:color-mix(in srgb,red,blue)}',
    'a colour with spaces': 'a{color:rgb(1 2 3 / .5)}', 'a stop with two places': 'a{background:linear-gradient(45deg, #111 0 calc(var(--u) * 2), #222 var(--v))}', 'half of a bare nothing': 'a{margin:calc(0 / 2)}',
  };
  for (const [name, text] of Object.entries(styles)) check(`${name} is found`, style_troubles(text).length ? [] : [text]);
  check('what Chromium 64 knows is let through', [
    ...script_troubles('const a = async () => { try { await import("./b.js"); } catch (e) { return { ...e, m: import.meta.url }; } };'),
    ...style_troubles('a{background:radial-gradient(ellipse 30% 48% at 50% 44%, var(--key), transparent 80%),radial-gradient(at 50% 45%, #111, #222 75%),linear-gradient(45deg, #111 0, #111 calc(var(--u) * .8), rgba(1,2,3,.5) 3px)}'),
    ...style_troubles('a{display:grid;grid-gap:1px;gap:1px}@supports (width: max(1px, 1px)){a{width:max(1px,2vw)}}'),
  ]);
}

function bundle() {
  if (!existsSync(join(dist, 'old.js'))) return check('the bundle for old engines is built (make web)', ['there is no web/dist/old.js']);
  const folder = join(dist, 'assets/old');
  const names = readdirSync(folder).sort();
  const read = (path) => readFileSync(path, 'utf8');
  const [start] = readdirSync(join(dist, 'assets')).filter((name) => /^start-.*\.js$/.test(name));
  check('the script that chooses the bundle is read by old engines', script_troubles(read(join(dist, 'assets', start))));
  check('it needs no other file', /^import|[;}]import[{"'`]/m.test(read(join(dist, 'assets', start))) ? ['it imports something'] : []);
  check('what engines lack comes before anything of the app', /\bimport\b/.test(read(join(dist, 'old.js'))) ? ['old.js imports something'] : []);
  const scripts = [join(dist, 'old.js'), join(dist, 'old-app.js'), ...names.filter((name) => name.endsWith('.js')).map((name) => join(folder, name))];
  check(`${scripts.length} scripts have no syntax and no names that are too new`, scripts.flatMap((path) => script_troubles(read(path)).map((one) => `${path.slice(dist.length)}: ${one}`)));
  const styles = names.filter((name) => name.endsWith('.css'));
  check(`${styles.length} styles have nothing that is too new`, styles.flatMap((name) => style_troubles(read(join(folder, name))).map((one) => `${name}: ${one}`)));
  const today = ['index.html', 'j.html', 't.html', 'worker.js'].filter((name) => /\/old/.test(read(join(dist, name))));
  check('pages and worker of today name nothing of it', today);
  for (const page of ['index.html', 'j.html', 't.html']) {
    const text = read(join(dist, page));
    check(`${page} says in three languages what to do, without a script`, ['en', 'de', 'fr'].filter((language) => !text.includes(`<p lang="${language}">`)));
  }
}

if (process.argv[3] === '--self-test') self_test();
else bundle();
await run([]);
