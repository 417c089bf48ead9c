/* What can wait until the screen is there: done when the browser has nothing better to do. */
export function soon(what: () => unknown): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void what(), { timeout: 4000 });
  else setTimeout(() => void what(), 600);
}

/* A breath between two large pieces of work, so that a tap in between is not kept waiting for both. */
export function breath(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}
