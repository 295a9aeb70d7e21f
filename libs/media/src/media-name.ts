import { randomBytes } from 'node:crypto';

/** The path of the gateway below which files are served. */
export const MEDIA = '/media/';

const TYPES = ['jpeg', 'png', 'webp'] as const;
/** The format of an image, which ends the names of its files. */
export type ImageType = (typeof TYPES)[number];

const ENDINGS = TYPES.join('|');
const NAME = new RegExp(`^[0-9a-f]{32}(?:\\.thumb)?\\.(${ENDINGS})$`);
const IMAGE = new RegExp(`^(${MEDIA}[0-9a-f]{32})\\.(${ENDINGS})$`);

/** Returns a name of 128 random bits, in the letters that all file systems tell apart. */
export const newMediaName = (type: ImageType): string => `${randomBytes(16).toString('hex')}.${type}`;

/** Returns the path of a file below the base URL, as an item's record holds it. */
export const mediaPath = (name: string): string => `${MEDIA}${name}`;

/** Returns the content type of a file, by its name alone; undefined if no file has this name. */
export function mediaTypeOf(name: string): string | undefined {
  const [, type] = NAME.exec(name) ?? [];
  return type && `image/${type}`;
}

/** Returns the smaller rendition of an image; a name or a path of anything else is its own. */
export const thumbOf = (image: string): string => image.replace(IMAGE, '$1.thumb.$2');
