import { batch } from './batch.js';
import { signIn } from './sign-in.js';
import { type Endpoint, type Operation, operationsOf } from './contract.js';
import { addition } from './inventory/addition.js';
import { brand } from './inventory/brand.js';
import { category } from './inventory/category.js';
import { deduction } from './inventory/deduction.js';
import { flow } from './inventory/flow.js';
import { item } from './inventory/item.js';
import { location } from './inventory/location.js';
import { purchaseOrder } from './inventory/purchase-order.js';
import { supplier } from './inventory/supplier.js';
import { reservation } from './inventory/reservation.js';
import { stockTakeJob } from './inventory/stock-take-job.js';
import { transfer } from './inventory/transfer.js';
import { channelPayout } from './extension/channel-payout.js';
import { transferJob } from './inventory/transfer-job.js';
import { announcement } from './extension/announcement.js';
import { invoice } from './extension/invoice.js';
import { promotion } from './extension/promotion.js';
import { tax } from './extension/tax.js';
import { channel } from './integration/channel.js';
import { extension } from './integration/extension.js';
import { profile } from './integration/profile.js';
import { webhook } from './integration/webhook.js';
import { creditNote } from './sale/credit-note.js';
import { customer } from './sale/customer.js';
import { customerGroup } from './sale/customer-group.js';
import { order } from './sale/order.js';
import { audit } from './setting/audit.js';
import { channelGroup } from './setting/channel-group.js';
import { company } from './setting/company.js';
import { creditNoteStatus } from './setting/credit-note-status.js';
import { currency } from './setting/currency.js';
import { language } from './setting/language.js';
import { orderStatus } from './setting/order-status.js';
import { paymentMethod } from './setting/payment-method.js';
import { user } from './setting/user.js';
import { userGroup } from './setting/user-group.js';
import { userSalesman } from './setting/user-salesman.js';

/** Every operation that the gateway serves, by group, resource and verb. */
export const contract = {
  extension: {
    dashboard: { announcement },
    module: { invoice, tax },
    report: { channel_payout: channelPayout },
    total: { promotion },
  },
  inventory: {
    addition,
    brand,
    category,
    deduction,
    flow,
    item,
    location,
    purchase_order: purchaseOrder,
    supplier,
    reservation,
    stock_take_job: stockTakeJob,
    transfer,
    transfer_job: transferJob,
  },
  integration: { channel, extension, profile, webhook },
  sale: { credit_note: creditNote, customer, customer_group: customerGroup, order },
  setting: {
    audit,
    channel_group: channelGroup,
    company,
    credit_note_status: creditNoteStatus,
    currency,
    language,
    order_status: orderStatus,
    payment_method: paymentMethod,
    user,
    user_group: userGroup,
    user_salesman: userSalesman,
  },
};

export const operations: ReadonlyMap<string, Operation> = new Map(
  operationsOf(contract).map((operation) => [operation.path, operation]),
);

/** Every endpoint that clients may send requests to, by path. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ...operations,
  ...[batch, ...Object.values(signIn)].map((endpoint) => [endpoint.path, endpoint] as const),
]);

/** The contract's version. An addition raises its second number; the contract changes in no other way. */
export const CONTRACT_VERSION = '1.0.0';
