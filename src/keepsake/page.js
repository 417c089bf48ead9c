/* The page of a keepsake is whole without this. With it: step by step, and what one takes home. */
(function () {
  'use strict';
  var root = document.documentElement;
  var svg = document.querySelector('.sheet > svg');
  var whole_width = +svg.getAttribute('width');
  var whole_height = +svg.getAttribute('data-all');
  var told = document.querySelector('.told');
  var names = document.getElementById('names');
  var game = document.querySelector('h1').textContent.trim();
  root.className += ' lives';

  /* ---- step by step ---- */

  var titles = [].map.call(document.querySelectorAll('.replay li'), function (li) {
    return li.textContent;
  });
  var pieces = [].slice.call(svg.querySelectorAll('[data-s]'));
  var output = document.querySelector('.replay output');
  var last = titles.length - 1; /* all of it */
  var at = last;
  var timer = 0;

  function show(step) {
    at = Math.max(0, Math.min(last, step));
    pieces.forEach(function (piece) {
      var of = +piece.getAttribute('data-s') - 1;
      piece.classList.toggle('later', at < last && of > at);
      piece.classList.toggle('earlier', at < last && of < at - 1);
    });
    output.textContent = titles[at];
  }

  var player = document.querySelector('[data-do="play"]');

  function stop() {
    clearInterval(timer);
    timer = 0;
    player.textContent = '▶';
    player.setAttribute('aria-label', player.getAttribute('data-play'));
  }

  function play() {
    if (timer) {
      stop();
      return;
    }
    player.textContent = '❚❚';
    player.setAttribute('aria-label', player.getAttribute('data-pause'));
    show(at === last ? 0 : at + 1);
    timer = setInterval(function () {
      show(at + 1);
      if (at === last) stop();
    }, 1600);
  }

  /* ---- to take home ---- */

  function named() {
    return names.disabled || names.checked;
  }

  function picture() {
    var copy = svg.cloneNode(true);
    [].forEach.call(copy.querySelectorAll('.later, .earlier'), function (piece) {
      piece.classList.remove('later', 'earlier');
    });
    /* The page has a title of its own; a picture that goes elsewhere needs its. */
    copy.setAttribute('viewBox', '0 0 ' + whole_width + ' ' + whole_height);
    copy.setAttribute('height', whole_height);
    if (!named())
      [].forEach.call(copy.querySelectorAll('.name'), function (name) {
        name.parentNode.removeChild(name);
      });
    return new XMLSerializer().serializeToString(copy);
  }

  function file(ending) {
    return 'unisono-' + (game.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'keepsake') + '.' + ending;
  }

  function save(blob, name) {
    var link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    document.body.appendChild(link);
    link.click();
    document.body.removeChild(link);
    setTimeout(function () {
      URL.revokeObjectURL(link.href);
    }, 10000);
  }

  /* Where the page has a typeface of its own the picture takes it along: a picture loads nothing by itself. It is there
     before anybody asks: to share something a page has to answer a tap at once. */
  var typeface = '';

  function take_typeface() {
    var face = [].filter.call(document.styleSheets[0].cssRules, function (rule) {
      return rule.type === CSSRule.FONT_FACE_RULE;
    })[0];
    var path = face && /url\("?([^")]+)/.exec(face.style.getPropertyValue('src'));
    if (!path || typeof fetch !== 'function') return;
    fetch(path[1])
      .then(function (answer) {
        return answer.blob();
      })
      .then(function (blob) {
        var reader = new FileReader();
        reader.onload = function () {
          typeface = '<style>@font-face{font-family:Bricolage;font-weight:200 800;src:url(' + reader.result + ')}</style>';
        };
        reader.readAsDataURL(blob);
      })
      .catch(function () {});
  }
  window.addEventListener('load', take_typeface);

  /* The browser itself paints the picture, twice as large as it is. */
  function paint(then) {
    var image = new Image();
    image.onload = function () {
      var canvas = document.createElement('canvas');
      var scale = whole_height > 2400 ? 1 : 2;
      canvas.width = whole_width * scale;
      canvas.height = whole_height * scale;
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob(then, 'image/png');
    };
    image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(picture().replace('<defs>', typeface + '<defs>'));
  }

  function share() {
    paint(function (blob) {
      var shared = window.File && new File([blob], file('png'), { type: 'image/png' });
      if (shared && navigator.canShare && navigator.canShare({ files: [shared] }))
        navigator.share({ files: [shared], title: game }).catch(function () {});
      else save(blob, file('png'));
    });
  }

  function copy() {
    var text = document.getElementById(named() && names.checked ? 'text-names' : 'text-nameless').textContent;
    function done() {
      told.textContent = told.getAttribute('data-copied');
    }
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, save_text);
    else save_text();
    function save_text() {
      save(new Blob([text], { type: 'text/plain;charset=utf-8' }), file('txt'));
    }
  }

  var does = {
    back: function () {
      stop();
      show(at - 1);
    },
    on: function () {
      stop();
      show(at === last ? 0 : at + 1);
    },
    play: play,
    zoom: function () {
      svg.parentNode.classList.toggle('large');
    },
    share: share,
    png: function () {
      paint(function (blob) {
        save(blob, file('png'));
      });
    },
    svg: function () {
      save(new Blob([picture()], { type: 'image/svg+xml' }), file('svg'));
    },
    copy: copy,
    print: function () {
      stop();
      show(last);
      window.print();
    },
  };
  window.addEventListener('beforeprint', function () {
    stop();
    show(last);
  });
  document.addEventListener('click', function (event) {
    var button = event.target.closest && event.target.closest('[data-do]');
    if (button) does[button.getAttribute('data-do')]();
    else if (svg.contains(event.target) && window.innerWidth < whole_width + 100) does.zoom();
  });
  /* The file has names or not, as was chosen. */
  var whole = document.querySelector('[data-file]');
  names.addEventListener('change', function () {
    if (whole) whole.href = whole.href.replace(/&names=0/, '') + (names.checked ? '' : '&names=0');
  });
  if (whole) whole.setAttribute('download', file('html'));
})();
