/* What both bundles of the web app are made of, by what engines know (features.mjs), in TAP: nothing is newer than the
 * oldest engine that takes the bundle (docs/web.md), but for what is asked for first, made up for, or only adds something.
 *
 * usage: web_features.mjs SOURCE_ROOT [--self-test]
 * The self-test plants too new words and asks that each is found. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, test } from './e2e/tap.mjs';
import { added_names, judge_for, own_names } from './features.mjs';

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
  '[enterkeyhint]', '[autocapitalize]', '[autocorrect]', '[autocomplete]' /* what a phone's keyboard offers */,
  '[loading]', '[decoding]', 'playsInline' /* when a picture or a film comes, and where it plays */,
  '[inert]', 'inert' /* who lacks it can reach by Tab what is on its way out, and the small stage beside a hand */,
];
/* What stands beside the same under the name that Safari has for it. */
const PREFIXED = ['user-select', 'text-size-adjust', 'hyphens'];
/* What is asked for before it is used. */
const ASKED = ['canShare', 'wakeLock', 'userActivation', 'hasBeenActive', 'checkVisibility', 'fullscreenEnabled', 'fullscreenElement', 'exitFullscreen', 'requestFullscreen', 'createPolicy', 'currentCSSZoom', 'requestIdleCallback'];
/* Names of ours, or of an older thing of the same name, that the data knows as something newer only. */
const OURS = ['memory', 'bytes', 'variant', 'subject', 'silent', 'commit', 'errors', 'records', 'fontFamily', 'cancelScheduledValues', 'blockSize', 'srcObject', 'font'];
const allow = [...NICETIES, ...PREFIXED, ...ASKED, ...OURS];
/* What web/src/old and plugins/old_styles.ts make up for, besides what old.js adds by name; made up for an engine that has no better. */
const MADE_UP = ['playState', 'Animation', 'signal', 'aborted', 'aspect-ratio', 'container-type', 'place-items: start', 'align-content: start'];

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

/* Styles that a component sets by itself (`style:scale={…}`) are in no file that plugins/old_styles.ts rewrites: what they name is known everywhere. */
const set_by_itself = (code) => [...code.matchAll(/\sstyle:([a-z][a-z-]*)/g)].map(([, property]) => `a{${property}:inherit}`);

function judge_components() {
  const folders = ['web/src', ...readdirSync(join(root, 'games')).map((id) => `games/${id}/web`)].map((folder) => join(root, folder)).filter(existsSync);
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.svelte')).map((file) => join(folder, file)));
  const judge = judge_for(OLD, { allow });
  test(`what ${files.length} components set by themselves is known to chrome ${OLD.chrome}`, (t) =>
    t.deepEqual(files.flatMap((file) => set_by_itself(read(file)).flatMap(judge.style).map((trouble) => `${file.slice(root.length)}: ${trouble}`)), []));
}

/* The page of a keepsake has files of its own. */
function judge_keepsake() {
  const folder = join(root, 'src/keepsake');
  const judge = judge_for({ ...OLD, chrome: '86' }, { allow: [...allow, 'aspect-ratio', 'canShare', 'share', '@page', 'break-after'] });
  test('the page of a keepsake is known to phones', (t) => t.deepEqual([...judge.script(read(join(folder, 'page.js'))), ...judge.style(read(join(folder, 'page.css')))], []));
}

/* Too new for every engine of the floors, for the first bundle (Safari 16, Firefox 110, Chromium 105), for phones of the second (Safari 15.4,
 * Firefox 100, Chromium 86), and for its televisions (Chromium 64): what is found there is found below. */
