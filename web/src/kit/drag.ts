/* Dragging something onto something, by mouse, pen or finger.
 *
 * A place to drop on has `data-drop="…"` (and shows itself by `[data-over]` while something hangs above it).
 * What is dragged is a copy that follows the finger by transforms alone; the page itself does not move. In a
 * list that scrolls say `hold`: there a finger that moves scrolls, and one that rests lifts. Whatever can be
 * dragged must also work by tap and by key: dragging is a comfort.
 *
 *     <button use:drag={{ drop: (place) => lay(picture, place) }} onclick={…}>
 */
export interface DragOptions {
  /* Where it was let go: the value of data-drop, or nothing. */
  drop: (place: string | undefined) => void;
  hold?: boolean;
  disabled?: boolean;
  start?: () => void;
}

const SLOP = 6;
const HOLD = 220;

export function drag(node: HTMLElement, options: DragOptions) {
  let now = options;
  let ghost: HTMLElement | undefined;
  let over: Element | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pointer = -1;
  let from = { x: 0, y: 0 };
  let swallow = false;

  function place_at(x: number, y: number): Element | undefined {
    return document.elementFromPoint(x, y)?.closest('[data-drop]') ?? undefined;
  }

  function hover(place: Element | undefined) {
    if (place === over) return;
    over?.removeAttribute('data-over');
    place?.setAttribute('data-over', '');
    over = place;
  }

  function lift() {
    clearTimeout(timer);
    const box = node.getBoundingClientRect();
    ghost = node.cloneNode(true) as HTMLElement;
    ghost.setAttribute('aria-hidden', 'true');
    ghost.removeAttribute('data-drop');
    Object.assign(ghost.style, {
      position: 'fixed', left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px`,
      margin: '0', zIndex: '1000', pointerEvents: 'none', opacity: '0.92', transition: 'none', willChange: 'transform',
    });
    document.body.append(ghost);
    node.setAttribute('data-dragged', '');
    now.start?.();
  }

  function end() {
    clearTimeout(timer);
    pointer = -1;
    hover(undefined);
    ghost?.remove();
    ghost = undefined;
    node.removeAttribute('data-dragged');
  }

  function down(event: PointerEvent) {
    if (now.disabled || event.button !== 0 || pointer >= 0) return;
    pointer = event.pointerId;
    from = { x: event.clientX, y: event.clientY };
    swallow = false;
    if (event.pointerType === 'touch' && now.hold) timer = setTimeout(lift, HOLD);
  }

  function move(event: PointerEvent) {
    if (event.pointerId !== pointer) return;
    const x = event.clientX - from.x;
    const y = event.clientY - from.y;
    if (!ghost) {
      if (Math.hypot(x, y) < SLOP) return;
      if (event.pointerType === 'touch' && now.hold) return end();
      lift();
    }
    ghost!.style.transform = `translate3d(${x}px, ${y}px, 0) scale(1.06)`;
    hover(place_at(event.clientX, event.clientY));
  }

  function up(event: PointerEvent) {
    if (event.pointerId !== pointer) return;
    const dragged = ghost !== undefined;
    const place = dragged ? place_at(event.clientX, event.clientY) : undefined;
    end();
    if (!dragged) return;
    /* The click that follows belongs to the drag. */
    swallow = true;
    setTimeout(() => (swallow = false), 0);
    now.drop(place?.getAttribute('data-drop') ?? undefined);
  }

  function cancel(event: PointerEvent) {
    if (event.pointerId === pointer) end();
  }

  function click(event: MouseEvent) {
    if (!swallow) return;
    swallow = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function key(event: KeyboardEvent) {
    if (event.key === 'Escape' && ghost) end();
  }

  /* Once lifted, the finger carries and does not scroll. */
  function touch(event: TouchEvent) {
    if (ghost && event.cancelable) event.preventDefault();
  }

  function menu(event: Event) {
    if (ghost) event.preventDefault();
  }

  node.addEventListener('pointerdown', down);
  node.addEventListener('click', click, true);
  node.addEventListener('touchmove', touch, { passive: false });
  node.addEventListener('contextmenu', menu);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', cancel);
  window.addEventListener('keydown', key);
  return {
    update(next: DragOptions) {
      now = next;
    },
    destroy() {
      end();
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', key);
    },
  };
}
