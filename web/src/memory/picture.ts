/* The evening as a picture on this device: SVG as it came, or PNG, which the browser paints itself. */
import { save_text } from '../lib/save.ts';

export function save_svg(svg: string): void {
  save_text('unisono-tonight.svg', svg, 'image/svg+xml');
}

export function png_of(svg: string): Promise<Blob | null> {
  return new Promise((done) => {
    const image = new Image();
    image.onerror = () => done(null);
    image.onload = () => {
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      canvas.toBlob(done, 'image/png');
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/* To a messenger where the device can, else as a file. */
export async function share_png(svg: string): Promise<void> {
  const blob = await png_of(svg);
  if (!blob) return;
  const file = typeof File === 'function' ? new File([blob], 'unisono-tonight.png', { type: 'image/png' }) : undefined;
  if (file && typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })) await navigator.share({ files: [file] }).catch(() => undefined);
  else save(blob, 'unisono-tonight.png');
}
