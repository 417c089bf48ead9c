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

  /* The pictures of a deck; or those that the table has brought, as set/name. */
  load(name: string, own?: readonly string[]): void {
    const key = own ? own.join(' ') : name;
    if (!name || key === this.#name) return;
    this.#name = key;
    (own ? gather(own) : pictures_of(name)).then(
      (pictures) => {
        if (this.#name === key) void this.#lay_out(pictures);
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
  has_frame(picture: number): boolean {
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

async function pictures_of(name: string): Promise<Picture[]> {
  return (await decks[`compatibility/${name}`]?.())?.default ?? [];
}

async function gather(names: readonly string[]): Promise<Picture[]> {
  const sets = [...new Set(names.map((name) => name.split('/')[0]!))];
  const files = await Promise.all(sets.map((set) => pictures_of(`pictures-${set}`)));
  const all = new Map<string, Picture>(sets.flatMap((set, i) => files[i]!.map((picture) => [`${set}/${picture.name}`, picture] as const)));
  return names.flatMap((name) => all.get(name) ?? []);
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase().trim();
}

export const deck = new Deck();
