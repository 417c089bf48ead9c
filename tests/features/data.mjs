/* What engines know, after MDN's compatibility data.
 *
 *     const floor = floor_of({ safari: '15.4', chrome: '86' });
 *     lacking(data.css.properties.inset.__compat, floor)          ['chrome 87']
 *     raised(floor, [compat, …])                                  the floor among engines that know all of these */
import { readFileSync } from 'node:fs';

export const data = JSON.parse(readFileSync(new URL(import.meta.resolve('@mdn/browser-compat-data')), 'utf8'));

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

/* The oldest version of each engine, as numbers. */
export const floor_of = (engines) => Object.fromEntries(Object.entries(engines).map(([engine, version]) => [engine, number(version)]));

const told = (version) => (version === Infinity ? 'never' : String(Math.floor(version)) + (version % 1 ? `.${Math.round((version % 1) * 1000)}` : ''));

export function lacking(compat, floor) {
  return Object.entries(floor).filter(([engine, version]) => since(compat, engine) > version).map(([engine]) => `${engine} ${told(since(compat, engine))}`);
}

export const raised = (floor, compats) => Object.fromEntries(Object.entries(floor).map(([engine, version]) => [engine, Math.max(version, ...compats.map((one) => since(one, engine)))]));

/* Whoever comes by either way. */
export const lower = (a, b) => Object.fromEntries(Object.keys(a).map((engine) => [engine, Math.min(a[engine], b[engine])]));

export const children = (entry) => Object.entries(entry ?? {}).filter(([name]) => name !== '__compat');
export const own_entry = (tree, name) => (tree && Object.hasOwn(tree, name) ? tree[name] : undefined);
