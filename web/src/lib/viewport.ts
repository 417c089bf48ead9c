/* The part of the screen that a keyboard leaves: --height on the root. Phones differ in what they shrink for
 * the keyboard; the visual viewport is what a person sees on all of them. No media query knows of it: where it is low,
 * the root has data-short, and while a keyboard is open, data-typing. */
const SHORT = 430;

export function watch_viewport(): void {
  const visual = globalThis.visualViewport;
  if (!visual) return;
  const root = document.documentElement;
  const fit = () => {
    /* Zoomed in, the viewport is a window on the page and not its size. */
    if (visual.scale > 1.01) return;
    const keyboard = innerHeight - visual.height > 120;
    root.toggleAttribute('data-short', visual.height <= SHORT);
    root.toggleAttribute('data-typing', keyboard);
    root.style.setProperty('--height', `${Math.round(visual.height)}px`);
    root.style.setProperty('--bottom-inset', keyboard ? '0px' : '');
    /* Some phones scroll the page under the keyboard; the app scrolls inside itself. */
    if (keyboard && scrollY !== 0) scrollTo(0, 0);
  };
  visual.addEventListener('resize', fit);
  visual.addEventListener('scroll', fit);
  fit();
}
