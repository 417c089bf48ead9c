/* Puts the focus at the beginning of a new screen: its heading. Nothing scrolls, nothing pops up on a phone. */
export function begin(screen: HTMLElement | undefined): void {
  const start = screen?.querySelector<HTMLElement>('h1') ?? screen?.querySelector<HTMLElement>('main');
  if (!start) return;
  screen?.scrollTo(0, 0);
  start.tabIndex = -1;
  start.focus({ preventScroll: true });
}
