/* A remote control: an arrow brings the focus to the nearest thing in its direction that OK can press. Televisions whose
 * browser moves a pointer by the arrows never send them to the page. */
const THINGS = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]';
/* What has a use for arrows of its own. */
const OWN = 'select, textarea, input[type=radio], input[type=range], [role=slider], [role=listbox]';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/* How far a box is in a direction: along it, and three times as dear beside it; nothing: it lies elsewhere. */
export function distance(from: Box, to: Box, key: string): number | undefined {
  const across = key === 'ArrowLeft' || key === 'ArrowRight';
  const middle = (box: Box, x: boolean) => (x ? box.left + box.right : box.top + box.bottom) / 2;
  const ahead = (middle(to, across) - middle(from, across)) * (key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1);
  if (ahead < 1) return undefined;
  const [a, b, c, d] = across ? [from.top, from.bottom, to.top, to.bottom] : [from.left, from.right, to.left, to.right];
  const beside = Math.max(0, c - b, a - d);
  return ahead + 3 * beside;
}

/* A line of text keeps the arrows that move in it. */
function typing(node: Element, key: string): boolean {
  return node instanceof HTMLInputElement && /^(text|search|url|email)?$/.test(node.type) && (key === 'ArrowLeft' || key === 'ArrowRight') && node.value !== '';
}

export function step(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const now = document.activeElement ?? document.body;
  if (now.matches(OWN) || typing(now, event.key)) return;
  const around = document.querySelector('dialog[open]') ?? document;
  const seen = [...around.querySelectorAll<HTMLElement>(THINGS)].filter((one) => one !== now && one.getClientRects().length && getComputedStyle(one).visibility === 'visible');
  const from = now === document.body || !now.matches(THINGS) ? undefined : now.getBoundingClientRect();
  const all = seen.map((one) => ({ one, far: from ? distance(from, one.getBoundingClientRect(), event.key) : 0 })).filter(({ far }) => far !== undefined);
  const next = all.sort((a, b) => a.far! - b.far!)[0]?.one;
  if (!next) return;
  event.preventDefault();
  next.focus();
}
