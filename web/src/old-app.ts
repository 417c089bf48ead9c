/* The app on an old engine: its styles take the place of those that the page named. One after the other: the app measures words when
 * it begins, so its letters are chosen before; and boot.ts, which says hello to the room, brings the app itself. */
void import('./old/type.ts')
  .then(({ chosen }) => chosen)
  .then(() => import('./boot.ts'))
  .then(() => document.querySelectorAll('link[rel=stylesheet]:not([href*="/old/"])').forEach((link) => link.remove()))
  .catch(() => setTimeout(() => location.reload(), 5000));

export {};
