/* A real browser for tests and pictures: Debian's Chromium, driven by playwright-core.
 *
 *     const browser = await open_browser();
 *     const page = await phone(browser);              390 by 844, touch, its own storage
 */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function browser_path() {
  return PLACES.find((path) => path && existsSync(path));
}

export const BROWSER_FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--no-first-run', '--disable-dev-shm-usage', '--mute-audio',
];

export function open_browser() {
  return chromium.launch({ executablePath: browser_path(), args: BROWSER_FLAGS });
}

/* A phone of its own: nothing is shared with other pages. */
export async function phone(browser, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    hasTouch: true,
    locale: 'en-GB',
    colorScheme: 'light',
    ...options,
  });
  context.setDefaultTimeout(60_000);
  return context.newPage();
}

export function television(browser, options = {}) {
  return phone(browser, { viewport: { width: 1920, height: 1080 }, hasTouch: false, colorScheme: 'dark', ...options });
}
