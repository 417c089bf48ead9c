/* What pages have learnt since Chromium 64, as far as the app uses it. */
import { add } from './add.ts';

type Part = Node | string;

add(Element.prototype, {
  replaceChildren(this: Element, ...parts: Part[]) {
    this.textContent = '';
    this.append(...parts);
  },
  toggleAttribute(this: Element, name: string, wanted = !this.hasAttribute(name)) {
    if (wanted) this.setAttribute(name, '');
    else this.removeAttribute(name);
    return wanted;
  },
  getAnimations: () => [],
});
add(Document.prototype, { getAnimations: () => [] });

/* The end of a movement as a promise. It is made when somebody asks, and is the same for all who ask. */
const ends = new WeakMap<Animation, Promise<Animation>>();

function end_of(this: Animation): Promise<Animation> {
  let end = ends.get(this);
  if (!end) {
    end = new Promise<Animation>((done, fail) => {
      if (this.playState === 'finished') return done(this);
      this.addEventListener('finish', () => done(this));
      this.addEventListener('cancel', () => fail(new DOMException('The movement was stopped.', 'AbortError')));
    });
    ends.set(this, end);
  }
  return end;
}
if (typeof Animation === 'function' && !('finished' in Animation.prototype))
  Object.defineProperty(Animation.prototype, 'finished', { get: end_of, configurable: true });

/* Giving up: a node has listeners, which is all that a signal needs besides. */
function AbortController(this: { signal: unknown; abort: (reason?: unknown) => void }): void {
  const signal = Object.assign(document.createDocumentFragment(), { aborted: false, reason: undefined as unknown });
  this.signal = signal;
  this.abort = (reason: unknown = new DOMException('It was given up.', 'AbortError')) => {
    if (signal.aborted) return;
    Object.assign(signal, { aborted: true, reason });
    signal.dispatchEvent(new Event('abort'));
  };
}
add(self, { AbortController });