const NEW_SCRIPTS = {
  first: [
    'a.toSorted()', 'Object.groupBy(a, b)', 'Promise.withResolvers()', 'new CompressionStream("gzip")', 'a.match(/(?<=b)c/)', 'new RegExp("(?<!b)c")', 'a.match(/(?i:b)/)', 'a.match(/b/v)',
    'document.startViewTransition(a)', 'a.showPopover()', 'new Set(a).union(b)', 'Array.fromAsync(a)', 'new Intl.Segmenter()', 'AbortSignal.any(a)', 'requestIdleCallback(a)', 'import a from "b" with { type: "json" }',
    'a.style.setProperty("--b", "1dvh")', 'a.style.setProperty("height", `${b}dvh`)', 'a.style.cssText = "text-box-trim:trim-both;top:0"', 'matchMedia("(width >= 1px)")', 'b(`<div popover></div>`)', 'b("<p inert>a</p>")', 'a.inert = true',
    'const { locks, userAgentData } = navigator', 'await a', 'a["toSorted"]()',
  ],
  phones: ['a.at(1)', 'a.findLast(b)', 'a.findLastIndex(b)', 'Object.hasOwn(a, b)', 'structuredClone(a)', 'self.structuredClone(a)', 'class A { static { b() } }', 'a.match(/b/d)', '#b in c', 'new Error("a", { cause: b })', 'a.addEventListener("b", c, { signal: d })', 'crypto.randomUUID()', 'a.style.inset = "0"', 'a.animate([{ inset: "0" }])'],
  televisions: ['a?.b', 'a ?? b', 'a ??= b', 'a ||= b', 'class A { b = 1 }', 'class A { #b = 1 }', 'class A { #b() {} }', 'try { a() } catch { b() }', '1n', '1_000', 'export * as a from "b"', 'a.flat()', 'a.flatMap(b)', 'a.replaceAll("b", "c")', 'a.matchAll(/b/g)', 'a.trimEnd()', 'Object.fromEntries(a)', 'Promise.allSettled(a)', 'Promise.any(a)', 'globalThis.a', 'queueMicrotask(a)', 'a.replaceChildren()', 'a.toggleAttribute("b")', 'a.getAnimations()', 'new Intl.ListFormat("de")', 'a({ size: "clamp(1rem, 2vw, 3rem)" })', 'a.style.width = `min(${b}px, 2px)`', 'a.animate([{ translate: "1px" }])', 'a.style.setProperty("--b", "env(safe-area-inset-top)")'],
};
const NEW_STYLES = {
  first: [
    'a:has(b){top:0}', 'a:user-invalid{top:0}', 'a{& b{top:0}}', 'a{height:1dvh}', 'a{--b:1dvh}', 'a{--b:calc(1px + 2svh)}', 'a{height:1lvh}', 'a{height:1lh}', 'a{color:light-dark(red,blue)}', 'a{color:color-mix(in srgb,red,blue)}', 'a{--b:color-mix(in srgb,red,blue)}', 'a{color:oklch(1 2 3)}', 'a{color:rgb(from red r g b)}',
    'a{text-box-trim:trim-both}', '@starting-style{a{top:0}}', '@media (width >= 1px){a{top:0}}', '@media (hover) or (pointer:fine){a{top:0}}', '@property --a{syntax:"*";inherits:false}', '@scope (a){b{top:0}}', 'a{width:stretch}', 'a{width:round(1px,2px)}', 'a{transition-timing-function:linear(0,1)}', 'a{mask-image:none}', 'a:nth-child(1 of b){top:0}', '@font-face{font-family:a;size-adjust:90%}',
    'a,b:has(c){top:0}', 'a{top:1px;top:calc(var(--b) * 1dvh)}', '@supports (width:max(1px,1px)){a{height:1dvh}}', '@supports not (height:1dvh){a{height:1svh}}', 'a{grid-template-rows:subgrid}', 'a{container-type:scroll-state}',
  ],
  phones: ['a{inset:0}', 'a{aspect-ratio:1}', 'a{width:1cqw}', 'a{--b:1cqi}', 'a{--b:calc(100cqi - 1.8rem)}', '@container (width:1px){a{top:0}}', 'a{translate:1px}', 'a{rotate:1deg}', 'a:is(b,c){top:0}', 'a:where(b){top:0}', 'a:not(b,c){top:0}', 'a:not(b c){top:0}', '@layer a{b{top:0}}', 'a{overflow:clip}', 'a{accent-color:red}', 'a:modal{top:0}', '@supports not (container-type:inline-size){a{--b:1cqi}}', '@supports (width:max(1px,1px)){a{width:1cqi}}', 'a{margin-inline:1px}'],
  televisions: ['a{width:clamp(1px,2px,3px)}', 'a{width:min(1px,2px)}', 'a{--b:max(1px,2px)}', 'a{padding:env(safe-area-inset-top)}', 'a:focus-visible{top:0}', 'a{color:rgb(1 2 3 / .5)}', 'a{display:contents}', 'a{white-space:break-spaces}', 'a{background:conic-gradient(red,blue)}', 'a{content-visibility:auto}', 'a{inset-inline-start:0}'],
};

