/* The evening as a picture on this device: SVG as it came, or PNG, which the browser paints itself. */
import { save_text } from '../lib/save.ts';

/* A picture loads nothing by itself, so it takes the typeface of the app along. */
async function typeface(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const found = rules.find((rule): rule is CSSFontFaceRule => rule instanceof CSSFontFaceRule);
  const path = /url\("?([^")]+)/.exec(found?.style.getPropertyValue('src') ?? '')?.[1];
  if (!path) return '';
  const blob = await (await fetch(new URL(path, found?.parentStyleSheet?.href ?? location.href))).blob();
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(`<style>@font-face{font-family:Bricolage;font-weight:200 800;src:url(${String(reader.result)})}</style>`);
    reader.onerror = () => done('');
    reader.readAsDataURL(blob);
  });
}

let face: Promise<string> | undefined;

/* Ready to be shown, painted or saved. */
export async function dressed(svg: string): Promise<string> {
  const style = await (face ??= typeface().catch(() => ''));
  return svg.replace(/<svg[^>]*>/, (begin) => begin + style);
}

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
