import type { Sharp } from 'sharp';
import { type Decoded, MOST_MEMORY, MOST_PIXELS, type Started } from './decoding.js';

/** The longest side of each rendition, in pixels. */
const [IMAGE, THUMB] = [2_048, 320];
const QUALITY = { jpeg: { quality: 85 }, png: {}, webp: { quality: 85 } } as const;
const WATCH_MS = 10;
const isKnown = (format: string | undefined): format is keyof typeof QUALITY =>
  format !== undefined && format in QUALITY;

type Open = (content: Buffer) => Sharp;

/** The library opens three formats alone, whatever the content says that it is. */
async function load(): Promise<Open> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`) });
  return (content) => sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
}

/** Encodes what is stored of an image: pixels alone, nothing that the file holds besides. */
async function decode(open: Open, content: Buffer): Promise<Decoded> {
  try {
    const { format: type } = await open(content).metadata();
    if (!isKnown(type)) throw new Error(`${type} is not decoded.`);
    const encode = (source: Buffer, side: number) =>
      fitted(open(source), side).toFormat(type, QUALITY[type]).toBuffer();
    const image = await encode(content, IMAGE);
    return { type, image, thumb: await encode(image, THUMB) };
  } catch (error) {
    const isTooLarge = String(error).includes('pixel limit');
    return { fault: isTooLarge ? `has more than ${MOST_PIXELS} pixels` : 'is not a whole PNG, JPEG or WebP image' };
  }
}

/** Turns an image as its metadata says, in the colours of the web. */
const fitted = (image: Sharp, side: number): Sharp =>
  image
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');

const tell = (message: Started | Decoded): void => void process.send?.(message);

/** An orderly exit would wait for the thread that decodes. */
const end = () => process.kill(process.pid, 'SIGKILL');
process.once('disconnect', end);

load().then(
  (open) => {
    const most = process.memoryUsage.rss() + MOST_MEMORY;
    // Some images of few pixels take gigabytes, so this thread watches the memory while another one decodes.
    setInterval(() => process.memoryUsage.rss() > most && end(), WATCH_MS);
    process.on('message', (content: Buffer) => void decode(open, content).then(tell));
    tell({});
  },
  (error: unknown) => tell({ error: String(error) }),
);
