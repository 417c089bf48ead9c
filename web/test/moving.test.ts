import { describe, expect, it } from 'vitest';
import { keeps_things, lodging, way_out } from '../src/moving/inside.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const PIXEL = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';

describe('where a page lives', () => {
  it('leaves browsers alone', () => {
    for (const agent of [
      `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`,
      `${IPHONE} CriOS/125.0.6422.80 Mobile/15E148 Safari/604.1`,
      `${IPHONE} FxiOS/126.0 Mobile/15E148 Safari/605.1.15`,
      `${PIXEL} Chrome/125.0.0.0 Mobile Safari/537.36`,
      `${PIXEL} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
      'Mozilla/5.0 (Android 14; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36',
      'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
    ])
      expect(lodging(agent, true), agent).toBeUndefined();
  });

  it('knows apps by their names, and web views without one', () => {
    expect(lodging(`${IPHONE} Mobile/15E148 Instagram 334.0.0.24.98`, true)).toEqual({ app: 'Instagram', system: 'ios' });
    expect(lodging(`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/465.0.0]`, true)).toEqual({ app: 'Facebook', system: 'ios' });
    expect(lodging(`${IPHONE} GSA/318.0.0 Mobile/15E148 Safari/604.1`, true)).toEqual({ app: 'Google', system: 'ios' });
    expect(lodging(`${PIXEL.replace('Pixel 8', 'Pixel 8; wv')} Version/4.0 Chrome/125.0 Mobile Safari/537.36`, true)).toEqual({ app: '', system: 'android' });
    expect(lodging(`${IPHONE} Mobile/15E148`, true)).toEqual({ app: '', system: 'ios' });
  });

  it('takes an app on the home screen for what it is', () => {
    expect(lodging(`${IPHONE} Mobile/15E148`, true, true)).toBeUndefined();
  });

  it('notices that nothing is kept', () => {
    expect(lodging(`${PIXEL} Chrome/125.0.0.0 Mobile Safari/537.36`, false)).toEqual({ system: 'android' });
    expect(keeps_things(() => undefined)).toBe(false);
    expect(keeps_things(() => { throw new Error('no'); })).toBe(false);
  });

  it('knows the way out, with what follows the #', () => {
    expect(way_out('https://play.example/j/KQ7TM#H4MWXK7', 'ios')).toBe('x-safari-https://play.example/j/KQ7TM#H4MWXK7');
    expect(way_out('http://10.0.0.5:8080/j/KQ7TM', 'android')).toBe('intent://10.0.0.5:8080/j/KQ7TM#Intent;scheme=http;action=android.intent.action.VIEW;end');
    expect(way_out('https://play.example/j/KQ7TM', 'other')).toBeUndefined();
  });
});
