/* What a frame changes: pure functions from the old sections to the new ones.
 *
 * Sections that a frame does not name keep their identity, so that a screen redraws only what changed. */
import type { Changes, RoomSections, Sections, ServerMessage, ViewChange } from '../generated/protocol.ts';

export type Views = ReadonlyMap<number, Sections>;

export interface Known {
  epoch: string;
  rev: number;
}

/* Whether a frame follows on what is known: 'ok', 'old' (already taken), or 'gap' (something is missing). */
export function follows(known: Known | undefined, frame: ServerMessage): 'ok' | 'old' | 'gap' {
  if (frame.welcome || frame.rev === undefined) return 'ok';
  if (!known) return 'gap';
  if (frame.epoch !== undefined && frame.epoch !== known.epoch) return 'gap';
  if (!frame.room && !frame.views && !frame.mend && !frame.facts) return 'ok';
  if (frame.rev <= known.rev) return 'old';
  return frame.rev === known.rev + 1 ? 'ok' : 'gap';
}

/* A section that is null is no longer there. */
export function merge_room(room: RoomSections, change: RoomSections | undefined): RoomSections {
  if (!change) return room;
  const merged: RoomSections = { ...room, ...change };
  if (merged.table === null) delete merged.table;
  return merged;
}

/* A value with what has changed inside it; everything else keeps its identity. */
export function mend<T>(value: T, changes: Changes): T {
  const mended = (Array.isArray(value) ? value.slice() : { ...value }) as Record<string, unknown>;
  for (const [name, change] of Object.entries(changes)) {
    const inside = name.endsWith('~') ? name.slice(0, -1) : '';
    if (inside) mended[inside] = mend(mended[inside], change as Changes);
    else if (change === null) delete mended[name];
    else mended[name] = change;
  }
  return mended as T;
}

function merge_view(view: Sections, change: ViewChange): Sections {
  const merged: Sections = change.fresh ? {} : { ...view };
  if (change.only) for (const name of Object.keys(merged)) if (!change.only.includes(name)) delete merged[name];
  for (const name of change.drop ?? []) delete merged[name];
  return Object.assign(merged, change.set);
}

/* `whole`: a welcome names all our seats, so those that it does not name are no longer ours. */
export function merge_views(views: Views, changes: ViewChange[] | undefined, whole: boolean): Views {
  if (!changes && !whole) return views;
  const merged = new Map(whole ? [] : views);
  for (const change of changes ?? []) {
    /* A guest either has seats or looks on; a new game may change which. */
    if (change.fresh) {
      if (change.seat < 0) merged.clear();
      else merged.delete(-1);
    }
    merged.set(change.seat, merge_view(views.get(change.seat) ?? {}, change));
  }
  return merged;
}

export function mend_views(views: Views, by_seat: Record<string, Changes> | undefined): Views {
  if (!by_seat) return views;
  const mended = new Map(views);
  for (const [seat, changes] of Object.entries(by_seat)) mended.set(Number(seat), mend(views.get(Number(seat)) ?? {}, changes));
  return mended;
}
