/* What a challenge asks of every clue, in words. */
import type { Challenge } from './view.ts';

export type Twist = Partial<Pick<Challenge, 'only' | 'without' | 'initial' | 'longest' | 'theme'>>;

export function twists(twist: Twist, t: (key: string, args?: Record<string, unknown>) => string): string[] {
  const found: string[] = [];
  if (twist.only) found.push(t(`choice.oneround.only.${twist.only}`));
  if (twist.without) found.push(t('web.oneround.twist.without', { letter: twist.without }));
  if (twist.initial) found.push(t('web.oneround.twist.initial', { letter: twist.initial }));
  if (twist.longest) found.push(t('web.oneround.twist.longest', { n: twist.longest }));
  if (twist.theme) found.push(t('web.oneround.twist.theme', { theme: twist.theme }));
  return found;
}
