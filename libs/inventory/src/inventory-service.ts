import type { ServiceDefinition } from '@stockbook/service';
import { BrandRow } from './brand/brand.entity.js';
import { BrandHandlers } from './brand/brand.handlers.js';
import { ChannelGroupReferrersHandlers } from './channel-group-referrers.handlers.js';
import { FlowHandlers } from './flow/flow.handlers.js';
import { ItemRow } from './item/item.entity.js';
import { ItemHandlers } from './item/item.handlers.js';
import { ITEMS } from './item/item-row-counts.js';
import { LocationRow } from './location/location.entity.js';
import { LocationHandlers } from './location/location.handlers.js';
import { Initial1764000000000 } from './migrations/0001-initial.js';
import { References } from './references.js';
import { ItemCostRow } from './stock/ledger/item-cost.entity.js';
import { ItemFlowRow } from './stock/ledger/item-flow.entity.js';
import { ItemStockRow } from './stock/ledger/item-stock.entity.js';
import { OrderStockEvents } from './stock/demand/order-stock.events.js';
import { OrderLineStockRow, OrderStockRow } from './stock/demand/order-stock.entity.js';
import { StockPolicyRow } from './stock/policy/stock-policy.entity.js';
import { StockPolicyHandlers } from './stock/policy/stock-policy.handlers.js';

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
  migrations: [Initial1764000000000],
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
  rowCounts: [ITEMS],
};
