/* Moments under the laws: at one size after the other each is shown and measured, and then becomes each of its variants (variants.mjs).
 *
 *     for (const { found, states } of await pass(theatre, moments, { sizes, jumps, about })) …
 *
 * sizes: [{ width, height, name, keyboard }]; keyboard: a field that is needed there is looked at beside a keyboard too.
 * jumps: the names of the sizes at which nothing may jump. found: [{ law, what, where, box, size, keyboard }] of one moment. */
import { variants } from './variants.mjs';

/* Run in the page. Moments come once, as text: to hand over such trees as values takes longer than to look at them. */
function bring(text) {
  globalThis.moments = JSON.parse(text);
}

async function look([from, to, size, jumps, reads]) {
  const { story, laws } = globalThis;
  const all = [];
  for (const { frame, about, changes } of globalThis.moments.slice(from, to)) {
    const told = { found: [], states: 0, read: undefined };
    const note = (violations, keyboard, why) => {
      for (const one of violations) told.found.push({ ...one, what: why ? `${one.what} (${why})` : one.what, size: size.name, keyboard });
      told.states++;
    };
    /* A game opens out of its lobby, never out of another game's opening. */
    if (frame.room.table?.opening) await story.show({ ...frame, room: { ...frame.room, table: null, lobby: { game: '', options: {} } } });
    await story.show(frame);
    const { found, types } = laws.check(about);
    note(found, false);
    if (reads) told.read = laws.read();
    if (types && size.keyboard) {
      await story.resize(size, true);
      note(laws.check(about).found, true);
      await story.resize(size, false);
    }
    let moved = jumps && changes.length ? laws.places() : undefined;
    for (const [name, change] of jumps ? changes : []) {
      await story.change(change);
      let jumped = moved();
      if (jumped.length) {
        /* A part of the screen may have come over the network just then. What jumps does so whenever it is told. */
        await story.change({});
        moved = laws.places();
        await story.change(change);
        jumped = moved();
      }
      note(jumped, false, name);
    }
    all.push(told);
  }
  return all;
}

/* Moments in one call: a thousand calls over the wire would take longer than what they ask for. */
const AT_ONCE = 24;

export async function pass(theatre, moments, { sizes, jumps, about, reads = false }) {
  const all = moments.map(() => ({ found: [], states: 0, read: undefined }));
  const told = moments.map((moment) => ({
    frame: moment.frame,
    changes: variants(moment),
    about: { ...about, seat: moment.seat, waiting: moment.view?.phase.waiting, votes: moment.view?.votes?.length ?? 0, over: Boolean(moment.view?.result) },
  }));
  await theatre.app.evaluate(bring, JSON.stringify(told));
  for (const size of sizes) {
    await theatre.resize(size);
    for (let from = 0; from < moments.length; from += AT_ONCE) {
      const looked = await theatre.app.evaluate(look, [from, from + AT_ONCE, size, jumps.includes(size.name), reads && size === sizes[0]]);
      for (const [index, { found, states, read }] of looked.entries()) {
        const one = all[from + index];
        one.found.push(...found);
        one.states += states;
        one.read ??= read;
      }
    }
  }
  return all;
}
