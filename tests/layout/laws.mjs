/* The laws of layout, measured in a page. install() runs there and leaves `globalThis.laws`:
 *
 *     laws.check({ screen: 'phone', names, seat, waiting })      everything that breaks a law now: { found: [{ law, what, where }] }
 *     laws.places()                                              where things are, to be asked later: what has moved?
 *     laws.safe({ insets })                                      what lies where the glass of a phone cuts it off (safe.mjs)
 *
 * cut      no text is cut off                       need     what is needed now is wholly visible without scrolling
 * broken   no word is broken inside                 touch    a control is 44 pixels high and wide
 * overlap  no two texts or controls overlap         size     a table screen is read from three metres
 * outside  nothing lies outside of the screen       jump     nothing jumps when a line or a clock appears or goes
 *
 * red      at most one button is the main one: the likely answer
 * edge     on a table screen no text lies in the outer part of the picture, which televisions cut off
 * spill    no text sticks out of the paper it is written on
 * tiny     no text on a phone is smaller than can be read
 * zoom     a field on a phone has letters of 16 pixels: iPhones zoom in on smaller ones
 *
 * What a screen says the player needs now has the attribute data-need; words that are played with on a table screen
 * have data-play (its value: letters of the longest among those that are shown in one size); a pile, whose pieces lie on each other on purpose, has data-pile. */
