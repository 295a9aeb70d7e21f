import { customerGroup } from '@stockbook/contracts';
import { type ServiceDefinition, SubscribedAccountRow } from '@stockbook/service';
import { CreditNoteHistoryRow } from './credit-note/record/credit-note-history.entity.js';
import { CreditNoteProductRow } from './credit-note/record/credit-note-product.entity.js';
import { CreditNoteRow } from './credit-note/record/credit-note.entity.js';
import { CreditNoteModule } from './credit-note.module.js';
import { CreditNoteTakings } from './credit-note/write/credit-note-takings.js';
import { CustomerRewardRow } from './customer/reward/customer-reward.entity.js';
import { CUSTOMERS } from './customer/customer-row-counts.js';
import { CustomerRow } from './customer/customer.entity.js';
import { CustomerGroupRow } from './customer-group/customer-group.entity.js';
import { CustomerMergeRow } from './customer/merge/customer-merge.entity.js';
import { RecordMoves } from './record-moves.js';
import { CustomerModule } from './customer.module.js';
import { ClosedLocationRow } from './location/closed-location.entity.js';
import { LocationModule } from './location/location.module.js';
import { ChangingItemRow } from './item/changing-item.entity.js';
import { ItemModule } from './item/item.module.js';
import { Initial1764000000000 } from './migrations/0001-initial.js';
import { OrderCompletion } from './order/complete/order-completion.js';
import { OrderHistoryRow } from './order/history/order-history.entity.js';
import { OrderModule } from './order/order.module.js';
import { OrderProductRow } from './order/record/order-product.entity.js';
import { OrderRow } from './order/record/order.entity.js';
import { ORDERS, SHIPPED_ORDERS } from './order/record/order-row-counts.js';
import { ChannelPayoutRow } from './payout/channel-payout.entity.js';
import { PayoutModule } from './payout/payout.module.js';

export const salesService: ServiceDefinition = {
  name: 'sales',
  rows: [
    ChannelPayoutRow,
    ChangingItemRow,
    ClosedLocationRow,
    CreditNoteHistoryRow,
    CreditNoteProductRow,
    CreditNoteRow,
    CustomerGroupRow,
    CustomerMergeRow,
    CustomerRewardRow,
    CustomerRow,
    OrderHistoryRow,
    OrderProductRow,
    OrderRow,
    SubscribedAccountRow,
  ],
  migrations: [Initial1764000000000],
  modules: [CreditNoteModule, CustomerModule, ItemModule, LocationModule, OrderModule, PayoutModule],
  cached: [customerGroup],
  jobs: [
    { name: 'order-completion', every_ms: 1_000, runs_on: 'every replica', provider: OrderCompletion },
    { name: 'credit-note-takings', every_ms: 1_000, runs_on: 'leader', provider: CreditNoteTakings },
    { name: 'customer-merge', every_ms: 1_000, runs_on: 'leader', provider: RecordMoves },
  ],
  rowCounts: [CUSTOMERS, ORDERS, SHIPPED_ORDERS],
};
