import { announcementChanged } from '../extension/announcement.js';
import { payoutAdded } from '../extension/channel-payout.js';
import { invoiceTemplateChanged } from '../extension/invoice.js';
import { promotionCategoryChanged, promotionChanged, promotionOverLimit } from '../extension/promotion.js';
import { taxChanged } from '../extension/tax.js';
import type { FactType } from '../facts.js';
import { fieldsOf } from '../fields/fields.js';
import { additionChanged } from '../inventory/addition.js';
import { brandChanged } from '../inventory/brand.js';
import { categoryChanged } from '../inventory/category.js';
import { deductionChanged } from '../inventory/deduction.js';
import { itemChanged } from '../inventory/item.js';
import { locationChanged } from '../inventory/location.js';
import { purchaseOrderChanged } from '../inventory/purchase-order.js';
import { reservationChanged } from '../inventory/reservation.js';
import { STOCK_CHANGED, stockStateChanged } from '../inventory/stock-state.js';
import { stockTakeJobChanged } from '../inventory/stock-take-job.js';
import { supplierChanged } from '../inventory/supplier.js';
import { transferChanged } from '../inventory/transfer.js';
import { transferJobChanged } from '../inventory/transfer-job.js';
import { creditNoteChanged } from '../sale/credit-note-change.js';
import { customerChanged } from '../sale/customer.js';
import { customerGroupChanged } from '../sale/customer-group.js';
import { rewardAdded } from '../sale/customer-reward.js';
import { orderChanged } from '../sale/order-change.js';
import { channelGroupChanged } from '../setting/channel-group.js';
import { companyChanged } from '../setting/company.js';
import { creditNoteStatusChanged } from '../setting/credit-note-status.js';
import { currencyChanged } from '../setting/currency.js';
import { languageChanged } from '../setting/language.js';
import { orderStatusChanged } from '../setting/order-status.js';
import { paymentMethodChanged } from '../setting/payment-method.js';
import { userChanged } from '../setting/user.js';
import { userGroupChanged } from '../setting/user-group.js';
import { userSalesmanChanged } from '../setting/user-salesman.js';
import { channelChanged } from './channel.js';
import { extensionChanged } from './extension.js';
import { profileChanged } from './profile.js';
import { webhookChanged } from './webhook-record.js';

/** The events of one kind of record that endpoints subscribe to. */
export interface WebhookSection {
  readonly name: string;
  readonly fact: FactType;
  /** The resource whose records it shows. */
  readonly resource: string;
  /** The fields that a thin body has besides `date_modified`. */
  readonly key: readonly string[];
  readonly events: readonly string[];
}

/** Each change is an event, so that endpoints see all sequence numbers of a record. */
function section<R extends object>(
  name: string,
  fact: FactType<R>,
  key: readonly (keyof R & string)[],
  { resource = fact.topic.replaceAll('.', '/') }: { resource?: string } = {},
): WebhookSection {
  const changes = [fieldsOf(fact.payload)['change']?.schema['enum'] ?? []].flat();
  return { name, fact: fact as FactType, resource, key, events: changes.map((change) => `${name}.${change}`) };
}

/** Makes a section that is named like its topic. */
const named = <R extends object>(
  fact: FactType<R>,
  key: readonly (keyof R & string)[],
  options?: { resource: string },
): WebhookSection => section(fact.topic.replaceAll('.', '_'), fact, key, options);

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
  named(customerGroupChanged, ['customer_group_id']),
  named(brandChanged, ['brand_id']),
  named(categoryChanged, ['category_id']),
  named(locationChanged, ['location_id']),
  named(supplierChanged, ['supplier_id']),
  named(additionChanged, ['item_addition_id']),
  named(deductionChanged, ['item_deduction_id']),
  named(transferChanged, ['item_transfer_id']),
  named(reservationChanged, ['item_reservation_id']),
  named(channelChanged, ['channel_id']),
  named(extensionChanged, ['extension_id']),
  named(profileChanged, ['profile_id']),
  named(announcementChanged, ['announcement_id']),
  named(invoiceTemplateChanged, ['invoice_template_id']),
  named(payoutAdded, ['channel_payout_id', 'channel_id', 'order_id']),
  named(promotionChanged, ['promotion_id']),
  named(promotionCategoryChanged, ['promotion_category_id'], { resource: 'extension/total/promotion' }),
  named(taxChanged, ['tax_id']),
  named(channelGroupChanged, ['channel_group_id']),
  named(companyChanged, ['name']),
  named(creditNoteStatusChanged, ['credit_note_status_id']),
  named(currencyChanged, ['currency_id']),
  named(languageChanged, ['language_id']),
  named(orderStatusChanged, ['order_status_id']),
  named(paymentMethodChanged, ['payment_method_id']),
  named(userChanged, ['user_id']),
  named(userGroupChanged, ['user_group_id']),
  named(userSalesmanChanged, ['user_salesman_id']),
];

export const TEST_EVENT = 'webhook.test';
export const TEST_DATA = { message: 'This is a test.' } as const;

export const webhookSubscriptions: ReadonlyMap<string, WebhookSection> = new Map(
  webhookSections.flatMap((each) => [each.name, ...each.events].map((name) => [name, each])),
);

export const stockChangeSubscriptions: ReadonlySet<string> = new Set([
  'inventory_stock',
  `inventory_stock.${STOCK_CHANGED}`,
]);

export const scopedSubscriptions: ReadonlySet<string> = new Set(
  webhookSections
    .filter(({ fact }) => ['channel_id', 'channel_group_id'].some((field) => field in fieldsOf(fact.record)))
    .flatMap(({ name, events }) => [name, ...events]),
);

export const sectionOfTopic: ReadonlyMap<string, WebhookSection> = new Map(
  webhookSections.map((each) => [each.fact.topic, each]),
);
