import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { CommaIds, Flag, Id, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';

class CategoryKey {
  @Id() category_id!: number;
}
class CategoryFields {
  @Id({ optional: true, doc: 'The category above; 0: none.' }) parent_id?: number;
  @Id({ optional: true, doc: '0: seen by all channel groups.' }) channel_group_id?: number;
  @Text({ optional: true, max: 2_000, doc: 'Image URL.' }) image?: string;
}
class CategoryAdd extends CategoryFields {
  @Name() name!: string;
}
class CategoryEdit extends CategoryFields {
  @Id() category_id!: number;
  @Name({ optional: true }) name?: string;
}
class CategoryDelete extends CategoryKey {
  @Flag({
    optional: true,
    doc: 'Additive. true: the same request moves its children to its own parent and takes up to 1000 items out of it.',
  })
  take_out?: boolean;
}
class CategoryGet extends RecordPageRequest {
  @Id({ optional: true }) category_id?: number;
  @Text({ optional: true }) filter_name?: string;
  @Id({ optional: true, doc: 'Additive. The children of this category; 0: those without a parent.' })
  filter_parent_id?: number;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @CommaIds({ optional: true }) filter_channel_group_id?: string;
  @OneOf(['name', 'date_modified'], { optional: true }) sort?: 'name' | 'date_modified';
}
export class Category extends CategoryKey {
  @Id({ doc: 'The category above; 0: none.' }) parent_id!: number;
  @Id() channel_group_id!: number;
  @Text() name!: string;
  @Text({ doc: 'Image URL.' }) image!: string;
  @When() date_modified!: string;
  @Flag({ optional: true }) deleted?: boolean;
}
class CategoryPage extends Page {
  @ListOf(() => Category) categories!: Category[];
}

export const category = resource('inventory/category', 'inventory', {
  add: once(CategoryAdd, CategoryKey, 'Adds a category.'),
  edit: write(
    CategoryEdit,
    CategoryKey,
    'Changes a category, or moves it with all below it; absent fields stay as they are.',
  ),
  delete: once(CategoryDelete, CategoryKey, 'Deletes a category that has neither children nor items.'),
  get: read(CategoryGet, CategoryPage, 'Lists categories.'),
});

export const categoryChanged = fact('inventory.category', Category);
