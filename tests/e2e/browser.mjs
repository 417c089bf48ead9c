/* A real browser for tests and pictures: Debian's Chromium, driven by playwright-core.
 *
 *     const browser = await open_browser();
 *     const page = await phone(browser);              390 by 844, touch, its own storage
 *     await put_away(page);                           whoever asks for a phone like this next gets it, wiped
 *
 * A device that has been used has the app in its cache, as on the second evening: it opens five times as fast as
 * one that was never here. What a test left on it (storage, network, theme, tabs) is gone before it is given out. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/* Nothing that is waited for takes this long, whatever else the machine does. Shorter (milliseconds) to look for a mistake. */
export const PATIENCE = Number(process.env.E2E_PATIENCE ?? 240_000);
const all_shelves = new WeakMap();
const home_of = new WeakMap();

export function browser_path() {
  return PLACES.find((path) => path && existsSync(path));
}

/* Chromium's address bar is a page of its own in every window, and costs each phone of a test a second of CPU. A flag
 * given twice counts once, so the features that playwright-core switches off stand here again. */
const UNUSED_FEATURES = [
  'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup',
  'AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying',
  'OptimizationHints', 'PaintHolding', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning',
];

export const BROWSER_FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--no-first-run', '--disable-dev-shm-usage', '--mute-audio', `--disable-features=${UNUSED_FEATURES.join(',')}`,
];

export function open_browser(flags = []) {
  const executablePath = browser_path();
  if (!executablePath) throw new Error('no Chromium found: install it, or say where it is in CHROMIUM');
  return chromium.launch({ executablePath, args: [...BROWSER_FLAGS, ...flags], timeout: PATIENCE });
}

/* What a device is for good; the rest can be changed while it is used. */
function shelf_of(browser, { viewport, colorScheme, reducedMotion, ...fixed }) {
  const shelves = all_shelves.get(browser) ?? new Map();
  all_shelves.set(browser, shelves);
  const key = JSON.stringify(fixed);
  if (!shelves.has(key)) shelves.set(key, []);
  return shelves.get(key);
}

/* A phone of its own: nothing is shared with other pages. */
export async function phone(browser, options = {}) {
  /* A house of other engines (tests/engines) has devices of its own. */
  if (browser.own_device) return browser.own_device(options);
  const all = {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    hasTouch: true,
    locale: 'en-GB',
    colorScheme: 'light',
    /* Motion is looked at where a test asks for it; elsewhere nobody waits for it. */
    reducedMotion: 'reduce',
    /* What a worker would keep, the browser's own cache keeps as well; who tests the worker asks for it. */
    serviceWorkers: 'block',
    ...options,
  };
  const shelf = shelf_of(browser, all);
  const used = shelf.pop();
  if (used) {
    await used.setViewportSize(all.viewport);
    await used.emulateMedia({ colorScheme: all.colorScheme, reducedMotion: all.reducedMotion });
    return used;
  }
  const context = await browser.newContext(all);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  home_of.set(page, shelf);
  return page;
}

export function television(browser, options = {}) {
  return phone(browser, { viewport: { width: 1920, height: 1080 }, hasTouch: false, colorScheme: 'dark', ...options });
}

export async function put_away(page) {
  if (page.put_away) return page.put_away();
  const context = page.context();
  await Promise.all(context.pages().filter((one) => one !== page).map((one) => one.close()));
  await context.setOffline(false);
  if (page.url().startsWith('http')) await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  home_of.get(page).push(page);
}
