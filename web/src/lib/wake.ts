/* Keeps the screen on while somebody plays.
 *
 * The wake lock exists only in secure contexts, and a party runs on plain http in a living room. There a
 * tiny silent film does it: phones stay awake while a video plays. The film is a canvas of two pixels,
 * streamed into a video element; nothing is loaded. */

let lock: WakeLockSentinel | undefined;
let film: HTMLVideoElement | undefined;
let wanted = false;
let painting: ReturnType<typeof setInterval> | undefined;

async function take_lock(): Promise<boolean> {
  if (!('wakeLock' in navigator)) return false;
  try {
    lock = await navigator.wakeLock.request('screen');
    lock.addEventListener('release', () => (lock = undefined));
    return true;
  } catch {
    return false;
  }
}

function show_film(): void {
  if (film) {
    void film.play().catch(() => undefined);
    return;
  }
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
  void film.play().catch(() => undefined);
}

/* A film starts only from a tap; the lock is lost whenever the page was hidden. */
async function renew(): Promise<void> {
  if (!wanted || document.hidden || lock) return;
  if (!(await take_lock())) show_film();
}

export function stay_awake(): () => void {
  wanted = true;
  void renew();
  const again = () => void renew();
  document.addEventListener('visibilitychange', again);
  document.addEventListener('pointerup', again);
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', again);
    document.removeEventListener('pointerup', again);
    clearInterval(painting);
    film?.remove();
    film = undefined;
    void lock?.release();
  };
}
