/* Keeps the screen on while somebody plays.
 *
 * The wake lock exists only in secure contexts, and a party runs on plain http in a living room. There a film that plays
 * does it (film.ts), which comes only where it is needed. */
let lock: WakeLockSentinel | undefined;
let film: typeof import('./film.ts') | undefined;
/* Screens that want it: where one takes the place of another, the new one is there before the old one goes. */
let wanted = 0;

async function take_lock(): Promise<boolean> {
  if (!('wakeLock' in navigator)) return false;
  try {
    const mine = await navigator.wakeLock.request('screen');
    /* Meanwhile a press has got one, or nobody wants one any more: it would hold the screen for ever. */
    if (lock || !wanted) {
      void mine.release();
      return true;
    }
    lock = mine;
    mine.addEventListener('release', () => {
      if (lock === mine) lock = undefined;
    });
    return true;
  } catch {
    return false;
  }
}

/* The lock is lost whenever the page was hidden; a film stops then. */
async function renew(): Promise<void> {
  if (!wanted || document.hidden || lock || (await take_lock())) return;
  film ??= await import('./film.ts').catch(() => undefined);
  if (wanted) film?.show_film();
}

/* A film starts for sure, and with its silence, only from a tap or a key: the one that lets the page sound, too. */
function press(): void {
  if (film) film.press_film();
  else void renew();
}

const again = () => void renew();
/* iPhones count a click as a tap wherever a film or a sound wants to begin. */
const EVENTS = ['pointerup', 'click', 'keydown'] as const;

export function stay_awake(): () => void {
  if (!wanted++) {
    document.addEventListener('visibilitychange', again);
    for (const one of EVENTS) document.addEventListener(one, press);
    again();
  }
  return () => {
    if (--wanted) return;
    document.removeEventListener('visibilitychange', again);
    for (const one of EVENTS) document.removeEventListener(one, press);
    film?.end_film();
    void lock?.release();
    lock = undefined;
  };
}
