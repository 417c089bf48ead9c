/* A remote control has arrows and OK, and no Tab key. The first arrow brings what knows the way (remote.ts); later ones are heard
 * at once, because one that is stopped late has scrolled the page. Who has gone on to a room needs them for scrolling. */
export function hear_arrows(wanted: () => boolean): void {
  let step: ((event: KeyboardEvent) => void) | undefined;
  addEventListener('keydown', (event) => {
    if (!event.key.startsWith('Arrow') || !wanted()) return;
    if (step) step(event);
    else void import('./remote.ts').then((file) => (step = file.step)(event));
  });
}
