/* An animated WebP of screenshots, with nothing but a browser: its canvas encodes each picture, and only the part that has
 * changed; the rest is the container (https://developers.google.com/speed/webp/docs/riff_container).
 *
 *     writeFileSync('film.webp', await animated(page, [{ picture, ms: 100 }, …], { width: 640, height: 360 }, 0.8));
 */

/* In the page: [{ x, y, width, height, ms, data }], where data is a WebP of that part. */
async function encode([taken, size, quality]) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  pen.imageSmoothingQuality = 'high';
  const part = document.createElement('canvas');
  const cut = part.getContext('2d', { alpha: false });
  const found = [];
  /* What a reader of the file sees, and how much of a change nobody does. */
  let shown;
  const UNSEEN = 8;
  for (const { picture, ms } of taken) {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    pen.drawImage(image, 0, 0, size.width, size.height);
    const now = pen.getImageData(0, 0, size.width, size.height).data;
    let [left, top, right, bottom] = shown ? [size.width, size.height, -1, -1] : [0, 0, size.width - 1, size.height - 1];
    for (let i = 0; shown && i < now.length; i += 4) {
      if (Math.abs(now[i] - shown[i]) + Math.abs(now[i + 1] - shown[i + 1]) + Math.abs(now[i + 2] - shown[i + 2]) < UNSEEN) continue;
      const x = (i >> 2) % size.width;
      const y = ((i >> 2) - x) / size.width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    if (right < 0) {
      found.at(-1).ms += ms;
      continue;
    }
    /* A place is told in steps of two. */
    [left, top] = [left & ~1, top & ~1];
    shown ??= now.slice();
    for (let y = top; y <= bottom; y++) shown.set(now.subarray((y * size.width + left) * 4, (y * size.width + right + 1) * 4), (y * size.width + left) * 4);
    [part.width, part.height] = [right - left + 1, bottom - top + 1];
    cut.drawImage(canvas, -left, -top);
    found.push({ x: left, y: top, width: part.width, height: part.height, ms, data: part.toDataURL('image/webp', quality).split(',')[1] });
  }
  return found;
}

const u24 = (n) => Buffer.from([n & 255, (n >> 8) & 255, (n >> 16) & 255]);

function chunk(name, ...parts) {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write(name, 'ascii');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length & 1)]);
}

/* The picture itself, out of a file of its own. */
function bitstream(file) {
  for (let at = 12; at < file.length; ) {
    const length = file.readUInt32LE(at + 4);
    if (file.toString('ascii', at, at + 3) === 'VP8' && file[at + 3] !== 0x58) return file.subarray(at, at + 8 + length + (length & 1));
    at += 8 + length + (length & 1);
  }
  throw new Error('no picture in it');
}

export async function animated(page, taken, size, quality) {
  const parts = await page.evaluate(encode, [taken.map(({ picture, ms }) => ({ picture: picture.toString('base64'), ms })), size, quality]);
  const NO_BLEND = 2;
  const frames = parts.map((one) => chunk('ANMF', u24(one.x / 2), u24(one.y / 2), u24(one.width - 1), u24(one.height - 1), u24(one.ms), Buffer.from([NO_BLEND]), bitstream(Buffer.from(one.data, 'base64'))));
  const ANIMATED = 2;
  const all = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.from([ANIMATED, 0, 0, 0]), u24(size.width - 1), u24(size.height - 1)),
    chunk('ANIM', Buffer.alloc(6)), /* for ever */
    ...frames,
  ]);
  const head = Buffer.from('RIFF....');
  head.writeUInt32LE(all.length, 4);
  return Buffer.concat([head, all]);
}