export function install() {
  const NEAR = 1.5;
  const TOUCH = 43.5;
  const SMALLEST = { text: 28, name: 32, word: 56 };
  /* On a phone in a hand. */
  const TINY = { text: 10, letters: 13, least: 7 };
  /* A longer word may be as wide as one of so many letters. */
  const WORD_LETTERS = 12;
  /* A name keeps this many letters, however little room there is. */
  const NAME_KEEPS = 12;
  const CONTROLS = 'button, input, select, textarea, summary, a[href], [role=button], [role=slider]';
  let styles = new Map();
  let clips = new Map();
  let layers = new Map();

  const style = (node) => styles.get(node) ?? (styles.set(node, getComputedStyle(node)), styles.get(node));
  const call = (node) => {
    const name = (one) => one.tagName.toLowerCase() + [...(one.classList ?? [])].filter((word) => !word.startsWith('svelte-')).map((word) => `.${word}`).join('');
    const above = node.parentElement && node.parentElement !== document.body ? `${name(node.parentElement)} > ` : '';
    return above + name(node);
  };
  const brief = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 40);
  const height = () => visualViewport.height;
  const box_of = (rect) => ({ left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom });
  const meet = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const wide = (box) => box.right - box.left;
  const high = (box) => box.bottom - box.top;
  const area = (box) => wide(box) > 0 && high(box) > 0;
  /* As checkVisibility() says it, which old engines do not have; before Chromium 121 what it looks at has other names. */
  function visible(node) {
    if (node.checkVisibility) return node.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true, checkOpacity: true, checkVisibilityCSS: true });
    if (style(node).visibility !== 'visible') return false;
    for (let one = node; one; one = one.parentElement) if (style(one).display === 'none' || Number(style(one).opacity) === 0) return false;
    return true;
  }
  const seen = (node) => visible(node) && !node.closest('.visually-hidden, #splash, .awake-film, .card.up > .behind') && style(node).clipPath !== 'inset(50%)';

  /* What is above the rest: a dialog, a dock, an overlay. */
  function layer(node) {
    if (layers.has(node)) return layers.get(node);
    let found = null;
    if (node && node !== document.documentElement) {
      const { position } = style(node);
      found = position === 'fixed' || position === 'sticky' || (node.tagName === 'DIALOG' && node.open) ? node : layer(node.parentElement);
    }
    layers.set(node, found);
    return found;
  }

  /* The ancestors that show only a part of what is in them. */
  function clippers(node) {
    if (clips.has(node)) return clips.get(node);
    let found = [];
    if (node && node !== document.documentElement) {
      const { overflowX, overflowY, position } = style(node);
      found = position === 'fixed' ? [] : clippers(node.parentElement);
      if ((overflowX !== 'visible' || overflowY !== 'visible') && node !== document.body) found = [{ node, x: overflowX, y: overflowY, box: inner(node) }, ...found];
    }
    clips.set(node, found);
    return found;
  }

  /* A stage beside a hand is shrunk as a whole; what is measured inside it does not know. */
  function inner(node) {
    const { left, top, width } = node.getBoundingClientRect();
    const shrunk = node.offsetWidth ? Math.min(1, width / node.offsetWidth) : 1;
    const box = { left: left + node.clientLeft * shrunk, top: top + node.clientTop * shrunk };
    return { ...box, right: box.left + node.clientWidth * shrunk, bottom: box.top + node.clientHeight * shrunk };
  }

  const visible_part = (node, box) => clippers(node).reduce((part, { box: clip }) => meet(part, clip), meet(box, { left: 0, top: 0, right: innerWidth, bottom: height() }));

  /* One for all that is measured: old engines move every range they have ever made with whatever is written into the page. */
  const range = document.createRange();

  function lines(node) {
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter((rect) => rect.width > 0.5 && rect.height > 0.5);
  }

  function collect_texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const el = node.parentElement;
      if (!node.data.trim() || !el || /^(SCRIPT|STYLE|TITLE|OPTION)$/i.test(el.tagName) || !seen(el)) continue;
      const rects = lines(node);
      if (!rects.length) continue;
      const box = rects.map(box_of).reduce((a, b) => ({ left: Math.min(a.left, b.left), top: Math.min(a.top, b.top), right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom) }));
      found.push({ node, el, rects, box, text: brief(node.data) });
    }
    return found;
  }

  /* A tick is as large as the label around it. */
  function collect_controls() {
    return [...document.querySelectorAll(CONTROLS)].filter(seen).map((node) => {
      const label = /^(checkbox|radio)$/.test(node.type ?? '') ? node.closest('label') : null;
      const el = label ?? node;
      return { el, node, box: box_of(el.getBoundingClientRect()), text: brief(node.getAttribute('aria-label') || el.textContent || node.placeholder || node.type || '') };
    }).filter(({ box }) => area(box));
  }

  const report = (found, law, what, el, box) => found.push({ law, what, where: call(el), box: box && [box.left, box.top, wide(box), high(box)].map(Math.round) });

  function long_name(text, about, share) {
    return about.names.some((name) => text === name && name.length > NAME_KEEPS && share * name.length >= NAME_KEEPS - 0.5);
  }

  function check_cut(found, texts, about) {
    for (const { el, box, text } of texts) {
      for (const { node, x, y, box: clip } of clippers(el)) {
        const over_x = Math.max(clip.left - box.left, box.right - clip.right);
        const over_y = Math.max(clip.top - box.top, box.bottom - clip.bottom);
        const scrolls = (how) => how === 'auto' || how === 'scroll';
        if (over_x > NEAR && x !== 'visible' && !(scrolls(x) && node.hasAttribute('data-strip'))) {
          if (long_name(text, about, wide(meet(box, clip)) / wide(box))) break;
          report(found, scrolls(x) ? 'outside' : 'cut', `"${text}" by ${Math.round(over_x)} px in ${call(node)}`, el, box);
          break;
        }
        /* Somebody with a phone scrolls down; nobody scrolls a television. */
        const slack = y === 'visible' ? Infinity : NEAR + high(box) * 0.12;
        if (over_y > slack && !(scrolls(y) && about.screen !== 'table')) {
          report(found, 'cut', `"${text}" by ${Math.round(over_y)} px in ${call(node)}`, el, box);
          break;
        }
        if (scrolls(x) || scrolls(y)) break;
      }
    }
    for (const input of document.querySelectorAll('input[placeholder]')) {
      if (!seen(input) || !input.placeholder || input.value) continue;
      const { font, paddingLeft, paddingRight, letterSpacing } = getComputedStyle(input, '::placeholder').font ? { ...pick(style(input)), font: getComputedStyle(input, '::placeholder').font } : pick(style(input));
      const pen = document.createElement('canvas').getContext('2d');
      pen.font = font;
      if (letterSpacing !== 'normal') pen.letterSpacing = letterSpacing;
      const need = pen.measureText(input.placeholder).width + parseFloat(paddingLeft) + parseFloat(paddingRight);
      if (need > input.clientWidth + NEAR) report(found, 'cut', `the hint "${brief(input.placeholder)}" by ${Math.round(need - input.clientWidth)} px`, input, box_of(input.getBoundingClientRect()));
    }
  }
  const pick = ({ font, paddingLeft, paddingRight, letterSpacing }) => ({ font, paddingLeft, paddingRight, letterSpacing });

  /* A line may end after a space or a hyphen, nowhere else. */
  function check_broken(found, texts) {
    for (const { node, el, rects, box } of texts) {
      if (rects.length < 2 || el.closest('[data-breaks]')) continue;
      const words = /[^\s\-–—/·…]+/g;
      for (let match = words.exec(node.data); match; match = words.exec(node.data)) {
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const parts = [...range.getClientRects()].filter((rect) => rect.width > 0.5);
        const tops = parts.map((rect) => rect.top);
        if (parts.length > 1 && Math.max(...tops) - Math.min(...tops) > parts[0].height / 2) {
          report(found, 'broken', `"${match[0]}"`, el, box);
          break;
        }
      }
    }
  }

  function check_outside(found, texts, controls, about) {
    const items = [...texts, ...controls];
    for (const { el, box: all, text } of items) {
      /* What its own box hides is cut, not outside. */
      const own = clippers(el)[0];
      const box = own?.node === el ? meet(all, own.box) : all;
      const part = clippers(el).some(({ x, y }) => /auto|scroll/.test(x + y)) && about.screen !== 'table';
      if (box.left < -NEAR || box.right > innerWidth + NEAR) {
        if (!clippers(el).some(({ node }) => node.hasAttribute('data-strip'))) report(found, 'outside', `"${text}" to the side`, el, box);
      } else if (!part && layer(el)?.tagName !== 'DIALOG' && (box.top < -NEAR || box.bottom > height() + NEAR)) report(found, 'outside', `"${text}" above or below`, el, box);
    }
    if (document.documentElement.scrollWidth > innerWidth + NEAR) report(found, 'outside', `the page is ${document.documentElement.scrollWidth - innerWidth} px too wide`, document.documentElement);
  }

  /* Letters are lower than the line they stand in. */
  function ink(rect) {
    const spare = (rect.bottom - rect.top) * 0.22;
    return { left: rect.left, right: rect.right, top: rect.top + spare, bottom: rect.bottom - spare };
  }

  const related = (a, b) => a.contains(b) || b.contains(a);

  function check_overlap(found, texts, controls) {
    const parts = [];
    for (const one of texts) for (const rect of one.rects) {
      const box = visible_part(one.el, ink(box_of(rect)));
      if (area(box)) parts.push({ ...one, part: box, kind: 'text' });
    }
    for (const one of controls) {
      const box = visible_part(one.el, one.box);
      if (area(box)) parts.push({ ...one, part: box, kind: 'control' });
    }
    const told = new Set();
    for (const [index, a] of parts.entries()) {
      for (const b of parts.slice(index + 1)) {
        if (a.part.bottom <= b.part.top || b.part.bottom <= a.part.top || a.part.right <= b.part.left || b.part.right <= a.part.left) continue;
        if (a.node === b.node || layer(a.el) !== layer(b.el)) continue;
        if ((a.kind === 'control' || b.kind === 'control') && related(a.el, b.el)) continue;
        const pile = a.el.closest('[data-pile]');
        if (pile && pile === b.el.closest('[data-pile]')) continue;
        const both = meet(a.part, b.part);
        if (wide(both) <= 2.5 || high(both) <= 2.5) continue;
        const what = `"${a.text}" and "${b.text}" by ${Math.round(wide(both))} × ${Math.round(high(both))} px`;
        if (told.has(a.node) && told.has(b.node)) continue;
        told.add(a.node).add(b.node);
        report(found, 'overlap', what, a.el, both);
      }
    }
    for (const { el, part, text, kind } of parts) {
      if (kind !== 'text') continue;
      const top = document.elementFromPoint((part.left + part.right) / 2, (part.top + part.bottom) / 2);
      if (!top || related(top, el) || layer(top) !== layer(el) || el.closest('[data-pile]')?.contains(top)) continue;
      const { backgroundColor, backgroundImage } = style(top);
      const opaque = !/rgba\(.*, 0\)|transparent/.test(backgroundColor) || backgroundImage !== 'none';
      if (opaque) report(found, 'overlap', `"${text}" is covered by ${call(top)}`, el, part);
    }
  }

  function check_need(found, about) {
    const needed = [...document.querySelectorAll('[data-need]')].filter((node) => seen(node) && area(node.getBoundingClientRect()));
    for (const el of needed) {
      const box = box_of(el.getBoundingClientRect());
      const what = `${el.dataset.need} ${brief(el.textContent) && `"${brief(el.textContent)}"`}`;
      const part = visible_part(el, box);
      const hidden = Math.max(part.left - box.left, box.right - part.right, part.top - box.top, box.bottom - part.bottom);
      if (!area(part) || hidden > NEAR) {
        report(found, 'need', `${what}: ${area(part) ? `${Math.round(hidden)} px of it are not seen` : 'is not seen'}`, el, box);
        continue;
      }
      const [x, y] = [wide(box) * 0.12, high(box) * 0.12];
      const points = [[box.left + x, box.top + y], [box.right - x, box.top + y], [box.left + x, box.bottom - y], [box.right - x, box.bottom - y], [(box.left + box.right) / 2, (box.top + box.bottom) / 2]];
      const cover = points.map(([left, top]) => document.elementFromPoint(left, top)).find((top) => top && !related(top, el) && layer(top) !== layer(el));
      if (cover) report(found, 'need', `${what}: covered by ${call(cover)}`, el, box);
    }
    if (about.screen === 'phone' && about.waiting?.includes(about.seat) && !about.over && !about.votes && !needed.length)
      report(found, 'need', 'the table waits for me, and nothing says what I need', document.body);
  }

  function check_touch(found, controls) {
    for (const { el, box, text } of controls) {
      if (el.tagName === 'A' && style(el).display === 'inline') continue; /* a word in a sentence */
      if (wide(box) < TOUCH || high(box) < TOUCH) report(found, 'touch', `"${text}" is ${Math.round(wide(box))} × ${Math.round(high(box))} px`, el, box);
    }
  }

  /* Measured by what is seen of the letters: a long name is cut before the edge. */
  const EDGE = 0.025;
  function check_edge(found, texts) {
    const [x, y] = [innerWidth * EDGE - NEAR, innerHeight * EDGE - NEAR];
    for (const { el, rects, text, box } of texts)
      if (rects.map((rect) => visible_part(el, ink(box_of(rect)))).filter(area).some((one) => one.left < x || one.right > innerWidth - x || one.top < y || one.bottom > innerHeight - y)) report(found, 'edge', `"${text}"`, el, box);
  }

  function check_zoom(found) {
    for (const el of document.querySelectorAll('input:not([type=checkbox]):not([type=radio]):not([type=range]):not([type=file]), select, textarea')) {
      const size = parseFloat(style(el).fontSize);
      if (seen(el) && size < 16) report(found, 'zoom', `${size} px in "${brief(el.placeholder || el.name || el.type)}"`, el, box_of(el.getBoundingClientRect()));
    }
  }

  function check_red(found) {
    const main = [...document.querySelectorAll('.button.main')].filter((node) => seen(node) && !node.closest('dialog'));
    if (main.length > 1) report(found, 'red', main.map((node) => `"${brief(node.textContent)}"`).join(', '), main[1], box_of(main[1].getBoundingClientRect()));
  }

  /* How large letters are on the glass, whatever scales them. */
  function font_size(el) {
    const size = parseFloat(style(el).fontSize);
    const svg = el.closest('svg');
    if (svg && el.getScreenCTM) {
      const { a, b } = el.getScreenCTM();
      return size * Math.hypot(a, b);
    }
    const box = el.closest('[style*="scale"], [data-scaled]');
    return box && box.offsetWidth ? (size * box.getBoundingClientRect().width) / box.offsetWidth : size;
  }

  function check_size(found, texts, about) {
    const unit = Math.min(innerHeight / 1080, innerWidth / 1920);
    for (const { el, text, box } of texts) {
      const play = el.closest('[data-play]');
      const kind = play ? 'word' : about.names.includes(text) ? 'name' : 'text';
      const size = font_size(el) / unit;
      const least = kind === 'word' ? Math.max(SMALLEST.text, SMALLEST.word * Math.min(1, WORD_LETTERS / (Number(play.dataset.play) || text.length))) : SMALLEST[kind];
      if (size < least - 0.3) report(found, 'size', `"${text}" has ${size.toFixed(1)} of ${least.toFixed(1)} px (${kind})`, el, box);
    }
  }

  /* A plate, a card, a button: what is painted around a text. It lies on that, but for a hair; what somebody has put
     elsewhere by hand (a tick below its scale) does not count. */
  function paper(node) {
    for (let one = node; one && one !== document.body; one = one.parentElement) {
      const { backgroundColor, backgroundImage, display, position } = style(one);
      if (display === 'inline') continue;
      const painted = !/rgba\(.*, 0(\.\d+)?\)|transparent/.test(backgroundColor) || /linear-gradient/.test(backgroundImage);
      if (painted) return one;
      if (position === 'absolute' || position === 'fixed') return undefined;
    }
    return undefined;
  }

  function check_spill(found, texts) {
    for (const { el, rects, text, box } of texts) {
      const on = paper(el);
      if (!on || /auto|scroll/.test(style(on).overflowX + style(on).overflowY)) continue;
      const sheet = on.getBoundingClientRect();
      const far = (rect) => Math.max(sheet.left - rect.left, rect.right - sheet.right, sheet.top - rect.top, rect.bottom - sheet.bottom);
      const out = Math.max(...rects.map((rect) => far(ink(box_of(rect)))));
      if (out > 2.5) report(found, 'spill', `"${text}" by ${Math.round(out)} px out of ${call(on)}`, el, box);
    }
  }

  function check_tiny(found, texts) {
    for (const { el, text, box } of texts) {
      const size = font_size(el);
      const longest = Math.max(...text.split(/\s/).map((word) => word.length));
      const least = Math.max(TINY.least, TINY.text * Math.min(1, TINY.letters / longest));
      if (size < least - 0.05 && !el.closest('[aria-hidden=true]')) report(found, 'tiny', `"${text}" has ${size.toFixed(1)} of ${least.toFixed(1)} px`, el, box);
    }
  }

  function forget() {
    styles = new Map();
    clips = new Map();
    layers = new Map();
  }

  function check(about) {
    forget();
    const found = [];
    const texts = collect_texts();
    const controls = collect_controls();
    check_cut(found, texts, about);
    check_broken(found, texts);
    check_outside(found, texts, controls, about);
    check_overlap(found, texts, controls);
    check_need(found, about);
    check_touch(found, controls);
    check_red(found);
    check_spill(found, texts);
    if (about.screen === 'table') {
      check_size(found, texts, about);
      check_edge(found, texts);
    } else {
      check_zoom(found);
      check_tiny(found, texts);
    }
    return { found, types: [...document.querySelectorAll('[data-need] input[type=text], input[type=text][data-need]')].some(seen) };
  }

  /* What must stay where it is, and where that is. */
  function places() {
    forget();
    const tracked = [...document.querySelectorAll(`[data-need], main ${CONTROLS.split(', ').join(', main ')}`)].filter(seen);
    const before = tracked.map((node) => ({ node, what: call(node), text: brief(node.getAttribute('aria-label') || node.textContent || ''), box: box_of(node.getBoundingClientRect()) }));
    return () => {
      forget();
      const found = [];
      for (const { node, box, text } of before) {
        if (!node.isConnected || !seen(node)) continue;
        const now = node.getBoundingClientRect();
        const [dx, dy] = [now.left - box.left, now.top - box.top];
        if (Math.abs(dx) > 2 || Math.abs(dy) > 2) report(found, 'jump', `"${text}" by ${Math.round(dx)}, ${Math.round(dy)} px`, node, box);
      }
      return found;
    };
  }

  /* What the glass of a phone cuts off: its round corners, the camera, the bar of the system. Nothing to read or to tap lies
     there, as a screen opens, and with everything scrolled to its end. */
  function safe({ insets: { top, right, bottom, left } }) {
    const found = [];
    const scrolls = ({ y, node }) => /auto|scroll/.test(y) && node.scrollHeight > node.clientHeight + NEAR;
    const look = (ended) => {
      forget();
      for (const { el, box, text } of [...collect_texts(), ...collect_controls()]) {
        const part = visible_part(el, box);
        if (!area(part)) continue;
        const moves = clippers(el).some(scrolls) || document.scrollingElement.scrollHeight > innerHeight + NEAR;
        const deep = Math.max(left - part.left, part.right - (innerWidth - right), moves && ended ? 0 : top - part.top, moves && !ended ? 0 : part.bottom - (height() - bottom));
        if (deep > NEAR) report(found, 'safe', `"${text}" lies ${Math.round(deep)} px under the edge of the glass`, el, part);
      }
    };
    look(false);
    const moved = [...document.querySelectorAll('*')].filter((node) => node === document.scrollingElement || scrolls({ node, y: getComputedStyle(node).overflowY }));
    for (const node of moved) node.scrollTop = node.scrollHeight;
    look(true);
    for (const node of moved) node.scrollTop = 0;
    return found;
  }

  globalThis.laws = { check, places, safe };
}
