import type { ImageType } from '@stockbook/media';

/** The store keeps these renditions of an image. */
export interface Renditions {
  readonly type: ImageType;
  readonly image: Buffer;
  readonly thumb: Buffer;
}

/** `fault` completes a sentence about the content. */
export type Decoded =
  (Renditions & { readonly fault?: undefined }) | { readonly fault: string; readonly type?: undefined };

/** The first message of the process: it takes images, or why it cannot. */
export interface Started {
  readonly error?: string;
}

/** Decoding takes at most 8 bytes each, and some images need all of them at once. */
export const MOST_PIXELS = 16_000_000;
/** A process that takes more bytes, beside the 70 MiB at its start, ends itself. */
export const MOST_MEMORY = 300 * 1_048_576;

/** A bundle holds this file in a chunk beside the process's, because apps and the process import it. */
export const DECODER_PROCESS = new URL(
  import.meta.url.endsWith('.ts') ? './decoder-process.ts' : './decoder-process.js',
  import.meta.url,
);
