/* Judges scripts and styles by what engines know, after MDN's compatibility data: what cannot be run here (Safari 15.4,
 * Firefox 100 …) is held by this.
 *
 *     const judge = judge_for({ safari: '15.4', chrome: '98', firefox: '100' }, { allow: ['wakeLock'] });
 *     judge.script('a.toSorted()')           ['.toSorted: chrome 110, firefox 115, safari 16']
 *     judge.style('a{width:1cqw}')           …
 *
 * What engines know and how it is looked for is in tests/features. */
import { floor_of, lacking } from './features/data.mjs';
import { added_names, own_names, script_judge } from './features/scripts.mjs';
import { style_judge } from './features/styles.mjs';

export { added_names, own_names };

export function judge_for(engines, { allow = [], own = new Set() } = {}) {
  const fine = new Set(allow);
  const floor = floor_of(engines);
  const trouble = (name, compat, at) => {
    const without = compat && !fine.has(name) && !fine.has(name.split(':')[0]) ? lacking(compat, at) : [];
    return without.length ? [`${name}: ${without.join(', ')}`] : [];
  };
  return { script: script_judge(floor, trouble, { fine, own }), style: style_judge(floor, trouble) };
}