function self_test() {
  const floors = { first: TODAY, phones: { ...OLD, chrome: '86' }, televisions: OLD };
  const below = { first: ['first'], phones: ['first', 'phones'], televisions: ['first', 'phones', 'televisions'] };
  for (const [name, engines] of Object.entries(floors)) {
    const judge = judge_for(engines);
    const let_through = (all, how) => below[name].flatMap((one) => all[one]).filter((code) => !how(code).length);
    test(`every too new word of scripts is found: ${name}`, (t) => t.deepEqual(let_through(NEW_SCRIPTS, judge.script), []));
    test(`every too new word of styles is found: ${name}`, (t) => t.deepEqual(let_through(NEW_STYLES, judge.style), []));
  }
  const [judge, old] = [judge_for(TODAY), judge_for(OLD)];
  /* Names of ours do not hide what lists and texts are asked for; what old.js adds is known by what it says. */
  const frames = own_names(['const a = { at: 1, flat: 2, inert: 3 }; this.locks = 4; b.showPopover = 5;']);
  test('a name of ours hides no method of the language', (t) => t.ok(judge_for(OLD, { own: frames }).script('a.at(1)').length));
  test('a name of ours is not taken for the engine\'s', (t) => t.deepEqual(judge_for(OLD, { own: frames }).script('a.at + a.locks + a.flat'), []));
  test('what is set on something else than itself is no name of ours', (t) => t.ok(!frames.has('showPopover')));
  test('what a component sets by itself is judged', (t) => {
    for (const property of ['scale', 'translate', 'rotate', 'inset', 'aspect-ratio']) t.ok(set_by_itself(`<p style:${property}={a}></p>`).flatMap(old.style).length, property);
    t.deepEqual(set_by_itself('<p style:transform={a} style:--b={c} style:left="1px"></p>').flatMap(old.style), []);
  });
  test('what is added is known', (t) => t.deepEqual([...added_names('e(Array.prototype,{at(){},flat(){}}),e(Promise,{allSettled:f}),e(self,{g:h}),e(i,{j:k})')], ['at', 'flat', 'Promise.allSettled', 'g']));
  test('what engines know is let through', (t) => t.deepEqual([
    ...judge.script('const a = structuredClone(b?.c ?? [1].at(-1)); class D { #e = 1 } f(`<div class="min(" hidden></div>`, "min. (2)"); CSS.supports("height:1dvh");'), ...judge.style('a{inset:0;width:clamp(1px,2cqw,3px)}@supports (height:1dvh){a{height:1dvh}}'),
    ...judge.style('a{height:1vh;height:1dvh}@supports selector(:has(a)){a:has(b){top:0}}'), ...old.script('const f = async () => ({ ...await g() });'), ...old.style('a{display:grid;width:calc(1px + 1vmin)}@supports (container-type:inline-size){a{width:min(1px,1cqi)}}'),
    ...old.style('@supports (width:max(1px,1px)) and (not (height:1dvh)){a{width:min(1px,2px)}}'),
  ], []));
}

if (process.argv[3] === '--self-test') self_test();
else {
  judge_bundle('first', 'assets', ['worker.js'], TODAY, []);
  judge_bundle('second', 'assets/old', ['old.js', 'old-app.js'], OLD, [...MADE_UP, ...added_names(read(join(dist, 'old.js')))]);
  judge_components();
  judge_keepsake();
}
await run([]);
