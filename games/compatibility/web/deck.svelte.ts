/* The pictures of the table's deck: loaded once, when a screen first needs them. */
import decks, { type Picture } from 'virtual:pictures';
import { language } from '@kit';

class Deck {
  pictures = $state.raw<Picture[]>([]);
  #name = '';

  load(name: string): void {
    if (!name || name === this.#name) return;
    this.#name = name;
    decks[`compatibility/${name}`]?.().then(
      (file) => {
        if (this.#name === name) this.pictures = file.default;
      },
      () => {
        /* No network: the next look at a picture tries again. */
        this.#name = '';
      },
    );
  }

  title(picture: number): string {
    return this.pictures[picture]?.title[language()] ?? '…';
  }

  /* Whether a picture is meant by what somebody types: a part of its title or of a keyword. */
  matches(picture: number, text: string): boolean {
    const wanted = plain(text);
    const one = this.pictures[picture];
    return !wanted || (one !== undefined && plain(`${one.title[language()]} ${one.keywords[language()]}`).includes(wanted));
  }
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

export const deck = new Deck();
