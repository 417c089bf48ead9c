/* The longest piece of a text that no line may break, in letters: what .fits (base.css) sets a text by. Small letters are narrower
 * than capitals. */
const SMALL = 0.86;
export function longest(text: string, small = false): number {
  return Math.max(1, ...text.split(/[\s-]+/).map((part) => [...part].length)) * (small ? SMALL : 1);
}
