import { MEBIBYTE } from '../contract.js';
import { Base64 } from '../fields/base64.js';
import { Id, Int, Text } from '../fields/fields.js';

export const SMALLER =
  'Additive. A smaller rendition of an image that addImage has stored; of any other image the same text.';

export class ItemImageGiven {
  @Text({ max: 2_000 }) image!: string;
  @Int({ optional: true, min: 0, max: 9 }) set_id?: number;
  @Int({ optional: true }) sort_order?: number;
  @Text({ optional: true, max: 2_000, doc: 'Additive. Ignored, so that images can be sent as they were read.' })
  thumb?: string;
}
export const MOST_IMAGES = 1_000;

export class ItemImage {
  @Text() image!: string;
  @Text({ doc: SMALLER }) thumb!: string;
  @Int() set_id!: number;
  @Int() sort_order!: number;
}

export class ItemImageAdd {
  @Id() item_id!: number;
  @Base64({
    max: 5 * MEBIBYTE,
    doc:
      'A PNG, JPEG or WebP image of at most 16,000,000 pixels. ' +
      'What is stored has at most 2,048 pixels a side and no metadata.',
  })
  content!: string;
  @Int({ optional: true, min: 0, max: 9 }) set_id?: number;
  @Int({ optional: true }) sort_order?: number;
}
export class ItemImageAdded {
  @Id() item_id!: number;
  @Text({
    doc:
      'Path below the base URL. The images of the item hold it, and its image too if it had none. ' +
      'Empty in a dry run.',
  })
  image!: string;
  @Text({ doc: 'Path of the rendition of at most 320 pixels a side.' }) thumb!: string;
}
