/* Some old engines space the letters of our typeface as if all text had one size: its letters lie on each other where it
 * is large. Such an engine writes in its own typeface. */
import './type.css';

const SAMPLE = 'Unisono';

function width(size: number): number {
  const text = document.createElement('span');
  text.textContent = SAMPLE;
  Object.assign(text.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'nowrap', font: `800 ${size}px Bricolage` });
  document.body.appendChild(text);
  const found = text.getBoundingClientRect().width;
  text.remove();
  return found;
}

function look(): void {
  if (width(120) < 4 * width(20)) document.documentElement.setAttribute('data-type', 'plain');
}

/* It can be judged only when it is there; what is asked for here comes for the app as well. */
void document.fonts.load('800 20px Bricolage', SAMPLE).then(look, () => undefined);
