/* What was pressed may go with the press, and a keyboard would fall back to the top of the page: it goes on in the dock
 * where it was, else at the beginning of the area. For an effect; answers how to end it. */
export function keep_focus(area: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  let docked = false;
  const mark = (node: Element | null) => {
    if (!node || !area.contains(node)) return;
    last = node as HTMLElement;
    docked = node.closest('.dock') !== null;
  };
  const note = (event: FocusEvent) => mark(event.target as Element);
  const go = (where: HTMLElement) => {
    where.tabIndex = -1;
    where.focus({ preventScroll: true });
  };
  const look = () => {
    const now = document.activeElement;
    if (!last || (now && now !== document.body && !now.matches(':disabled'))) return;
    if (last.isConnected && !last.matches(':disabled')) return;
    last = null;
    go((docked && area.querySelector<HTMLElement>('.dock')) || area);
  };
  /* A browser may let go of what cannot be pressed any more only when it has drawn the page. */
  const seen = new MutationObserver(() => {
    look();
    requestAnimationFrame(() => setTimeout(look));
  });
  area.addEventListener('focusin', note);
  /* Over a slow network the first press may have come, and what was pressed have gone, before this was here. */
  if (document.activeElement === document.body) go(area);
  else mark(document.activeElement);
  seen.observe(area, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    area.removeEventListener('focusin', note);
    seen.disconnect();
  };
}
