import {
  type Call,
  type CallOf,
  itemMatch,
  noReference,
  ownCall,
  promotion,
  PromotionCategory,
  promotionCategoryChanged,
  type PromotionCategoryItem,
  type PromotionCategoryItemAdd,
  Refused,
} from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Handles, PlainRecords, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { text } from '../../text.js';
import { PromotionCategoryRow } from './promotion-category.entity.js';

@Controller()
export class PromotionCategoryHandlers {
  private readonly categories: PlainRecords<PromotionCategoryRow, 'promotion_category_id', PromotionCategory>;

  constructor(
    private readonly db: Db,
    private readonly services: Services,
  ) {
    this.categories = new PlainRecords(
      db,
      PromotionCategoryRow,
      'promotion_category_id',
      promotionCategoryChanged,
      showAs(PromotionCategory),
    );
  }

  @Handles(promotion.addCategory)
  async addCategory(call: CallOf<typeof promotion.addCategory>) {
    const items = await this.named(call, call.input.items);
    return this.categories.add({ ...call, input: { ...call.input, items } });
  }

  @Handles(promotion.editCategory)
  async editCategory(call: CallOf<typeof promotion.editCategory>) {
    const { items: given, ...input } = call.input;
    const items = given && (await this.named(call, given));
    return this.categories.edit({ ...call, input: { ...input, ...(items && { items }) } });
  }

  @Handles(promotion.deleteCategory)
  deleteCategory(call: CallOf<typeof promotion.deleteCategory>) {
    return this.categories.delete(call);
  }

  @Handles(promotion.getCategory)
  async getCategory(call: CallOf<typeof promotion.getCategory>) {
    const sorts = {
      name: text.sortedName('promotion_category.name'),
      date_added: 'promotion_category.date_added',
      date_modified: 'promotion_category.date_modified',
    };
    const { records, ...page } = await this.categories.list(call, sorts);
    return { ...page, categories: records };
  }

  /** Returns the items, each once, with their names, and refuses those that do not exist. */
  private async named(call: Call, given: readonly PromotionCategoryItemAdd[]): Promise<PromotionCategoryItem[]> {
    const ids = [...new Set(given.map(({ item_id }) => item_id))];
    if (!ids.length) return [];
    const lines = ids.map((item_id) => ({ item_id, model: '', sku: '' }));
    const { output } = await this.services.ask(itemMatch.match, ownCall(call, { lines }));
    const names = new Map(output.items.map(({ item_id, name }) => [item_id, name]));
    const faults = given.flatMap(({ item_id }, i) =>
      names.has(item_id) ? [] : [noReference(`items[${i}].item_id`, 'item', item_id)],
    );
    Refused.ifAny(faults);
    return ids.map((item_id) => ({ item_id, name: names.get(item_id) ?? '' }));
  }
}
