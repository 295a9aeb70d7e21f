import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { CommaIds, Flag, Id, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';

class BrandKey {
  @Id() brand_id!: number;
}
class BrandFields {
  @Id({ optional: true, doc: '0: seen by all channel groups.' }) channel_group_id?: number;
  @Text({ optional: true, max: 2_000, doc: 'Image URL.' }) image?: string;
}
class BrandAdd extends BrandFields {
  @Name() name!: string;
}
class BrandEdit extends BrandFields {
  @Id() brand_id!: number;
  @Name({ optional: true }) name?: string;
}
class BrandGet extends RecordPageRequest {
  @Id({ optional: true }) brand_id?: number;
  @Text({ optional: true }) filter_name?: string;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @CommaIds({ optional: true }) filter_channel_group_id?: string;
  @OneOf(['name', 'date_modified'], { optional: true }) sort?: 'name' | 'date_modified';
}
export class Brand extends BrandKey {
  @Id() channel_group_id!: number;
  @Text() name!: string;
  @Text({ doc: 'Image URL.' }) image!: string;
  @When() date_modified!: string;
  @Flag({ optional: true }) deleted?: boolean;
}
class BrandPage extends Page {
  @ListOf(() => Brand) brands!: Brand[];
}

export const brand = resource('inventory/brand', 'inventory', {
  add: once(BrandAdd, BrandKey, 'Adds a brand.'),
  edit: write(BrandEdit, BrandKey, 'Changes a brand; absent fields stay as they are.'),
  delete: once(BrandKey, BrandKey, 'Deletes a brand that no item has; filter_deleted still lists it.'),
  get: read(BrandGet, BrandPage, 'Lists brands.'),
});

export const brandChanged = fact('inventory.brand', Brand);
