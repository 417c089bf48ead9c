/* Places on the circle of words. The circle is drawn as an ellipse as wide as the screen allows, and its cards
 * stand at equal distances along the line, whatever their numbers: what counts are neighbours and gaps.
 *
 *     const ring = ellipse(40, 34);        half axes, in percent of the box
 *     ring(0)                              { x: 50, y: 16 }: the top, where 100/0 lies
 *     ring(0.5)                            { x: 50, y: 84 }
 */
export interface Place {
  x: number;
  y: number;
}

const STEPS = 720;

/* `aspect` is width by height of the box: percents of both are not of the same length. */
export function ellipse(rx: number, ry: number, aspect = 1): (share: number, inward?: number) => Place {
  const at = (turn: number, inward = 0): Place => ({
    x: 50 + rx * (1 - inward) * Math.sin(turn),
    y: 50 - ry * (1 - inward) * Math.cos(turn),
  });
  const along: number[] = [0];
  for (let step = 1; step <= STEPS; step++) {
    const a = at(((step - 1) / STEPS) * 2 * Math.PI);
    const b = at((step / STEPS) * 2 * Math.PI);
    along.push(along[step - 1]! + Math.hypot((b.x - a.x) * aspect, b.y - a.y));
  }
  const whole = along[STEPS]!;
  return (share, inward = 0) => {
    const goal = (((share % 1) + 1) % 1) * whole;
    let low = 0;
    let high = STEPS;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (along[middle]! <= goal) low = middle;
      else high = middle;
    }
    const part = (goal - along[low]!) / (along[high]! - along[low]! || 1);
    return at(((low + part) / STEPS) * 2 * Math.PI, inward);
  };
}
