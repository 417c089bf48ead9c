/* Styles for engines from Chromium 64 on, out of the finished styles of the old bundle.
 *
 * What such an engine does not know is said in words that it knows: the gap of a flex box becomes margins of its
 * children, a ratio becomes a height, min(), max() and clamp() become the argument that counts on a television, and so
 * on. Where a newer engine in the same bundle does better, the original follows inside @supports. */
import postcss, { type AtRule, type Container, type Declaration, type Rule } from 'postcss';

/* What a length is taken for when arguments are compared: a television of 1280 by 720. */
const UNITS: Record<string, number> = { px: 1, rem: 16, em: 20, vw: 12.8, vh: 7.2, vmin: 7.2, vmax: 12.8, '%': 8, cqw: 4 };
const MATH = /(^|[^\w-])(min|max|clamp|env)\(/;

/* The end of the brackets that open just before `at`. */
function closing(text: string, at: number): number {
  let depth = 1;
  for (; at < text.length && depth; at++) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
  return at - 1;
}

/* What a separator keeps apart, where it does not stand in brackets. */
function split_outside(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === separator && !depth) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

function size_of(part: string): number {
  const [, number, unit] = /^(-?[\d.]+)([a-z%]*)$/.exec(part) ?? [];
  return number === undefined ? NaN : Number(number) * (unit ? (UNITS[unit] ?? NaN) : 1);
}

function pick(name: string, parts: string[]): string {
  if (name === 'env') return parts[1] ?? '0px';
  const sizes = parts.map(size_of);
  if (name === 'clamp') return pick('max', [parts[0]!, pick('min', [parts[1]!, parts[2]!])]);
  const known = sizes.filter((size) => !Number.isNaN(size));
  /* Beside what only the page knows, a size is the least that a phone can show. */
  if (name === 'max' && known.length < sizes.length) return parts[sizes.findIndex(Number.isNaN)]!;
  const best = name === 'min' ? Math.min(...known) : Math.max(...known);
  /* A size that follows the screen is right on every television, if it is nearly the one that counts on this. */
  const following = name === 'max' ? parts.findIndex((part, at) => /\dv(w|h|min|max)$/.test(part) && sizes[at]! >= best * 0.75) : -1;
  if (following >= 0) return parts[following]!;
  return parts[known.length ? sizes.indexOf(best) : 0]!;
}

/* The value without comparisons. An argument that is a sum stays one. */
export function plain_value(value: string): string {
  for (let found = MATH.exec(value); found; found = MATH.exec(value)) {
    const start = found.index + found[1]!.length;
    const open = found.index + found[0].length;
    const end = closing(value, open);
    const part = pick(found[2]!, split_outside(value.slice(open, end), ',').map(plain_value));
    value = value.slice(0, start) + (/\s[-+*/]\s/.test(part) && !/^\w+\(/.test(part) ? `calc(${part})` : part) + value.slice(end + 1);
  }
  return value;
}

/* A stop of a gradient with two places is two stops: engines know the first since Chromium 71. */
export function plain_stops(value: string): string {
  let told = '';
  for (let open = value.indexOf('gradient('); open >= 0; open = value.indexOf('gradient(')) {
    const start = open + 'gradient('.length;
    const end = closing(value, start);
    const stops = split_outside(value.slice(start, end), ',').flatMap((stop, at) => {
      const [colour, first, second, ...more] = split_outside(stop, ' ');
      /* What comes first may be a direction, or a shape with its size and place. */
      const shape = !at && /^(to|at|circle|ellipse|closest|farthest|[-\d.])/.test(stop);
      return second === undefined || more.length || shape ? [stop] : [`${colour} ${first}`, `${colour} ${second}`];
    });
    told += value.slice(0, start) + stops.join(', ');
    value = value.slice(end);
  }
  return told + value;
}

/* Colours with spaces between their parts: since Chromium 65. */
const SPACED = /\b(rgb|hsl)\(([\d.]+) ([\d.]+%?) ([\d.]+%?)(?: ?\/ ?([\d.]+%?))?\)/g;
const plain_colours = (value: string) =>
  value.replace(SPACED, (_all, name: string, a: string, b: string, c: string, share?: string) => (share ? `${name}a(${a},${b},${c},${share})` : `${name}(${a},${b},${c})`));

const supported = (condition: string, rule: Rule, declarations: Declaration[]): AtRule => {
  const guard = postcss.atRule({ name: 'supports', params: condition });
  guard.append(rule.clone({ nodes: declarations.map((one) => one.clone()) }));
  return guard;
};

/* No scope counts for nothing here: the class itself stays, so that a style meets the elements it is meant for. */
export function plain_selector(selector: string): string {
  return selector.replace(/:where\(([^(),]+)\)/g, '$1').replace(/:focus-visible/g, ':focus');
}

interface Box {
  display?: string;
  direction?: string;
  wrap?: boolean;
  gap?: string;
  /* It keeps something above and below itself. */
  apart?: boolean;
}

function learn(box: Box, rule: Rule): void {
  rule.walkDecls((one) => {
    if (one.prop === 'display') box.display = one.value;
    if (one.prop === 'flex-direction') box.direction = one.value;
    if (one.prop === 'flex-wrap') box.wrap = one.value !== 'nowrap';
    if (one.prop === 'flex-flow') {
      box.direction = /column/.exec(one.value)?.[0] ?? 'row';
      box.wrap = /(^|\s)wrap/.test(one.value);
    }
    if (one.prop === 'gap') box.gap = one.value;
    if (/^margin(-top|-bottom)?$/.test(one.prop)) box.apart = !/^0(px)?( |$)/.test(one.value);
  });
}

/* The last part of a selector without what it says about the moment: what else is said of these elements. */
const subject = (selector: string) => selector.split(/[\s>+~]+/).pop()!.replace(/:.*$/, '');
const names_in = (compound: string): string[] => compound.match(/[.#]?[\w-]+/g) ?? [];

/* What was said of these elements before, by this selector or by a shorter one: .a.b is also .a. */
function known_box(boxes: Map<string, Box>, selector: string): Box {
  const names = names_in(subject(selector));
  const shorter = [...boxes].filter(([one]) => one !== selector && names_in(one).every((name) => names.includes(name)));
  return Object.assign({}, ...shorter.map(([, box]) => box), boxes.get(selector)) as Box;
}

function margins(selector: string, box: Box): string {
  /* Half of a bare 0 is no length. */
  const [row = '0px', column = row] = split_outside(box.gap!, ' ').map((part) => (part === '0' ? '0px' : part));
  /* A list that wraps has the half of it on all sides of each child, and gives back what that adds above and below. */
  if (box.wrap) return `${selector}>*{margin:calc(${row} / 2) calc(${column} / 2)}${box.apart ? '' : `${selector}{margin-top:calc(${row} / -2);margin-bottom:calc(${row} / -2)}`}`;
  return box.direction?.startsWith('column')
    ? `${selector}>*+*{margin-top:${row};margin-left:0}`
    : `${selector}>*+*{margin-left:${column};margin-top:0}`;
}

/* What came to engines when the gap of a flex box did (Chromium 84), and can be asked for. Margins that stand for a gap
 * are in the way of margins that children have themselves, so they are only for those that need them. */
const KNOWS_GAP = 'appearance: none';

/* Says of every flex box what its children keep between them. */
function replace_gaps(root: Container): void {
  const boxes = new Map<string, Box>();
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && /keyframes|supports/.test((rule.parent as AtRule).name)) return;
    const changes: Box = {};
    learn(changes, rule);
    if (!Object.keys(changes).length) return;
    const extra: string[] = [];
    for (const selector of rule.selectors) {
      const box: Box = { ...known_box(boxes, selector), ...changes };
      const in_media = rule.parent?.type === 'atrule';
      if (!in_media) boxes.set(selector, box);
      if (!in_media && !boxes.has(subject(selector))) boxes.set(subject(selector), box);
      if (box.gap && box.display?.includes('flex') && !selector.includes('::')) extra.push(margins(selector, box));
    }
    /* Engines that lack the gap of a flex box pass over it; a grid has it under its older name. */
    if (!extra.length) rule.walkDecls(/^(row-|column-)?gap$/, (one) => void one.cloneBefore({ prop: `grid-${one.prop}` }));
    else rule.after(postcss.parse(`@supports not (${KNOWS_GAP}){${extra.join('')}}`).first!);
  });
}

/* The other side of a box of which one is known; of one that is as wide as its place, by the width of that place. */
function replace_ratio(rule: Rule): void {
  rule.walkDecls('aspect-ratio', (one) => {
    const [wide = '1', high = '1'] = one.value.replace(/^calc\((.*)\)$/, '$1').split('/').map((part) => part.trim());
    const last = (name: string) => rule.nodes.filter((node): node is Declaration => node.type === 'decl' && node.prop === name).pop()?.value;
    const [width, height] = [last('width'), last('height')];
    const known = (value: string | undefined) => value !== undefined && value !== 'auto' && !value.includes('%');
    if (known(width) && !known(height)) one.cloneBefore({ prop: 'height', value: `calc(${width} * ${high} / ${wide})` });
    else if (known(height) && !known(width)) one.cloneBefore({ prop: 'width', value: `calc(${height} * ${wide} / ${high})` });
    /* As wide as its place, or as somebody around it says: what stands before everything in it is as high as that makes it. Its size must follow.
     * Another rule may have made it a grid, whose things lie on each other. */
    else if (width?.includes('%') && height === undefined && !/flex|grid/.test(last('display') ?? '')) {
      const loose = last('contain') === 'strict' ? `${rule.selector}{contain:layout paint}` : '';
      const before = rule.selectors.map((selector) => `${selector}::before`).join(',');
      rule.after(postcss.parse(`@supports not (aspect-ratio: 1){${loose}${before}{content:"";display:block;grid-area:1/1;padding-top:calc(${high} / ${wide} * 100%)}}`).first!);
    }
  });
}

/* Moves of their own names are one transform; an engine that knows both does not do it twice. */
function replace_moves(rule: Rule): void {
  const moves: string[] = [];
  rule.walkDecls(/^(translate|rotate|scale)$/, (one) => {
    if (one.value !== 'none') moves.push(`${one.prop}(${one.value.split(' ').join(', ')})`);
    one.remove();
  });
  if (moves.length && !rule.some((node) => node.type === 'decl' && node.prop === 'transform')) rule.append({ prop: 'transform', value: moves.join(' '), raws: { before: '', between: ':' } });
}

/* Text runs from left to right and downwards in all our languages. */
const SIDES: Record<string, string[]> = { inline: ['left', 'right'], block: ['top', 'bottom'] };

function replace_sides(rule: Rule): void {
  rule.walkDecls(/^(margin|padding)-(inline|block)$/, (one) => {
    const [kind, way] = one.prop.split('-') as [string, string];
    const [first = '0', second = first] = split_outside(one.value, ' ');
    SIDES[way]!.forEach((side, at) => one.cloneBefore({ prop: `${kind}-${side}`, value: at ? second : first }));
    one.remove();
  });
}

function replace_values(rule: Rule): void {
  const better: Declaration[] = [];
  rule.walkDecls((one) => {
    one.value = plain_colours(one.value)
      .replace(/(\d)[dsl]vh\b/g, '$1vh')
      .replace(/rgb\(var\(--shadow\) ?\/ ?([\d.]+)\)/g, 'rgba(0,0,0,$1)');
    if (one.prop === 'overflow-wrap' && one.value === 'anywhere') one.cloneBefore({ value: 'break-word' });
    if (one.value.includes('gradient(')) one.value = plain_stops(one.value);
    if (!MATH.test(one.value)) return;
    better.push(one.clone());
    one.value = plain_value(one.value);
  });
  if (better.length) rule.after(supported('(width: max(1px, 1px))', rule, better));
}

/* No engine here can measure a container, and nobody but the author knows what else is about as wide: what is said in its measures is said
 * once more behind @supports not (container-type: …), of the same elements, and only that counts. */
const NO_CONTAINERS = /^not\s*\(\s*container-type\b/;

function surroundings(node: Container): string[] {
  const around: string[] = [];
  for (let up = node.parent; up?.type === 'atrule'; up = up.parent) around.push((up as AtRule).params);
  return around;
}

function drop_containers(root: Container): void {
  const instead = new Set<string>();
  const key = (selector: string, prop: string, around: string[]) => [selector, prop, ...around.filter((one) => !NO_CONTAINERS.test(one))].join(' | ');
  root.walkRules((rule) => {
    const around = surroundings(rule);
    if (around.some((one) => NO_CONTAINERS.test(one))) rule.walkDecls((one) => rule.selectors.forEach((selector) => instead.add(key(selector, one.prop, around))));
  });
  root.walkRules((rule) =>
    rule.walkDecls((one) => {
      if (!/\dcq(w|h|i|b|min|max)\b/.test(one.value)) return;
      const without = rule.selectors.find((selector) => !instead.has(key(selector, one.prop, surroundings(rule))));
      if (without) throw new Error(`${without} { ${one.prop}: ${one.value} }: say it also behind @supports not (container-type: inline-size), for engines that measure no containers`);
      one.remove();
    }),
  );
}

/* The other bundle has none of it. */
export function without_old(text: string): string {
  const root = postcss.parse(text);
  root.walkAtRules('supports', (rule) => void (NO_CONTAINERS.test(rule.params) && rule.remove()));
  return root.toString();
}

/* What is asked for under either name is asked for under its own: what was known early by the other one says nothing about the age. */
const plain_question = (params: string) => params.replace(/\(\(-webkit-([\w-]+): ?([^()]+)\) or \(\1: ?\2\)\)/g, '($1: $2)');

export function old_styles(text: string): string {
  const root = postcss.parse(text);
  root.walkAtRules('supports', (rule) => void (rule.params = plain_question(rule.params)));
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name.endsWith('keyframes')) return;
    rule.selectors = rule.selectors.map(plain_selector);
  });
  drop_containers(root);
  replace_gaps(root);
  root.walkRules((rule) => {
    const around = rule.parent?.type === 'atrule' ? (rule.parent as AtRule) : undefined;
    if (around?.name === 'supports' && !around.params.startsWith('not')) return;
    replace_sides(rule);
    replace_moves(rule);
    replace_values(rule);
    replace_ratio(rule);
  });
  return root.toString();
}
