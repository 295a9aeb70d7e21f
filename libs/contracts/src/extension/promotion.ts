import { promotionTypes, type PromotionType } from '@stockbook/promotions';
import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { COUNT, Day, Flag, Id, Ids, Int, Json, ListOf, Money, Name, OneOf, Text, When } from '../fields/fields.js';
import {
  PromotionCalculate,
  PromotionCalculated,
  PromotionHolds,
  PromotionRelease,
  PromotionReleased,
  PromotionReserve,
  PromotionVerified,
  PromotionVerify,
} from './promotion-use.js';

const SHORT = { optional: true, max: 1_000 } as const;
const CONFIGURATION =
  'coupons, customer_limit, customer_group_ids, channel_ids, weekdays, hours, minimum_quantity, maximum_quantity, ' +
  'maximum_discount, exclusive, limit_policy; percent: percent; fixed: amount, per; price: price; buy_get: ' +
  'buy_quantity, get_quantity, get_categories, percent, repeat; shipping: percent. Replaced as a whole.';
const TOTAL_PROMOTION =
  'true: off the total of the order; false: off its lines. Follows from the type where it is absent: ' +
  'shipping, and fixed unless per line or unit, are off the total.';
const NIGHTS = 'hours across midnight belong to the day on which they begin; empty: none.';
const DATE_START = `The first day in the account's time zone; ${NIGHTS}`;
const DATE_END = `The last day in the account's time zone; ${NIGHTS}`;

class PromotionKey {
  @Id() promotion_id!: number;
}
class PromotionFields {
  @Text({ ...SHORT, doc: 'Shown to customers; the name where it is empty.' }) title?: string;
  @Flag({ optional: true, doc: TOTAL_PROMOTION }) total_promotion?: boolean;
  @Flag({ optional: true, doc: 'Whether it is enabled; default true.' }) status?: boolean;
  @Int({ optional: true, doc: 'The lowest applies first.' }) sort_order?: number;
  @Json({ optional: true, doc: CONFIGURATION }) configuration?: Record<string, unknown>;
  @Money({ optional: true, min: 0, doc: 'Least value of the eligible goods before promotions, in the base currency.' })
  total?: number;
  @Int({ ...COUNT, optional: true, doc: 'Uses at most; 0: no limit.' }) total_limit?: number;
  @Day({ optional: true, doc: DATE_END }) date_end?: string;
  @Day({ optional: true, doc: DATE_START }) date_start?: string;
  @Ids({ optional: true, doc: 'Promotion categories whose items are eligible; empty: all items.' })
  categories?: number[];
}
class PromotionAdd extends PromotionFields {
  @Name() name!: string;
  @OneOf(promotionTypes) type!: PromotionType;
}
class PromotionEdit extends PromotionFields {
  @Id() promotion_id!: number;
  @Name({ optional: true }) name?: string;
  @OneOf(promotionTypes, { optional: true }) type?: PromotionType;
}
const SORT = [
  'name',
  'type',
  'status',
  'total_used',
  'date_start',
  'date_end',
  'date_added',
  'date_modified',
  'sort_order',
] as const;
class PromotionGet extends RecordPageRequest {
  @Id({ optional: true }) promotion_id?: number;
  @Text({ optional: true }) filter_name?: string;
  @Text({ optional: true, doc: 'Part of the title.' }) filter_title?: string;
  @OneOf(promotionTypes, { optional: true }) filter_type?: PromotionType;
  @Flag({ optional: true }) filter_status?: boolean;
  @When({ optional: true }) filter_date_modified?: string;
  @OneOf(SORT, { optional: true }) sort?: (typeof SORT)[number];
}
export class Promotion extends PromotionKey {
  @Text() name!: string;
  @Text() title!: string;
  @Flag() total_promotion!: boolean;
  @OneOf(promotionTypes) type!: PromotionType;
  @Flag() status!: boolean;
  @Int() sort_order!: number;
  @Json() configuration!: Record<string, unknown>;
  @Money() total!: number;
  @Int(COUNT) total_limit!: number;
  @Int({ ...COUNT, doc: 'Uses by orders.' }) total_used!: number;
  @Int({ ...COUNT, doc: 'Uses that are held for orders to come.' }) total_held!: number;
  @Day() date_start!: string;
  @Day() date_end!: string;
  @When() date_added!: string;
  @When() date_modified!: string;
  @Ids() categories!: number[];
}
class PromotionPage extends Page {
  @ListOf(() => Promotion) promotions!: Promotion[];
}

