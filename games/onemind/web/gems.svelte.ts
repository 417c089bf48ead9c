/* Which gem lies where: gems have no names in the rules, but on a screen each one flies from the middle to
 * somebody. The numbers come from the view; this only remembers who took which. */
import { untrack } from 'svelte';

export class Gems {
  middle: number[] = $state.raw([]);
  held: number[][] = $state.raw([]);

  /* The middle holds `left` of `all`, and each seat as many as `scores` says. */
  follow(left: number, all: number, scores: readonly number[]): void {
    const before = untrack(() => this.held);
    const held = scores.map((score, seat) => (before[seat] ?? []).slice(0, score));
    const taken = new Set(held.flat());
    const free = Array.from({ length: all }, (_, gem) => gem).filter((gem) => !taken.has(gem));
    scores.forEach((score, seat) => {
      while (held[seat]!.length < score && free.length > left) held[seat]!.push(free.pop()!);
    });
    this.held = held;
    this.middle = free.slice(0, left);
  }
}
