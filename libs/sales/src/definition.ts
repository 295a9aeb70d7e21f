import { customerGroup } from '@stockbook/contracts';
import type { ServiceDefinition } from '@stockbook/service';
import { CustomerRow } from './customer/customer.entity.js';
import { CustomerHandlers } from './customer/customer.handlers.js';
import { CustomerGroupRow } from './customer-group/customer-group.entity.js';
import { CustomerGroupHandlers } from './customer-group/customer-group.handlers.js';
import { ClosedLocationRow } from './location/closed-location.entity.js';
import { ClosedLocations, OrderLocationHandlers } from './location/closed-locations.js';
import { Initial1763600000001 } from './migrations/0001-initial.js';
import { SettledLines1763600000002 } from './migrations/0002-settled-lines.js';
import { RelayLease1763600000003 } from './migrations/0003-relay-lease.js';
import { KeptRecords1763600000004 } from './migrations/0004-kept-records.js';
import { OrderTally1763600000005 } from './migrations/0005-order-tally.js';
import { RequestKeys1763600000010 } from './migrations/0010-request-keys.js';
import { DeferredEvents1763600000011 } from './migrations/0011-deferred-events.js';
import { WideIdentifiers1763600000012 } from './migrations/0012-wide-identifiers.js';
import { TextRules1763600000013 } from './migrations/0013-text-rules.js';
import { ClosedLocations1763600000014 } from './migrations/0014-closed-locations.js';
import { LineCosts1763600000016 } from './migrations/0016-line-costs.js';
import { OrderLookups1763600000018 } from './migrations/0018-order-lookups.js';
import { StatementDates1763600000020 } from './migrations/0020-statement-dates.js';
import { ChannelActivity } from './order/channel-activity.js';
import { OrderCompletion } from './order/order-completion.js';
import { OrderHistoryRow } from './order/order-history.entity.js';
import { OrderHistoryHandlers } from './order/order-history.handlers.js';
import { OrderItems } from './order/order-items.js';
import { OrderProductRow } from './order/order-product.entity.js';
import { OrderReferences } from './order/order-references.js';
import { OrderRow } from './order/order.entity.js';
import { OrderEvents } from './order/order.events.js';
import { OrderHandlers } from './order/order.handlers.js';
import { ORDERS } from './order/order-tally.js';

/** The sales service: orders and those who place them. */
export const salesService: ServiceDefinition = {
  name: 'sales',
  rows: [ClosedLocationRow, CustomerGroupRow, CustomerRow, OrderHistoryRow, OrderProductRow, OrderRow],
  migrations: [
    Initial1763600000001,
    SettledLines1763600000002,
    RelayLease1763600000003,
    KeptRecords1763600000004,
    OrderTally1763600000005,
    RequestKeys1763600000010,
    DeferredEvents1763600000011,
    WideIdentifiers1763600000012,
    TextRules1763600000013,
    ClosedLocations1763600000014,
    LineCosts1763600000016,
    OrderLookups1763600000018,
    StatementDates1763600000020,
  ],
  handlers: [CustomerGroupHandlers, CustomerHandlers, OrderHandlers, OrderHistoryHandlers, OrderLocationHandlers],
  consumers: [ClosedLocations, OrderEvents],
  providers: [ChannelActivity, OrderItems, OrderReferences],
  cached: [customerGroup],
  jobs: [OrderCompletion],
  tallies: [ORDERS],
};
