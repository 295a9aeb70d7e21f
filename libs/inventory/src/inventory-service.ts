import type { ServiceDefinition } from '@stockbook/service';
import { BrandRow } from './brand/brand.entity.js';
import { BrandHandlers } from './brand/brand.handlers.js';
import { ChannelGroupReferrersHandlers } from './channel-group-referrers.handlers.js';
import { FlowHandlers } from './flow/flow.handlers.js';
import { ItemRow } from './item/item.entity.js';
import { ItemHandlers } from './item/item.handlers.js';
import { ITEMS } from './item/item-tally.js';
import { LocationRow } from './location/location.entity.js';
import { LocationHandlers } from './location/location.handlers.js';
import { Initial1763600000001 } from './migrations/0001-initial.js';
import { Stock1763600000002 } from './migrations/0002-stock.js';
import { WideCounts1763600000003 } from './migrations/0003-wide-counts.js';
import { RelayLease1763600000004 } from './migrations/0004-relay-lease.js';
import { ItemTally1763600000005 } from './migrations/0005-item-tally.js';
import { RequestKeys1763600000010 } from './migrations/0010-request-keys.js';
import { DeferredEvents1763600000011 } from './migrations/0011-deferred-events.js';
import { WideIdentifiers1763600000012 } from './migrations/0012-wide-identifiers.js';
import { TextRules1763600000013 } from './migrations/0013-text-rules.js';
import { References1763600000014 } from './migrations/0014-references.js';
import { StatementDates1763600000020 } from './migrations/0020-statement-dates.js';
import { References } from './references.js';
import { ItemCostRow } from './stock/item-cost.entity.js';
import { ItemFlowRow } from './stock/item-flow.entity.js';
import { ItemStockRow } from './stock/item-stock.entity.js';
import { OrderStockEvents } from './stock/order-stock.events.js';
import { OrderLineStockRow, OrderStockRow } from './stock/order-stock.entity.js';
import { StockPolicyRow } from './stock/stock-policy.entity.js';
import { StockPolicyHandlers } from './stock/stock-policy.handlers.js';

/** The inventory service: items, where they lie, and every movement of their stock. */
export const inventoryService: ServiceDefinition = {
  name: 'inventory',
  rows: [
    BrandRow,
    ItemCostRow,
    ItemFlowRow,
    ItemRow,
    ItemStockRow,
    LocationRow,
    OrderLineStockRow,
    OrderStockRow,
    StockPolicyRow,
  ],
  migrations: [
    Initial1763600000001,
    Stock1763600000002,
    WideCounts1763600000003,
    RelayLease1763600000004,
    ItemTally1763600000005,
    RequestKeys1763600000010,
    DeferredEvents1763600000011,
    WideIdentifiers1763600000012,
    TextRules1763600000013,
    References1763600000014,
    StatementDates1763600000020,
  ],
  handlers: [
    BrandHandlers,
    ChannelGroupReferrersHandlers,
    FlowHandlers,
    ItemHandlers,
    LocationHandlers,
    StockPolicyHandlers,
  ],
  consumers: [OrderStockEvents],
  providers: [References],
  tallies: [ITEMS],
};
