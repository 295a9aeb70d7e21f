import { Page, PageRequest, RecordPageRequest } from '../common.js';
import { read, resource } from '../contract.js';
import { ANY_COUNT, CommaIds, COUNT, Flag, Id, Int, ListOf, Money, One, OneOf, Text, When } from '../fields/fields.js';
import { DOCUMENTS } from '../stock-demand.js';

const CURRENT_COST = { optional: true, cost: true, doc: 'The cost as it is now.' } as const;

/** `item_stock` is editStock, `item` an item's own record, and `location` a deleted location. */
const MOVING_DOCUMENTS = [
  ...DOCUMENTS,
  'addition',
  'deduction',
  'item',
  'item_stock',
  'location',
  'stock_take_job',
  'transfer',
  'transfer_job',
] as const;

class ItemFlowGet extends RecordPageRequest {
  @Id({ optional: true }) filter_item_id?: number;
  @Id({ optional: true }) filter_location_id?: number;
  @When({ optional: true }) filter_date_added_start?: string;
  @When({ optional: true, bound: 'end' }) filter_date_added_end?: string;
  @OneOf(MOVING_DOCUMENTS, { optional: true, doc: 'Additive. Movements by documents of this kind.' })
  document?: (typeof MOVING_DOCUMENTS)[number];
  @Id({ optional: true, doc: 'Additive. Lists the movements of this document; only with `document`.' })
  document_id?: number;
  @Id({ optional: true, doc: 'Additive. Movements by this user; 0: by none.' }) filter_user_id?: number;
  @OneOf(['in', 'out'], { optional: true, doc: 'Additive. in: pieces that came; out: pieces that left.' })
  filter_kind?: 'in' | 'out';
  @OneOf(['item_flow_id', 'date_added'], { optional: true }) sort?: 'item_flow_id' | 'date_added';
}
/** One movement of an item's stock at a location. */
export class ItemFlow {
  @Id() item_flow_id!: number;
  @Id() item_id!: number;
  @Text() name!: string;
  @Text() model!: string;
  @Text() sku!: string;
  @Money(CURRENT_COST) cost?: number;
  @Money(CURRENT_COST) average_cost?: number;
  @Money(CURRENT_COST) pool_cost?: number;
  @Id() user_id!: number;
  @Text({ doc: 'The name of the user who moved the stock.' }) user!: string;
  @Id({ doc: '0: in transit between locations.' }) location_id!: number;
  @Text({ doc: "The location's name." }) location!: string;
  @Int({ ...ANY_COUNT, doc: 'Pieces that came (positive) or left (negative).' }) quantity!: number;
  @Int({ ...ANY_COUNT, doc: 'The quantity on hand at the location afterwards.' }) balance!: number;
  @Text() comment!: string;
  @When() date_added!: string;
  @Text({ doc: 'Additive: the kind of document that moved the stock, as addition or order; item_stock: by editStock.' })
  document!: string;
  @Id({ doc: 'Additive: the id of that document; 0: it has none.' }) document_id!: number;
}
class ItemFlowPage extends Page {
  @ListOf(() => ItemFlow) flows!: ItemFlow[];
}

class FlowGetBalance extends PageRequest {
  @When({ doc: 'The instant; movements before it count. A day without a time is its beginning.' }) date!: string;
  @CommaIds({ optional: true, doc: 'These items alone.' }) filter_item_id?: string;
  @Id({ optional: true }) filter_location_id?: number;
  @CommaIds({ optional: true, doc: 'Items that are in any of these categories now.' }) filter_category?: string;
  @Id({ optional: true, doc: 'Items that are of this brand now.' }) filter_brand_id?: number;
}
/** The stock of an item at a location at one instant. */
export class ItemBalance {
  @Id() item_id!: number;
  @Text() model!: string;
  @Text() sku!: string;
  @Text() name!: string;
  @Id({ doc: '0: in transit between locations.' }) location_id!: number;
  @Text({ doc: "The location's name." }) location!: string;
  @Int({ ...ANY_COUNT, doc: 'The quantity on hand at that instant.' }) quantity!: number;
  @Money({ optional: true, cost: true, doc: 'The average over all locations at that instant.' }) average_cost?: number;
  @Money({ optional: true, cost: true, doc: 'Quantity times average cost.' }) value?: number;
}
class ItemBalancePage extends Page {
  @ListOf(() => ItemBalance) balances!: ItemBalance[];
}

class FlowVerify {
  @Id({ optional: true, doc: 'Verifies this item alone; the whole account unless given.' }) item_id?: number;
}
export class FlowChecked {
  @Int({ ...COUNT, doc: 'Movements.' }) flows!: number;
  @Int({ ...COUNT, doc: 'Balances of an item at a location.' }) levels!: number;
  @Int({ ...COUNT, doc: 'Items whose stock was ever moved.' }) items!: number;
  @Int({ ...COUNT, doc: 'Lines of documents that move stock, and items of purchase orders.' })
  document_lines!: number;
}
/** A value that differs from the sum of the movements. */
export class FlowFault {
  @Id() item_id!: number;
  @Id({ doc: '0: all locations, or in transit between them.' }) location_id!: number;
  @Text() what!: string;
  @Text({ optional: true, cost: true, doc: 'Decimal.' }) expected?: string;
  @Text({ optional: true, cost: true, doc: 'Decimal.' }) found?: string;
}
class FlowVerified {
  @Flag() ok!: boolean;
  @ListOf(() => FlowFault, { doc: 'The first 100.' }) faults!: FlowFault[];
  @One(() => FlowChecked) checked!: FlowChecked;
}

export const flow = resource('inventory/flow', 'inventory', {
  get: read(ItemFlowGet, ItemFlowPage, 'Lists the movements of stock.'),
  getBalance: read(
    FlowGetBalance,
    ItemBalancePage,
    'Lists what was on hand at any instant and what it was worth: ' +
      'one row for each item and location with a movement before it, by item. ' +
      'A movement counts from its booking on, whatever date_added its document was given.',
    { additive: true },
  ),
  verify: read(FlowVerify, FlowVerified, 'Proves that every balance and every cost is what the movements add up to.', {
    additive: true,
    concernsAll: true,
  }),
});
