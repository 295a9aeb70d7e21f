import { customerGroup } from '@stockbook/contracts';
import type { ServiceDefinition } from '@stockbook/service';
import { CustomerRow } from './customer/customer.entity.js';
import { CustomerHandlers } from './customer/customer.handlers.js';
import { CustomerGroupRow } from './customer-group/customer-group.entity.js';
import { CustomerGroupHandlers } from './customer-group/customer-group.handlers.js';
import { ClosedLocationRow } from './location/closed-location.entity.js';
import { ClosedLocations, OrderLocationHandlers } from './location/closed-locations.js';
import { Initial1764000000000 } from './migrations/0001-initial.js';
import { ChannelActivity } from './order/place/channel-activity.js';
import { OrderCompletion } from './order/complete/order-completion.js';
import { OrderHistoryRow } from './order/history/order-history.entity.js';
import { OrderHistoryHandlers } from './order/history/order-history.handlers.js';
import { OrderItems } from './order/place/order-items.js';
import { OrderProductRow } from './order/record/order-product.entity.js';
import { OrderReferences } from './order/place/order-references.js';
import { OrderRow } from './order/record/order.entity.js';
import { OrderEvents } from './order/stock/order.events.js';
import { OrderHandlers } from './order/order.handlers.js';
import { ORDERS } from './order/record/order-row-counts.js';

/** The sales service: orders and those who place them. */
export const salesService: ServiceDefinition = {
  name: 'sales',
  rows: [ClosedLocationRow, CustomerGroupRow, CustomerRow, OrderHistoryRow, OrderProductRow, OrderRow],
  migrations: [Initial1764000000000],
  handlers: [CustomerGroupHandlers, CustomerHandlers, OrderHandlers, OrderHistoryHandlers, OrderLocationHandlers],
  consumers: [ClosedLocations, OrderEvents],
  providers: [ChannelActivity, OrderItems, OrderReferences],
  cached: [customerGroup],
  jobs: [{ name: 'order-completion', every_ms: 1_000, runs_on: 'every replica', provider: OrderCompletion }],
  rowCounts: [ORDERS],
};
