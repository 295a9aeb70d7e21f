import { Id, Text } from '../fields/fields.js';

export const CODE = { optional: true, max: 255, trim: true } as const;

export class ItemNaming {
  @Id({ optional: true }) item_id?: number;
  @Text(CODE) model?: string;
  @Text(CODE) sku?: string;
  @Text(CODE) barcode?: string;
}
