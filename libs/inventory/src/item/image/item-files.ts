import { mediaPath, thumbOf } from '@stockbook/media';
import { basename } from 'node:path/posix';

export const MEDIA_STORE = Symbol('media store');

export const filesOf = (name: string): readonly string[] => [name, basename(thumbOf(mediaPath(name)))];
