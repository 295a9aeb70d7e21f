import { mediaPath, thumbOf } from '@stockbook/media';
import { basename } from 'node:path/posix';

/** The injection token of the media store. */
export const MEDIA_STORE = Symbol('media store');

/** Returns the names of the files of an image: its own, and that of its thumb. */
export const filesOf = (name: string): readonly string[] => [name, basename(thumbOf(mediaPath(name)))];
