/* A film that keeps a screen awake where there is no wake lock: a canvas of two pixels, streamed into a video element;
 * nothing is loaded. Engines differ in which films count. Chromium: one that covers a fifth of the page, or has sound;
 * Firefox: any stream; WebKit: one with sound that is not muted. So it is large, behind everything and nearly clear, and
 * after the first press it has a track of silence. */
let film: HTMLVideoElement | undefined;
let painting: ReturnType<typeof setInterval> | undefined;
let silence: AudioContext | undefined;

function play(): void {
  void film?.play().catch(() => undefined);
}

export function show_film(): void {
  if (film) return play();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2;
  const paint = canvas.getContext('2d');
  if (!paint || typeof canvas.captureStream !== 'function') return;
  let shade = 0;
  painting = setInterval(() => {
    paint.fillStyle = (shade ^= 1) ? '#000' : '#010101';
    paint.fillRect(0, 0, 2, 2);
  }, 1000);
  film = document.createElement('video');
  film.muted = true;
  film.playsInline = true;
  film.setAttribute('aria-hidden', 'true');
  film.tabIndex = -1;
  film.className = 'awake-film';
  film.srcObject = canvas.captureStream(1);
  document.body.append(film);
  play();
}

export function press_film(): void {
  show_film();
  /* A press that does not count, or a call, leaves it waiting for the next one. */
  void silence?.resume().catch(() => undefined);
  if (!film || silence || typeof AudioContext !== 'function') return play();
  silence = new AudioContext();
  const out = silence.createMediaStreamDestination();
  const none = silence.createGain();
  const voice = silence.createOscillator();
  none.gain.value = 0;
  voice.connect(none).connect(out);
  voice.start();
  film.srcObject = new MediaStream([...(film.srcObject as MediaStream).getVideoTracks(), ...out.stream.getAudioTracks()]);
  film.muted = false;
  film.volume = 0.01;
  play();
}

export function end_film(): void {
  clearInterval(painting);
  film?.remove();
  void silence?.close();
  film = silence = undefined;
}
