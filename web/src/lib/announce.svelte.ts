/* What a screen reader is told: one polite line at a time, and an urgent one for timers and refusals.
 * The shell renders both regions (kit/Announcer.svelte). */
class Announcer {
  polite = $state('');
  urgent = $state('');
  #queue: string[] = [];
  #busy = false;

  say(text: string, urgent = false): void {
    if (!text) return;
    if (urgent) {
      /* The same words twice must be heard twice: a region speaks only when it changes. */
      this.urgent = this.urgent === text ? text + '\u00a0' : text;
      return;
    }
    this.#queue.push(text);
    if (!this.#busy) this.#next();
  }

  /* Readers drop what is replaced at once, so lines are spaced; what came meanwhile is one line. */
  #next(): void {
    const text = this.#queue.splice(0).join(' ');
    this.#busy = text !== '';
    if (!text) return;
    this.polite = this.polite === text ? text + '\u00a0' : text;
    setTimeout(() => this.#next(), 900);
  }
}

export const announcer = new Announcer();

/* Beside an open dialog everything else of the page is mute, and lies under its shade: what is said, heard or read, goes where people are. */
let voice: Element | undefined;
export function speak_from(own?: Element): void {
  voice = own ?? voice;
  announcer.polite = announcer.urgent = ''; /* what was said already is not said again there */
  if (voice) ([...document.querySelectorAll('dialog[open]')].pop() ?? document.body).append(voice);
}

export function announce(text: string, urgent = false): void {
  announcer.say(text, urgent);
}
