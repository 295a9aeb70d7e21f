import { Module } from '@nestjs/common';
import { CustomerGroupHandlers } from './customer-group/customer-group.handlers.js';
import { CustomerList } from './customer/customer-list.js';
import { CustomerRewardHandlers } from './customer/reward/customer-reward.handlers.js';
import { CustomerHandlers } from './customer/customer.handlers.js';
import { RecordMoves } from './record-moves.js';

@Module({
  controllers: [CustomerGroupHandlers, CustomerHandlers, CustomerRewardHandlers],
  providers: [CustomerList, RecordMoves],
})
export class CustomerModule {}
