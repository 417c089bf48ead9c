/* The longest piece of a text that no line may break, in letters: what .fits (base.css) sets a text by. */
export function longest(text: string): number {
  return Math.max(1, ...text.split(/[\s-]+/).map((part) => [...part].length));
}
