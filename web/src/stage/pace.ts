/* A set that cannot keep up drops decoration before it drops frames: where frames come later than twenty times a second,
 * twice in a row, the root has data-slow, and what only adorns stands still. It is looked at for a moment now and then:
 * watching costs frames too. */
const FRAMES = 40;
const LATE = 50;
const REST = 12_000;

/* The middle one: a pause of the machine is not its pace. */
export function is_slow(gaps: number[]): boolean {
  return gaps.slice().sort((a, b) => a - b)[gaps.length >> 1]! > LATE;
}

export function slow(): boolean {
  return document.documentElement.hasAttribute('data-slow');
}

export function watch_pace(): () => void {
  let frame = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let before = false;
  function look(): void {
    const gaps: number[] = [];
    let last = 0;
    const tick = (now: number) => {
      if (last) gaps.push(now - last);
      last = now;
      if (gaps.length < FRAMES) {
        frame = requestAnimationFrame(tick);
        return;
      }
      const late = !document.hidden && is_slow(gaps);
      if (late && before) document.documentElement.setAttribute('data-slow', '');
      else rest = setTimeout(look, late ? 0 : REST);
      before = late;
    };
    frame = requestAnimationFrame(tick);
  }
  rest = setTimeout(look, 1000);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(rest);
  };
}
