/* Some old engines space the letters of our typeface, one file with all its weights, as if all text had one size: its
 * letters lie on each other where it is large. Such an engine gets a file a weight (type.css). */
import './type.css';

const SAMPLE = 'Unisono';
const WEIGHTS = [400, 600, 700, 800];

function width(size: number): number {
  const text = document.createElement('span');
  text.textContent = SAMPLE;
  Object.assign(text.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'nowrap', font: `800 ${size}px Bricolage` });
  document.body.appendChild(text);
  const found = text.getBoundingClientRect().width;
  text.remove();
  return found;
}

async function choose(): Promise<void> {
  /* It can be judged only when it is there; what is asked for here comes for the app as well. */
  await document.fonts.load('800 20px Bricolage', SAMPLE);
  if (width(120) >= 4 * width(20)) return;
  document.documentElement.setAttribute('data-type', 'plain');
  await Promise.all(WEIGHTS.map((weight) => document.fonts.load(`${weight} 20px 'Bricolage Plain'`, SAMPLE)));
}

/* The app measures words when it begins: the letters are there by then. Without them it begins all the same. */
export const chosen: Promise<void> = choose().catch(() => undefined);
