/* Browsers inside other apps (messengers, social networks, the search app that reads QR codes) and windows that keep
 * nothing: whoever closes one has lost the seat. They are told by what they say of themselves, and by trying the storage. */

export interface Lodging {
  /* The app this page lives in; empty: one that does not say its name. Missing: a browser that keeps nothing. */
  app?: string;
  system: 'ios' | 'android' | 'other';
}

/* What apps add to the name of the engine they borrow. */
const APPS: [RegExp, string][] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bFB(AN|AV|_IAB|IOS)\b|\[FB/, 'Facebook'],
  [/\bMessengerForiOS|Orca-Android/, 'Messenger'],
  [/\bWhatsApp\//, 'WhatsApp'],
  [/\bTelegram/i, 'Telegram'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bLine\//, 'LINE'],
  [/\bKAKAOTALK/, 'KakaoTalk'],
  [/\bSnapchat\b/, 'Snapchat'],
  [/\bBytedanceWebview|musical_ly|\bTikTok/, 'TikTok'],
  [/\bTwitter(Android| for)/, 'X'],
  [/\bLinkedInApp\b/, 'LinkedIn'],
  [/\bPinterest\//, 'Pinterest'],
  [/\bDiscord/, 'Discord'],
  [/\bSlack_SSB|\bSlack\//, 'Slack'],
  [/\bSignal\//, 'Signal'],
  [/\bThreema/, 'Threema'],
  [/\bGSA\//, 'Google'],
];

function system_of(agent: string): Lodging['system'] {
  if (/\b(iPhone|iPad|iPod)\b/.test(agent)) return 'ios';
  return /\bAndroid\b/.test(agent) ? 'android' : 'other';
}

/* Nameless ones: a web view of Android says so, one of iOS lacks the name of a browser. An app that was put on the home
 * screen looks alike, and keeps everything. */
function nameless(agent: string, installed: boolean): boolean {
  if (/; wv\)/.test(agent)) return true;
  return !installed && /\b(iPhone|iPad|iPod)\b/.test(agent) && !/\b(Safari|CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo)\//.test(agent);
}

export function lodging(agent: string, keeps: boolean, installed = false): Lodging | undefined {
  const system = system_of(agent);
  const app = APPS.find(([sign]) => sign.test(agent))?.[1];
  if (app !== undefined) return { app, system };
  if (nameless(agent, installed)) return { app: '', system };
  return keeps ? undefined : { system };
}

/* Whether what is stored here can be read again. A private window of some browsers takes it and forgets; what refuses it
 * at once can be told. */
export function keeps_things(storage: () => Storage | undefined = () => globalThis.localStorage): boolean {
  try {
    const here = storage();
    here?.setItem('unisono.trial', 'yes');
    const kept = here?.getItem('unisono.trial') === 'yes';
    here?.removeItem('unisono.trial');
    return kept;
  } catch {
    return false;
  }
}

export function lodging_here(): Lodging | undefined {
  const installed = (navigator as { standalone?: boolean }).standalone === true || matchMedia('(display-mode: standalone)').matches;
  return lodging(navigator.userAgent, keeps_things(), installed);
}

/* An address that makes the system open its own browser; undefined: there is none, the person has to. */
export function way_out(url: string, system: Lodging['system']): string | undefined {
  const bare = url.replace(/^https?:\/\//, '');
  const scheme = url.startsWith('https:') ? 'https' : 'http';
  if (system === 'android') {
    /* What follows the # is ours; Android's own part comes after the last one. */
    return `intent://${bare}#Intent;scheme=${scheme};action=android.intent.action.VIEW;end`;
  }
  return system === 'ios' ? `x-safari-${scheme}://${bare}` : undefined;
}
