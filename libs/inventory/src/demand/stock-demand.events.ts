import {
  companyChanged,
  type Demanding,
  type Event,
  type PayloadOf,
  type StockArrival,
  stockArrived,
  stockDocuments,
} from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { Consumes } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { Reservations } from '../reservation/reservations.js';
import { keepPolicies } from '../policy/stock-policy.js';
import { followDemands } from './follow-demands.js';
import { settleBackordered } from './backordered-lines.js';

@Injectable()
export class StockDemandEvents {
  constructor(private readonly reservations: Reservations) {}

  @Consumes(...Object.values(stockDocuments).map(({ changed }) => changed))
  async onDocumentChanged(events: readonly Event<Demanding>[], tx: Tx): Promise<void> {
    await followDemands(tx, events, this.reservations);
  }

  @Consumes(stockArrived)
  async onStockArrived(events: readonly Event<StockArrival>[], tx: Tx): Promise<void> {
    await settleBackordered(tx, events, this.reservations);
  }

  @Consumes(companyChanged)
  async onCompanyChanged(events: readonly Event<PayloadOf<typeof companyChanged>>[], tx: Tx): Promise<void> {
    await keepPolicies(
      tx,
      events.map(({ account_id, sequence, payload }) => {
        const { allow_negative_stock, inventory_integrity, default_location_id } = payload.record;
        return { account_id, allow_negative_stock, inventory_integrity, default_location_id, version: sequence };
      }),
    );
  }
}
