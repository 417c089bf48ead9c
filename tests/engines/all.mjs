/* The engines that `make engines` plays with, by the names one chooses them by. */
import { chromiums, start_chromium } from './chromium.mjs';
import { start_firefox } from './firefox.mjs';
import { start_webkit } from './webkit.mjs';

/* The oldest Chromium that a phone may have; televisions may be older. */
const PHONE_FROM = 86;
/* Where one game in a few went wrong: played so often. Letter Dice's table screen crashed inside Chromium 72. */
const AGAIN = { 72: { letterdice: 4 } };

export function engines(chosen = []) {
  const all = [
    { id: 'webkit', start: start_webkit, phone: true },
    { id: 'firefox', start: start_firefox, phone: true },
    ...chromiums().map((one) => ({ id: one.version, start: (how) => start_chromium(one, how), phone: Number(one.version) >= PHONE_FROM, again: AGAIN[one.version] })),
  ];
  const unknown = chosen.filter((id) => !all.some((one) => one.id === id));
  if (unknown.length) throw new Error(`no such engine: ${unknown.join(', ')}; there are ${all.map(({ id }) => id).join(', ')}`);
  return chosen.length ? all.filter(({ id }) => chosen.includes(id)) : all;
}
