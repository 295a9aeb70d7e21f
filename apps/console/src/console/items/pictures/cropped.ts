import type { Crop } from 'react-image-crop';

const QUALITY = 0.92;
/** The API takes files of this size and stores at most this many pixels a side. */
const MOST_BYTES = 5 * 1_048_576;
const MOST_PIXELS = 2_048;

/** Returns the part of a picture that somebody has chosen, a whole one as its file; null if the browser cannot cut. */
export function cropped(picture: HTMLImageElement, { x, y, width, height }: Crop, file: File): Promise<Blob | null> {
  const isWhole = width >= 100 && height >= 100;
  if (isWhole && file.size <= MOST_BYTES) return Promise.resolve(file);
  const canvas = document.createElement('canvas');
  const [across, down] = [picture.naturalWidth / 100, picture.naturalHeight / 100];
  const scale = Math.min(1, MOST_PIXELS / Math.max(width * across, height * down));
  canvas.width = Math.max(1, Math.round(width * across * scale));
  canvas.height = Math.max(1, Math.round(height * down * scale));
  const part = [x * across, y * down, width * across, height * down] as const;
  canvas.getContext('2d')?.drawImage(picture, ...part, 0, 0, canvas.width, canvas.height);
  const type = file.type === 'image/jpeg' ? file.type : 'image/webp';
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}
