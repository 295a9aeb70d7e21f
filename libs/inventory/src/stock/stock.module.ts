import { Module } from '@nestjs/common';
import { FlowHandlers } from '../flow/flow.handlers.js';
import { StockDemandEvents } from './demand/stock-demand.events.js';
import { StockPolicyHandlers } from './policy/stock-policy.handlers.js';
import { ThresholdChanges } from './warning/threshold-changes.js';

@Module({
  controllers: [FlowHandlers, StockPolicyHandlers],
  providers: [StockDemandEvents, ThresholdChanges],
})
export class StockModule {}
