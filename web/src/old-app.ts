/* The app on an old engine: its styles take the place of those that the page named. */
void import('./boot.ts');
/* The old styles are there when the app is, and nothing of it is shown yet. */
void import('./old/type.ts')
  .then(({ chosen }) => chosen)
  .then(() => import('./main.ts'))
  .then(() => document.querySelectorAll('link[rel=stylesheet]:not([href*="/old/"])').forEach((link) => link.remove()));

export {};
