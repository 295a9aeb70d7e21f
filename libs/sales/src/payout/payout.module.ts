import { Module } from '@nestjs/common';
import { OrderModule } from '../order/order.module.js';
import { PayoutHandlers } from './payout.handlers.js';

@Module({ imports: [OrderModule], controllers: [PayoutHandlers] })
export class PayoutModule {}
