/* Planted faults: for each law something that breaks it, put into the real page, and a twin that keeps it. A law that
 * does not find the first or complains about the second is not worth much. */

/* Runs in the page: builds a small scene for each fault and asks the laws. */
function plant(screen) {
  const about = { screen, names: ['Maximiliane', 'Konstantin-Alexander'], seat: 0, waiting: [], over: false };
  const scene = document.createElement('main');
  const put = (tag, text, look = {}, marks = {}, into = scene) => {
    const node = document.createElement(tag);
    node.textContent = text;
    Object.assign(node.style, { position: 'static', margin: '0', padding: '0', fontSize: screen === 'table' ? '64px' : '16px', overflowWrap: 'normal', ...look });
    for (const [name, value] of Object.entries(marks)) node.setAttribute(name, value);
    into.append(node);
    return node;
  };
  const large = { minWidth: '60px', minHeight: '60px', display: 'block' };
  const at = (left, top) => ({ position: 'absolute', left: `${left}px`, top: `${top}px`, whiteSpace: 'nowrap' });
  const low = innerHeight + 200;
  const lots = () => Object.assign(scene.style, { height: `${innerHeight}px`, overflowY: 'auto', display: 'block' });
  const faults = {
    'cut: a line without room': ['cut', (bad) => put('p', 'Donaudampfschifffahrt', { overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis', width: bad ? '60px' : '100%' })],
    'cut: a second line behind the edge': ['cut', (bad) => put('p', 'one two three four five six seven', { overflow: 'hidden', width: '8em', height: bad ? '1.5em' : 'auto' })],
    'cut: a short name': ['cut', (bad) => put('p', bad ? 'Maximiliane' : 'Konstantin-Alexander', { overflow: 'hidden', whiteSpace: 'nowrap', width: bad ? '2em' : screen === 'table' ? '480px' : '125px' })],
    'broken: a word in a narrow column': ['broken', (bad) => put('p', 'Donaudampfschifffahrt', { width: bad ? '120px' : 'auto', fontSize: screen === 'table' ? '64px' : '16px', overflowWrap: 'anywhere' })],
    'broken: not after a hyphen': ['broken', (bad) => put('p', bad ? 'Hubschrauber' : 'Hub- schrau- ber', { width: '3.4em', overflowWrap: 'anywhere' })],
    'overlap: two texts': ['overlap', (bad) => (put('p', 'first', at(20, 80)), put('p', 'second', at(bad ? 40 : 20, bad ? 84 : 200)))],
    'overlap: a text and a button': ['overlap', (bad) => (put('p', 'A line of text', at(20, 80)), put('button', 'Yes', { ...at(bad ? 30 : 20, bad ? 70 : 220), ...large }))],
    'overlap: under paper': ['overlap', (bad) => (put('p', 'hidden words', at(20, 80)), put('div', '', { ...at(0, bad ? 60 : 400), width: '300px', height: '90px', background: 'rgb(255, 255, 255)' }))],
    'outside: to the left': ['outside', (bad) => put('p', 'words', at(bad ? -30 : 30, 60))],
    'outside: in a strip that scrolls': ['outside', (bad) => { const strip = put('div', '', { overflowX: 'auto', width: '200px', whiteSpace: 'nowrap' }, bad ? {} : { 'data-strip': '' }); put('p', 'one', { display: 'inline-block', width: '190px' }, {}, strip); put('p', 'two', { display: 'inline-block' }, {}, strip); }, 'phone'],
    'outside: below a television': ['outside', (bad) => put('p', 'words', at(20, bad ? innerHeight - 10 : 20)), 'table'],
    'need: below the fold': ['need', (bad) => (lots(), put('div', '', { height: bad ? `${low}px` : '10px' }), put('p', 'the clue', {}, { 'data-need': 'clue' }))],
    'need: under the dock': ['need', (bad) => (lots(), put('p', 'the gaps', bad ? { marginTop: `${innerHeight - 60}px` } : {}, { 'data-need': 'gaps' }), put('div', 'dock', { position: 'fixed', left: '0', right: '0', bottom: '0', height: '90px', background: 'rgb(0, 0, 0)' }))],
    'need: nothing says what is needed': ['need', (bad) => (put('p', 'the clue', {}, bad ? {} : { 'data-need': 'clue' }), (about.waiting = [0])), 'phone'],
    'touch: a small button': ['touch', (bad) => put('button', 'x', bad ? { display: 'block', minWidth: '30px', minHeight: '44px', width: '30px' } : large)],
    'touch: a tick without a label': ['touch', (bad) => { const label = put('label', '', { display: 'block', lineHeight: '20px', minHeight: bad ? '20px' : '60px' }); put('input', '', {}, { type: 'checkbox' }, label); }],
    'edge: a line that a set cuts off': ['edge', (bad) => put('p', 'words', at(bad ? 4 : 200, 300)), 'table'],
    'spill: a second line beside its plate': ['spill', (bad) => put('p', 'one two three four five six seven', { background: 'rgb(255, 250, 240)', width: '9em', height: bad ? '1.2em' : 'auto' })],
    'tiny: a line for ants': ['tiny', (bad) => put('p', 'words', { fontSize: bad ? '9px' : '10px' }), 'phone'],
    'zoom: a field with small letters': ['zoom', (bad) => put('input', '', { display: 'block', width: '200px', height: '60px', fontSize: bad ? '15px' : '16px' }, { type: 'text' }), 'phone'],
    'red: two main buttons': ['red', (bad) => (put('button', 'Yes', large, { class: 'button main' }), put('button', 'No', large, { class: bad ? 'button main' : 'button' }))],
    'size: a small line': ['size', (bad) => put('p', 'small', { fontSize: `${(bad ? 27 : 29) * (innerHeight / 1080)}px` }), 'table'],
    'size: a small name': ['size', (bad) => put('p', 'Maximiliane', { fontSize: `${(bad ? 30 : 33) * (innerHeight / 1080)}px` }), 'table'],
    'size: a small word among long ones': ['size', (bad) => put('p', 'HARBOUR', { fontSize: `${(bad ? 36 : 44) * (innerHeight / 1080)}px` }, { 'data-play': '16' }), 'table'],
    'size: a small word': ['size', (bad) => put('p', 'HARBOUR', { fontSize: `${(bad ? 50 : 58) * (innerHeight / 1080)}px` }, { 'data-play': '' }), 'table'],
  };
  const hidden = [...document.body.children].filter((one) => one !== scene && !one.hidden);
  for (const one of hidden) one.hidden = true;
  document.body.append(scene);
  const results = [];
  for (const [name, [law, build, only]] of Object.entries(faults)) {
    if (only && only !== screen) continue;
    const found = [true, false].map((bad) => {
      scene.textContent = '';
      scene.removeAttribute('style');
      about.waiting = [];
      build(bad);
      return globalThis.laws.check(about).found.filter((one) => one.law === law).length;
    });
    results.push([name, found[0] > 0 && found[1] === 0]);
  }
  scene.textContent = '';
  scene.removeAttribute('style');
  const line = put('p', '');
  put('button', 'Yes', large, { 'data-need': 'answer' });
  const moved = globalThis.laws.places();
  const still = moved().length === 0;
  line.textContent = 'Waiting for Ben';
  results.push(['jump: a line appears', still && moved().length > 0]);
  scene.remove();
  for (const one of hidden) one.hidden = false;
  return results;
}

/* [[fault, whether it was found and its twin was not], …] */
export async function prove(theatre, screen) {
  await theatre.resize(screen === 'table' ? { width: 1920, height: 1080 } : { width: 390, height: 844 });
  return theatre.app.evaluate(plant, screen);
}
