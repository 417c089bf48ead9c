/* The app on an old engine: its styles take the place of those that the page named. */
void import('./boot.ts');
void import('./old/type.ts');
/* The old styles are there when the app is, and nothing of it is shown yet. */
void import('./main.ts').then(() => document.querySelectorAll('link[rel=stylesheet]:not([href*="/old/"])').forEach((link) => link.remove()));

export {};
