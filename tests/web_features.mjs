/* What both bundles of the web app are made of, by what engines know (features.mjs), in TAP: nothing is newer than the
 * oldest engine that takes the bundle (docs/web.md), but for what is asked for first, made up for, or only adds something.
 *
 * usage: web_features.mjs SOURCE_ROOT [--self-test]
 * The self-test plants too new words and asks that each is found. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, test } from './e2e/tap.mjs';
import { judge_for, own_names } from './features.mjs';

const root = process.argv[2];
const dist = join(root, 'web/dist');
const read = (path) => readFileSync(path, 'utf8');

/* web/src/boot.ts sends everybody else to the second bundle. */
const TODAY = { chrome: '105', safari: '16', safari_ios: '16', firefox: '110' };
const OLD = { chrome: '64', safari: '15.4', safari_ios: '15.4', firefox: '100' };

/* What an engine may do without: nothing is lost but a nicety. */
const NICETIES = [
  'text-wrap', 'accent-color', 'overscroll-behavior', 'overscroll-behavior-y', 'outline', 'resize', 'color-scheme', 'text-decoration-thickness', 'appearance', 'cursor', 'paint-order', ':marker',
  'scroll-margin-bottom' /* of the deck editor, which no television opens */,
  ':has' /* wide tables of the rules; fewer things beside an open keyboard */,
  '(prefers-reduced-motion)', '(prefers-color-scheme)',
];
/* What stands beside the same under the name that Safari has for it. */
const PREFIXED = ['user-select', 'text-size-adjust', 'hyphens'];
/* What is asked for before it is used. */
const ASKED = ['canShare', 'wakeLock', 'userActivation', 'hasBeenActive', 'checkVisibility', 'fullscreenEnabled', 'fullscreenElement', 'exitFullscreen', 'requestFullscreen', 'createPolicy', 'currentCSSZoom'];
/* Names of ours, or of an older thing of the same name, that the data knows as something newer only. */
const OURS = ['memory', 'bytes', 'variant', 'subject', 'silent', 'commit', 'errors', 'records', 'fontFamily', 'cancelScheduledValues', 'blockSize'];
const allow = [...NICETIES, ...PREFIXED, ...ASKED, ...OURS];
/* What web/src/old and plugins/old_styles.ts make up for. */
const MADE_UP = [
  'Object.fromEntries', 'Promise.allSettled', 'globalThis', 'queueMicrotask', 'structuredClone', 'finished', 'playState', 'Animation',
  'aspect-ratio', 'container-type', 'place-items: start', 'align-content: start',
];

function judge_bundle(name, folder, others, engines, more) {
  const files = [...readdirSync(join(dist, folder)).map((file) => join(dist, folder, file)), ...others.map((file) => join(dist, file))].sort();
  const scripts = files.filter((file) => file.endsWith('.js'));
  const styles = files.filter((file) => file.endsWith('.css'));
  const judge = judge_for(engines, { allow: [...allow, ...more], own: own_names(scripts.map(read)) });
  const engine_names = Object.entries(engines).filter(([engine]) => engine !== 'safari_ios').map(([engine, version]) => `${engine} ${version}`).join(', ');
  const all = (some, how) => some.flatMap((file) => how(read(file)).map((trouble) => `${file.slice(dist.length)}: ${trouble}`));
  test(`${scripts.length} scripts of the ${name} bundle run on ${engine_names}`, (t) => t.deepEqual(all(scripts, judge.script), []));
  test(`${styles.length} styles of the ${name} bundle are known to ${engine_names}`, (t) => t.deepEqual(all(styles, judge.style), []));
}

/* The page of a keepsake has files of its own. */
function judge_keepsake() {
  const folder = join(root, 'src/keepsake');
  const judge = judge_for({ ...OLD, chrome: '86' }, { allow: [...allow, 'aspect-ratio', 'canShare', 'share', '@page', 'break-after'] });
  test('the page of a keepsake is known to phones', (t) => t.deepEqual([...judge.script(read(join(folder, 'page.js'))), ...judge.style(read(join(folder, 'page.css')))], []));
}

function self_test() {
  const scripts = {
    'a new method': 'a.toSorted()', 'a new function': 'Object.groupBy(a, b)', 'a new promise': 'Promise.withResolvers()', 'a new object': 'new CompressionStream("gzip")',
    'a look behind': 'a.match(/(?<=b)c/)', 'a transition of views': 'document.startViewTransition(a)', 'a popover': 'a.showPopover()',
  };
  const styles = {
    'a selector': 'a:user-invalid{top:0}', 'nesting': 'a{& b{top:0}}', 'a unit': 'a{height:1dvh}', 'a unit in a variable': 'a{--b:1dvh}', 'a function': 'a{color:light-dark(red,blue)}',
    'a property': 'a{text-box-trim:trim-both}', 'a rule': '@starting-style{a{top:0}}', 'a range': '@media (width >= 1px){a{top:0}}', 'a keyword': 'a{width:stretch}',
  };
  const judge = judge_for({ ...TODAY });
  const old = judge_for(OLD);
  for (const [name, code] of Object.entries(scripts)) test(`${name} is found`, (t) => t.ok(judge.script(code).length, code));
  for (const [name, code] of Object.entries(styles)) test(`${name} is found`, (t) => t.ok(judge.style(code).length, code));
  for (const code of ['a?.b', 'a ??= b', 'class A { static { b() } }', 'a.at(1)', 'structuredClone(a)']) test(`${code} is found for old engines`, (t) => t.ok(old.script(code).length));
  for (const code of ['a{inset:0}', 'a{width:clamp(1px,2px,3px)}', '@container (width:1px){a{top:0}}', 'a{width:1cqw}', 'a{translate:1px}']) test(`${code} is found for old engines`, (t) => t.ok(old.style(code).length));
  test('what engines know is let through', (t) => t.deepEqual([
    ...judge.script('const a = structuredClone(b?.c ?? [1].at(-1)); class D { #e = 1 }'), ...judge.style('a{inset:0;width:clamp(1px,2cqw,3px)}@supports (height:1dvh){a{height:1dvh}}'),
    ...judge.style('a{height:1vh;height:1dvh}'), ...old.script('const f = async () => ({ ...await g() });'), ...old.style('a{display:grid;width:calc(1px + 1vmin)}'),
  ], []));
}

if (process.argv[3] === '--self-test') self_test();
else {
  judge_bundle('first', 'assets', ['worker.js'], TODAY, []);
  judge_bundle('second', 'assets/old', ['old.js', 'old-app.js'], OLD, MADE_UP);
  judge_keepsake();
}
await run([]);
