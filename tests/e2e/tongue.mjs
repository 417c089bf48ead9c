/* A language that nobody speaks, as tools/translate/po.py pseudo writes it: a third longer, between brackets. What stands outside of
 * them was never translated; what does not fit would not fit in a fourth language either.
 *
 *     const say = translations();             English -> what stands in its place
 *     await speak(page, say);                 before it is opened: its English comes in that language
 *     untranslated(await read(page), names, known)      what stands outside of brackets, but for names, and words of a game
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export function translations() {
  const folder = mkdtempSync(join(tmpdir(), 'unisono-po-'));
  execFileSync('python3', [join(root, 'tools/translate/po.py'), 'pseudo', folder]);
  const text = readFileSync(join(folder, 'qps.po'), 'utf8');
  rmSync(folder, { recursive: true });
  return new Map([...text.matchAll(/^msgid (".*")\nmsgstr (".*")$/gm)].map(([, from, to]) => [JSON.parse(from), JSON.parse(to)]));
}

/* A file of texts is an object in a string: those that hold English are answered in the language of the test. */
const TEXTS = /^var \w+=JSON\.parse\((`[^]*`)\);export\{\w+ as default\};\s*$/;

export async function speak(page, say) {
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch();
    const found = TEXTS.exec(await answer.text());
    const entries = found ? Object.entries(JSON.parse(new Function(`return ${found[1]}`)())) : [];
    if (!entries.length || !entries.every(([, text]) => say.has(text))) return route.fulfill({ response: answer });
    const body = `export default ${JSON.stringify(Object.fromEntries(entries.map(([key, text]) => [key, say.get(text)])))};`;
    return route.fulfill({ response: answer, body });
  });
}

/* Runs in a page: what is read there, and what readers of screens are told. */
export function read_here() {
  const told = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')]
    .filter((one) => one.checkVisibility?.() ?? true)
    .flatMap((one) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''));
  return [document.body.innerText, ...told].join('\n');
}

export const read = (page) => page.evaluate(read_here);

/* Names are not translated: of the program, of languages; nor are addresses, commands and measures. */
const ALWAYS = /Unisono|English|Deutsch|Français|unisono admin token|https?:\S+|\b\d+ (?:MB|ms|min|h|d)\b|SQLite/g;

/* `names` stand anywhere in a text; what is `known` (words of decks, of players) by itself: on a line of its own, or beside brackets and signs. */
export function untranslated(text, names = [], known = () => false) {
  const escape = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const called_by = names.filter(Boolean).sort((a, b) => b.length - a.length).map(escape);
  const called = new RegExp(called_by.length ? `(?<!\\p{L})(?:${called_by.join('|')})(?!\\p{L})` : '$^', 'gu');
  const plain = (part) => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const strange = (part) => /\p{L}{3}/u.test(part) && !known(part.toLowerCase());
  let rest = text.replace(/\u00a0/g, ' ').replace(ALWAYS, '\n');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '\n');
  }
  /* What is not known as a whole may be in its parts. */
  return [/\n/, called, /\s*[:;·–—→×+/|()]\s*|\s{2,}|\s*\d+\s*/u, /\s*,\s*/].reduce((parts, by) => parts.flatMap((part) => part.split(by)).map(plain).filter(strange), [rest]);
}

/* Texts that their own box cuts off, or that go beyond the edge of the page. */
export function clipped(page) {
  return page.evaluate(() => {
    const found = [];
    for (const one of document.querySelectorAll('body *')) {
      const style = getComputedStyle(one);
      const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      if (!own || one.closest('.visually-hidden, [aria-hidden=true]') || style.visibility === 'hidden') continue;
      const hides = style.overflowX === 'hidden' || style.overflowX === 'clip';
      if (hides && one.scrollWidth > one.clientWidth + 1) found.push(`${one.className || one.tagName}: ${one.textContent.trim().slice(0, 60)}`);
      const box = one.getBoundingClientRect();
      if (box.width && (box.right > innerWidth + 1 || box.left < -1) && !one.closest('[data-scrolls]')) found.push(`beyond the edge: ${one.textContent.trim().slice(0, 60)}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push(`${document.documentElement.scrollWidth - innerWidth} pixels too wide`);
    return found;
  });
}
