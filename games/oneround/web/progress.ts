/* Which levels this device has seen won, and with how many stars (OR-22). Kept per language of the game, because
 * each language has levels of its own. A device without storage forgets; nothing else depends on it. */
const KEY = 'unisono.oneround.stars.';

export function stars(language: string): Record<string, number> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY + language) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Record<string, number>) : {};
  } catch {
    return {};
  }
}

export function remember(language: string, level: number, won: number): void {
  const all = stars(language);
  if ((all[level] ?? -1) >= won) return;
  all[level] = won;
  try {
    localStorage.setItem(KEY + language, JSON.stringify(all));
  } catch {
    /* a full or closed storage is no reason to disturb a victory */
  }
}
