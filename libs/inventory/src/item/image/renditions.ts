import { Refused } from '@stockbook/contracts';
import { type ImageType, imageTypeOf } from '@stockbook/media';
import pLimit from 'p-limit';
import type { Sharp } from 'sharp';

/** Pixels of an image that is accepted: decoding it takes at most 8 bytes each, and some need all of them at once. */
const MOST_PIXELS = 16_000_000;
/** The longest side of each rendition, in pixels. */
const [IMAGE, THUMB] = [2_048, 320];
const SECONDS = 5;
/** Images that wait. One is decoded at a time, because the next one would take as much memory again. */
const MOST_WAITING = 6;

const QUALITY = { jpeg: { quality: 85 }, png: {}, webp: { quality: 85 } } as const;

export interface Renditions {
  readonly type: ImageType;
  readonly image: Buffer;
  readonly thumb: Buffer;
}

const inTurn = pLimit(1);

/** Decodes an image in a thread of its library, and encodes what is stored of it: pixels alone, nothing that the file holds besides. */
export async function renditionsOf(content: Buffer, deadline: number): Promise<Renditions> {
  if (inTurn.pendingCount >= MOST_WAITING) throw new Refused(busy);
  const open = await decoder();
  return inTurn(async () => {
    if (deadline < Date.now()) throw new Refused(busy);
    try {
      const { format } = await open(content).metadata();
      const type = imageTypeOf(format);
      if (!type) throw new Error(`${format} is not decoded.`);
      const encode = (source: Buffer, side: number) =>
        fitted(open(source), side).toFormat(type, QUALITY[type]).toBuffer();
      const image = await encode(content, IMAGE);
      return { type, image, thumb: await encode(image, THUMB) };
    } catch (error) {
      throw new Refused({ code: 'invalid', field: 'content', message: `content ${faultOf(error)}.` });
    }
  });
}

/** Turned as its metadata says, in the colours of the web. */
const fitted = (image: Sharp, side: number): Sharp =>
  image
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS });

let loading: Promise<(content: Buffer) => Sharp> | undefined;

/** Loads the library with the first image. It opens the three formats alone, whatever the content says that it is. */
const decoder = () =>
  (loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`) });
    return (content) => sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
  }));

function faultOf(error: unknown): string {
  const message = String(error);
  if (message.includes('pixel limit')) return `has more than ${MOST_PIXELS} pixels`;
  if (message.includes('timeout')) return `takes more than ${SECONDS} seconds to decode`;
  return 'is not a whole PNG, JPEG or WebP image';
}

const busy = {
  code: 'unavailable',
  message: 'Too many images are decoded now; the same request can be repeated safely.',
} as const;
