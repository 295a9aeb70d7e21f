import { Module } from '@nestjs/common';
import { BalanceList } from './flow/balance-list.js';
import { FlowList } from './flow/flow-list.js';
import { FlowHandlers } from './flow/flow.handlers.js';
import { ReservationExpiry } from './reservation/reservation-expiry.js';
import { ReservationHandlers } from './reservation/reservation.handlers.js';
import { Reservations } from './reservation/reservations.js';
import { StockDemandEvents } from './demand/stock-demand.events.js';
import { StockDemandHandlers } from './demand/stock-demand.handlers.js';
import { StockPolicyHandlers } from './policy/stock-policy.handlers.js';
import { StockSubscriptionHandlers } from './warning/stock-subscription.handlers.js';
import { ThresholdChanges } from './warning/threshold-changes.js';

@Module({
  controllers: [FlowHandlers, ReservationHandlers, StockDemandHandlers, StockPolicyHandlers, StockSubscriptionHandlers],
  providers: [BalanceList, FlowList, ReservationExpiry, Reservations, StockDemandEvents, ThresholdChanges],
})
export class StockModule {}
