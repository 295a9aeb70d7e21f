import {
  companyChanged,
  type Event,
  orderChanged,
  type OrderDemand,
  type PayloadOf,
  type StockArrival,
  stockArrived,
} from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { Consumes } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { followDemands } from './order-demand.js';
import { keepPolicies } from '../policy/stock-policy.js';
import { settleWaiting } from './waiting-lines.js';

/** Stock follows orders. */
@Injectable()
export class OrderStockEvents {
  @Consumes(orderChanged)
  async onOrderChanged(events: readonly Event<OrderDemand>[], tx: Tx): Promise<void> {
    await followDemands(tx, events);
  }

  @Consumes(stockArrived)
  async onStockArrived(events: readonly Event<StockArrival>[], tx: Tx): Promise<void> {
    await settleWaiting(tx, events);
  }

  @Consumes(companyChanged)
  async onCompanyChanged(events: readonly Event<PayloadOf<typeof companyChanged>>[], tx: Tx): Promise<void> {
    await keepPolicies(
      tx,
      events.map(({ account_id, sequence, payload }) => {
        const { allow_negative_stock, inventory_integrity } = payload.record;
        return { account_id, allow_negative_stock, inventory_integrity, version: sequence };
      }),
    );
  }
}
