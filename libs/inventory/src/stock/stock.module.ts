import { Module } from '@nestjs/common';
import { FlowHandlers } from '../flow/flow.handlers.js';
import { OrderStockEvents } from './demand/order-stock.events.js';
import { StockPolicyHandlers } from './policy/stock-policy.handlers.js';

@Module({
  controllers: [FlowHandlers, StockPolicyHandlers],
  providers: [OrderStockEvents],
})
export class StockModule {}
