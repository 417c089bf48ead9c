/* Where the word of the middle stands: in the middle, and where tokens lie there beside it, as near as there is room. It stays
 * where it is as long as nothing covers it, so that hands on their way do not chase it about. */
export interface Place {
  x: number;
  y: number;
}

/* Ways off the middle: first where eyes look next, above and below, then to the sides. */
const WAYS = [[0, -1], [0, 1], [1, -1], [-1, -1], [1, 1], [-1, 1], [1, 0], [-1, 0]] as const;
const RINGS = 5;

/* How much of the word is under tokens, as a part of a token each. */
function covered(at: Place, wide: number, high: number, tokens: readonly Place[], token: number): number {
  let sum = 0;
  for (const { x, y } of tokens) {
    const across = (wide + token) / 2 - Math.abs(x - at.x);
    const down = (high + token) / 2 - Math.abs(y - at.y);
    if (across > 0 && down > 0) sum += Math.min(1, across / token) * Math.min(1, down / token);
  }
  return sum;
}

/* All in pixels from the middle: a word so wide and high on a field of `size`, among tokens so large. */
export function label_at(tokens: readonly Place[], token: number, wide: number, high: number, size: number, last: Place): Place {
  const most = { x: Math.max(0, (size - wide) / 2), y: Math.max(0, (size - high) / 2) };
  const inside = ({ x, y }: Place) => Math.abs(x) <= most.x && Math.abs(y) <= most.y;
  let best: Place = { x: 0, y: 0 };
  let least = covered(best, wide, high, tokens, token);
  if (!least) return best;
  if (inside(last) && !covered(last, wide, high, tokens, token)) return last;
  for (let ring = 1; ring <= RINGS; ring++) {
    for (const [x, y] of WAYS) {
      /* A step up or down is as high as a word and a token; to the sides it goes by half words. */
      const at = { x: x * (y ? 0.5 + ring * 0.25 : 0.3 + ring * 0.3) * wide, y: y * (token * 0.35 + ring * high * 0.8) };
      if (!inside(at)) continue;
      const part = covered(at, wide, high, tokens, token);
      if (!part) return at;
      if (part < least) [best, least] = [at, part];
    }
  }
  return best;
}
