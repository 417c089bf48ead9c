/* Links to decks; small, as the first screen needs it. */

/* The link's own part, from wherever it was pasted; empty: it is none. */
export function link_id(text: string): string {
  return /(?:^|\/d\/|\?deck=)([0-9a-f]{32})(?:$|[\s?#&/])/.exec(text.trim() + ' ')?.[1] ?? '';
}
