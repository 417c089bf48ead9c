/* Short notes at the edge of the screen: a refusal with its reason, something that was done. They go away by
 * themselves, never hold a finger up, and are read out. */
import { announce } from './announce.svelte.ts';
import { sound, vibrate } from './sound.ts';

export interface Notice {
  id: number;
  text: string;
  kind: 'refusal' | 'news';
}

const SHOWN = 3;

class Notices {
  list = $state.raw<Notice[]>([]);
  #next = 0;

  #add(text: string, kind: Notice['kind']): void {
    const id = ++this.#next;
    this.list = [...this.list.filter((notice) => notice.text !== text), { id, text, kind }].slice(-SHOWN);
    setTimeout(() => this.drop(id), Math.max(3500, text.length * 70));
  }

  refuse(text: string): void {
    this.#add(text, 'refusal');
    announce(text, true);
    sound('wrong');
    vibrate([30, 40, 30]);
  }

  tell(text: string): void {
    this.#add(text, 'news');
    announce(text);
  }

  drop(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}

export const notices = new Notices();
