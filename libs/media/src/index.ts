export { type ImageType, MEDIA, mediaPath, mediaTypeOf, newMediaName, thumbOf } from './media-name.js';
export type { MediaStore, StoredFile } from './media-store.js';
export { mediaStoreIn } from './media-settings.js';
