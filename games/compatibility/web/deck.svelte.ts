/* The pictures of the table's deck: loaded once, when a screen first needs them. Forty drawings at once would keep a
 * phone from answering: they appear a handful at a time, each in its place. Scenes are files of their own, which the
 * browser asks for when they come into sight. */
import decks, { type Picture } from 'virtual:pictures';
import { breath, language } from '@kit';

const HANDFUL = 8;

class Deck {
  pictures = $state.raw<Picture[]>([]);
  /* How many of them may be drawn already. */
  drawn = $state(0);
  #name = '';

  load(name: string): void {
    if (!name || name === this.#name) return;
    this.#name = name;
    decks[`compatibility/${name}`]?.().then(
      (file) => {
        if (this.#name === name) void this.#lay_out(file.default);
      },
      () => {
        /* No network: the next look at a picture tries again. */
        this.#name = '';
      },
    );
  }

  async #lay_out(pictures: Picture[]): Promise<void> {
    this.pictures = pictures;
    for (this.drawn = HANDFUL; this.drawn < pictures.length; this.drawn += HANDFUL) {
      await breath();
      if (this.pictures !== pictures) return;
    }
  }

  /* A scene has paper and frame of its own; an icon needs a tile. */
  is_scene(picture: number): boolean {
    return this.pictures[picture]?.src !== undefined;
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
