/* Styles for engines from Chromium 64 on. */
import { describe, expect, test } from 'vitest';
import { old_styles, plain_selector, plain_stops, plain_value, without_old } from '../plugins/old_styles.ts';

describe('old styles', () => {
  test('a comparison becomes the argument that counts on a television', () => {
    expect(plain_value('clamp(1rem, 2.6vmin, 3rem)')).toBe('2.6vmin');
    expect(plain_value('max(1rem, min(2.6vmin, 3rem))')).toBe('2.6vmin');
    expect(plain_value('min(46vmin, 100%)')).toBe('46vmin');
    expect(plain_value('min(2.2vw, 10px)')).toBe('10px');
    expect(plain_value('env(safe-area-inset-top)')).toBe('0px');
    expect(plain_value('max(0.46rem, min(var(--fit), calc(1px * var(--a))))')).toBe('var(--fit)');
    expect(plain_value('repeat(2, minmax(0, 1fr))')).toBe('repeat(2, minmax(0, 1fr))');
  });
  test('the original follows for engines that know it', () => {
    expect(old_styles('a{width:min(46vmin,100%)}')).toBe('a{width:46vmin}@supports (width: max(1px, 1px)){a{width:min(46vmin,100%)}}');
  });
  test('the gap of a flex box becomes margins, also where something else said that it is one', () => {
    expect(old_styles('a{display:flex;gap:1px}')).toBe('a{display:flex;gap:1px}@supports not (appearance: none){a>*+*{margin-left:1px;margin-top:0}}');
    expect(old_styles('.a{display:flex;flex-direction:column}.a.b{gap:1px}')).toContain('.a.b>*+*{margin-top:1px;margin-left:0}');
    expect(old_styles('a{display:flex;gap:1px}@media print{a{flex-direction:column}}')).toContain('@media print{a{flex-direction:column}@supports not (appearance: none){a>*+*{margin-top:1px;margin-left:0}}}');
    expect(old_styles('a{display:flex;flex-wrap:wrap;gap:2px}')).toContain('a>*{margin:calc(2px / 2) calc(2px / 2)}a{margin-top:calc(2px / -2);margin-bottom:calc(2px / -2)}');
  });
  test('half of nothing is a length', () => {
    expect(old_styles('a{display:flex;flex-wrap:wrap;gap:0 2px}')).toContain('a>*{margin:calc(0px / 2) calc(2px / 2)}');
  });
  test('a stop of a gradient with two places is two stops', () => {
    expect(plain_stops('repeating-linear-gradient(45deg, #111 0 calc(var(--u) * 0.8), #222 calc(var(--u) * 0.8) var(--v)), red')).toBe(
      'repeating-linear-gradient(45deg, #111 0, #111 calc(var(--u) * 0.8), #222 calc(var(--u) * 0.8), #222 var(--v)), red',
    );
    expect(plain_stops('radial-gradient(ellipse 30% 48% at 50% 44%, var(--key), transparent 80%)')).toBe('radial-gradient(ellipse 30% 48% at 50% 44%, var(--key), transparent 80%)');
    expect(plain_stops('radial-gradient(120vmax 80vmax at 50% -20vmax, var(--glow), transparent 70%) no-repeat var(--ground)')).toBe('radial-gradient(120vmax 80vmax at 50% -20vmax, var(--glow), transparent 70%) no-repeat var(--ground)');
  });
  test('colours have commas', () => {
    expect(old_styles('a{box-shadow:0 var(--u) rgb(20 10 40 / 0.3)}b{color:hsl(20 10% 40%)}')).toBe('a{box-shadow:0 var(--u) rgba(20,10,40,0.3)}b{color:hsl(20,10%,40%)}');
  });
  test('what stands for a gap is said in old words, too', () => {
    expect(old_styles('a{display:flex;gap:min(4px,9px)}')).toContain('@supports not (appearance: none){a>*+*{margin-left:4px;margin-top:0}');
  });
  test('a grid keeps its gap, under both names', () => {
    expect(old_styles('a{display:grid;gap:1px}')).toBe('a{display:grid;grid-gap:1px;gap:1px}');
  });
  test('a ratio becomes the side that is not known', () => {
    expect(old_styles('a{width:4em;aspect-ratio:64/96}')).toBe('a{width:4em;height:calc(4em * 96 / 64);aspect-ratio:64/96}');
  });
  test('a box as wide as its place gets its height from the width of that place', () => {
    expect(old_styles('a{width:100%;aspect-ratio:2 / 1;contain:strict}')).toContain('@supports not (aspect-ratio: 1){a{contain:layout paint}a::before{content:"";display:block;grid-area:1/1;padding-top:calc(1 / 2 * 100%)}}');
    expect(old_styles('a{width:var(--wide,100%);aspect-ratio:1}')).toContain('@supports not (aspect-ratio: 1){a::before{content:"";display:block;grid-area:1/1;padding-top:calc(1 / 1 * 100%)}}');
  });
  test('moves become one transform, sides get their names', () => {
    expect(old_styles('a{translate:-50% -50%;rotate:2deg}')).toBe('a{transform:translate(-50%, -50%) rotate(2deg)}');
    expect(old_styles('a{margin-inline:auto}')).toBe('a{margin-left:auto;margin-right:auto}');
  });
  test('what an engine is asked for is asked by its own name', () => {
    expect(old_styles('@supports not ((-webkit-appearance:none) or (appearance:none)){a{top:0}}')).toBe('@supports not (appearance: none){a{top:0}}');
  });
  test('selectors say what engines know', () => {
    expect(plain_selector('.a.svelte-x b:where(.svelte-x):focus-visible')).toBe('.a.svelte-x b.svelte-x:focus');
  });
  test('what is measured by a container is said once more, for engines that measure none', () => {
    const both = '@media print{a{--b:1cqi;top:0}}@supports not (container-type:inline-size){@media print{a{--b:1vmin}}}';
    expect(old_styles(both)).toBe('@media print{a{top:0}}@supports not (container-type:inline-size){@media print{a{--b:1vmin}}}');
    expect(without_old(both)).toBe('@media print{a{--b:1cqi;top:0}}');
    for (const only of ['a{--b:calc(100cqi - 1px)}', 'a{width:1cqw}', 'a{--b:1cqi}@supports not (container-type:inline-size){c{--b:1vmin}}', '@media print{a{--b:1cqi}}@supports not (container-type:inline-size){a{--b:1vmin}}'])
      expect(() => old_styles(only)).toThrow('container-type');
  });
});