class PromotionHistoryGet extends RecordPageRequest {
  @Id({ optional: true }) filter_promotion_id?: number;
  @When({ optional: true, doc: 'Created after it.' }) filter_date_added?: string;
  @Flag({ optional: true, doc: 'Uses that their orders have given back, too.' }) filter_deleted?: boolean;
  @OneOf(['date_added'], { optional: true }) sort?: 'date_added';
}
export class PromotionHistory {
  @Id() promotion_history_id!: number;
  @Id() promotion_id!: number;
  @Id() customer_id!: number;
  @Id() order_id!: number;
  @Id({ doc: 'Additive. The channel of the order.' }) channel_id!: number;
  @Text({ doc: 'Empty: an automatic promotion.' }) coupon!: string;
  @Money({ doc: 'Positive, in the base currency.' }) total!: number;
  @Flag({ doc: 'The use came without a hold and passed a limit.' }) over_limit!: boolean;
  @Text({ doc: 'Additive. Which limit it passed; empty: none.' }) message!: string;
  @Flag({ doc: 'The promotion is deleted, or there was none when the order used it.' }) promotion_deleted!: boolean;
  @When() date_added!: string;
  @Flag({ optional: true }) deleted?: boolean;
}
class PromotionHistoryPage extends Page {
  @ListOf(() => PromotionHistory) histories!: PromotionHistory[];
}

class PromotionCategoryKey {
  @Id() promotion_category_id!: number;
}
export class PromotionCategoryItemAdd {
  @Id() item_id!: number;
}
export class PromotionCategoryItem extends PromotionCategoryItemAdd {
  @Text({ doc: 'The name that the item had when it was added here.' }) name!: string;
}
class PromotionCategoryAdd {
  @Name() name!: string;
  @ListOf(() => PromotionCategoryItemAdd) items!: PromotionCategoryItemAdd[];
}
class PromotionCategoryEdit extends PromotionCategoryKey {
  @Name({ optional: true }) name?: string;
  @ListOf(() => PromotionCategoryItemAdd, { optional: true, doc: 'Replaced as a whole.' })
  items?: PromotionCategoryItemAdd[];
}
const CATEGORY_SORT = ['name', 'date_added', 'date_modified'] as const;
class PromotionCategoryGet extends RecordPageRequest {
  @Id({ optional: true }) promotion_category_id?: number;
  @Text({ optional: true }) filter_name?: string;
  @When({ optional: true }) filter_date_modified?: string;
  @OneOf(CATEGORY_SORT, { optional: true }) sort?: (typeof CATEGORY_SORT)[number];
}
export class PromotionCategory extends PromotionCategoryKey {
  @Text() name!: string;
  @When() date_added!: string;
  @When() date_modified!: string;
  @ListOf(() => PromotionCategoryItem) items!: PromotionCategoryItem[];
}
class PromotionCategoryPage extends Page {
  @ListOf(() => PromotionCategory) categories!: PromotionCategory[];
}

const additive = { additive: true };

export const promotion = resource(
  'extension/total/promotion',
  'integration',
  {
    add: once(PromotionAdd, PromotionKey, 'Adds a promotion.', additive),
    edit: write(
      PromotionEdit,
      PromotionKey,
      'Changes a promotion; absent fields and recorded uses stay as they are.',
      additive,
    ),
    delete: once(PromotionKey, PromotionKey, 'Deletes a promotion; its history stays.', additive),
    get: read(PromotionGet, PromotionPage, 'Lists promotions.'),
    getHistory: read(PromotionHistoryGet, PromotionHistoryPage, 'Lists the uses of promotions by orders.'),
    getCategory: read(PromotionCategoryGet, PromotionCategoryPage, 'Lists promotion categories.'),
    addCategory: once(PromotionCategoryAdd, PromotionCategoryKey, 'Adds a promotion category.', additive),
    editCategory: write(
      PromotionCategoryEdit,
      PromotionCategoryKey,
      'Changes a promotion category; absent fields stay as they are.',
      additive,
    ),
    deleteCategory: once(
      PromotionCategoryKey,
      PromotionCategoryKey,
      'Deletes a promotion category that no promotion uses.',
      additive,
    ),
    calculate: read(
      PromotionCalculate,
      PromotionCalculated,
      'Applies the promotions to a cart; the answer is ready to post.',
      additive,
    ),
    reserve: once(
      PromotionReserve,
      PromotionHolds,
      'Holds the uses of a cart, so that no other order takes the last of them; the same key answers the same holds.',
      { ...additive, concernsAll: false },
    ),
    release: write(PromotionRelease, PromotionReleased, 'Gives up the holds of a key.', {
      ...additive,
      concernsAll: false,
    }),
    verify: read(PromotionVerify, PromotionVerified, 'Compares the counters of promotions with their uses and holds.', {
      ...additive,
      concernsAll: true,
    }),
  },
  { concernsAll: true },
);

export const promotionChanged = fact('extension.total.promotion', Promotion);
export const promotionCategoryChanged = fact('extension.total.promotion_category', PromotionCategory);
/** A use that came without a hold passed a limit. */
export const promotionOverLimit = fact('sale.promotion', PromotionHistory, ['over_limit']);
