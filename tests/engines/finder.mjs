/* Finds what people see in a page, by role and name, by label, by text or by selector; runs in the page, on engines of any
 * age, and so it is written in their language (no ?., no ??, no new methods).
 *
 * A query is a list of steps, each among what the one before has found:
 *     [{ role: 'list', name: 'Players' }, { role: 'listitem' }, { has: 'Ann' }, { nth: 0 }]
 * A name or text is { is, exact } or { like, flags }. */
export function finder() {
  var ROLES = {
    button: 'button, summary, [role=button], input[type=submit], input[type=button]',
    textbox: 'textarea, input:not([type]), input[type=text], input[type=search], input[type=email], input[type=url], [role=textbox]',
    list: 'ul, ol, [role=list]', listitem: 'li, [role=listitem]', link: 'a[href], [role=link]', region: 'section, [role=region]',
    dialog: 'dialog, [role=dialog]', checkbox: 'input[type=checkbox]:not([role]), [role=checkbox]', switch: '[role=switch]',
    group: 'fieldset, details, [role=group]', heading: 'h1, h2, h3, h4, h5, h6, [role=heading]', radio: 'input[type=radio], [role=radio]', img: 'img, [role=img]',
  };

  function tidy(text) {
    return text.replace(/\s+/g, ' ').trim();
  }
  function shown(node) {
    if (!node.getClientRects().length && getComputedStyle(node).display !== 'contents') return false;
    return getComputedStyle(node).visibility === 'visible';
  }
  function hidden(node) {
    return !shown(node) || !!node.closest('[aria-hidden=true], [inert]');
  }

  /* What a screen reader would say it is called, near enough. */
  function words(node) {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || node.getAttribute('aria-hidden') === 'true') return '';
    var said = node.getAttribute('aria-label');
    if (said) return said;
    if (node.tagName === 'IMG') return node.alt || '';
    var style = getComputedStyle(node);
    if (style.display === 'none' || style.visibility === 'hidden') return '';
    var inside = [].map.call(node.childNodes, words).join('');
    return /^inline(?!-)/.test(style.display) ? inside : ' ' + inside + ' ';
  }
  function name_of(node, role) {
    var by = node.getAttribute('aria-labelledby');
    if (by) return tidy(by.split(/\s+/).map(function (id) { var one = document.getElementById(id); return one ? words(one) : ''; }).join(' '));
    if (node.getAttribute('aria-label')) return tidy(node.getAttribute('aria-label'));
    if (node.labels && node.labels.length) return tidy([].map.call(node.labels, words).join(' '));
    if (node.tagName === 'FIELDSET') {
      var legend = node.querySelector('legend');
      if (legend) return tidy(words(legend));
    }
    if (/^(button|link|listitem|heading|checkbox|switch|radio)$/.test(role)) {
      var text = tidy([].map.call(node.childNodes, words).join(''));
      if (text && role !== 'listitem') return text;
    }
    return tidy(node.getAttribute('title') || node.getAttribute('placeholder') || '');
  }
  function fits(text, wanted) {
    if (wanted.like !== undefined) return new RegExp(wanted.like, wanted.flags).test(text);
    if (wanted.exact) return text === tidy(wanted.is);
    return text.toLowerCase().indexOf(tidy(wanted.is).toLowerCase()) >= 0;
  }

  function matches(node, step) {
    if (step.role) {
      if (hidden(node)) return false;
      if (step.role === 'region' && node.tagName === 'SECTION' && !name_of(node, 'region')) return false;
      if (step.role === 'dialog' && node.tagName === 'DIALOG' && !node.open) return false;
      if (node.hasAttribute('role') && node.getAttribute('role') !== step.role) return false;
      if (step.pressed !== undefined && (node.getAttribute('aria-pressed') === 'true') !== step.pressed) return false;
      return !step.name || fits(name_of(node, step.role), step.name);
    }
    if (step.label) return fits(name_of(node, 'field'), step.label);
    return fits(tidy(node.textContent), step.text) && ![].some.call(node.children, function (one) { return fits(tidy(one.textContent), step.text); });
  }

  function among(roots, step) {
    var selector = step.css || (step.role ? ROLES[step.role] || '[role=' + step.role + ']' : step.label ? 'input, textarea, select, [aria-label]' : '*');
    var found = [];
    roots.forEach(function (root) {
      [].forEach.call(root.querySelectorAll(selector), function (node) {
        if (found.indexOf(node) < 0 && (step.css || matches(node, step))) found.push(node);
      });
    });
    return found;
  }

  function find(steps) {
    return steps.reduce(function (roots, step) {
      if (step.nth !== undefined) return roots.slice(step.nth < 0 ? roots.length + step.nth : step.nth).slice(0, 1);
      if (step.has) return roots.filter(function (node) { return fits(tidy(node.textContent), step.has); });
      return among(roots, step);
    }, [document]);
  }

  /* Where a finger would go, or why it cannot yet: the thing is gone, off, moving or covered. */
  function target(steps, last) {
    var node = find(steps)[0];
    if (!node) return { no: 'it is not there', gone: true };
    if (!shown(node)) return { no: 'it is not visible' };
    if (node.disabled || node.closest('[inert]')) return { no: 'it is off' };
    var box = node.getBoundingClientRect();
    if (box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) {
      node.scrollIntoView({ block: 'center', inline: 'nearest' });
      box = node.getBoundingClientRect();
    }
    var place = [box.left, box.top, box.width, box.height].map(Math.round).join();
    if (place !== last) return { no: 'it moves', place: place };
    var x = box.left + box.width / 2;
    var y = box.top + box.height / 2;
    var top = document.elementFromPoint(x, y);
    var label = node.closest('label');
    if (!top || !(node.contains(top) || (label && label.contains(top)))) {
      node.scrollIntoView({ block: 'center', inline: 'nearest' }); /* what lies under a dock is scrolled out of there */
      return { no: 'it is covered by ' + (top ? top.tagName + '.' + top.className : 'the edge'), place: place };
    }
    return { x: x, y: y, place: place };
  }

  window.__find = find;
  window.__target = target;
  window.__shown = shown;
}
