import { promotionOverLimit } from '../extension/promotion.js';
import type { FactType } from '../facts.js';
import { fieldsOf } from '../fields/fields.js';
import { itemChanged } from '../inventory/item.js';
import { purchaseOrderChanged } from '../inventory/purchase-order.js';
import { STOCK_CHANGED, stockStateChanged } from '../inventory/stock-state.js';
import { stockTakeJobChanged } from '../inventory/stock-take-job.js';
import { transferJobChanged } from '../inventory/transfer-job.js';
import { creditNoteChanged } from '../sale/credit-note-change.js';
import { customerChanged } from '../sale/customer.js';
import { rewardAdded } from '../sale/customer-reward.js';
import { orderChanged } from '../sale/order-change.js';
import { webhookChanged } from './webhook-record.js';

/** The events of one kind of record that endpoints subscribe to. */
export interface WebhookSection {
  readonly name: string;
  readonly fact: FactType;
  /** The resource whose records it shows. */
  readonly resource: string;
  /** The fields that a thin body has besides `date_modified`. */
  readonly key: readonly string[];
  /** The names of its events. */
  readonly events: readonly string[];
}

/** A section has an event for each change of its fact, so that endpoints of the section see all sequence numbers of a record. */
function section<R extends object>(
  name: string,
  fact: FactType<R>,
  key: readonly (keyof R & string)[],
  { resource = fact.topic.replace('.', '/') }: { resource?: string } = {},
): WebhookSection {
  const changes = [fieldsOf(fact.payload)['change']?.schema['enum'] ?? []].flat();
  return { name, fact: fact as FactType, resource, key, events: changes.map((change) => `${name}.${change}`) };
}

export const webhookSections: readonly WebhookSection[] = [
  section('sale_order', orderChanged, ['order_id']),
  section('sale_credit_note', creditNoteChanged, ['credit_note_id']),
  section('sale_customer', customerChanged, ['customer_id']),
  section('sale_reward', rewardAdded, ['customer_reward_id', 'customer_id'], { resource: 'sale/customer' }),
  section('sale_promotion', promotionOverLimit, ['promotion_history_id', 'promotion_id', 'order_id'], {
    resource: 'extension/total/promotion',
  }),
  section('inventory_item', itemChanged, ['item_id']),
  section('inventory_stock', stockStateChanged, ['item_id', 'location_id'], { resource: 'inventory/item' }),
  section('inventory_purchase_order', purchaseOrderChanged, ['purchase_order_id']),
  section('inventory_stock_take_job', stockTakeJobChanged, ['item_stock_take_job_id']),
  section('inventory_transfer_job', transferJobChanged, ['item_transfer_job_id']),
  section('webhook', webhookChanged, ['webhook_id']),
];

/** The event that `integration/webhook/test` sends unless another one is named. */
export const TEST_EVENT = 'webhook.test';
export const TEST_DATA = { message: 'This is a test.' } as const;

/** All that an endpoint can subscribe to, sections and events, with the section. */
export const webhookSubscriptions: ReadonlyMap<string, WebhookSection> = new Map(
  webhookSections.flatMap((each) => [each.name, ...each.events].map((name) => [name, each])),
);

/** Subscriptions for which inventory publishes each change of stock. */
export const stockChangeSubscriptions: ReadonlySet<string> = new Set([
  'inventory_stock',
  `inventory_stock.${STOCK_CHANGED}`,
]);

/** Those of records that have a channel or a channel group. */
export const scopedSubscriptions: ReadonlySet<string> = new Set(
  webhookSections
    .filter(({ fact }) => ['channel_id', 'channel_group_id'].some((field) => field in fieldsOf(fact.record)))
    .flatMap(({ name, events }) => [name, ...events]),
);

export const sectionOfTopic: ReadonlyMap<string, WebhookSection> = new Map(
  webhookSections.map((each) => [each.fact.topic, each]),
);
