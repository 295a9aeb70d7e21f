import { Module } from '@nestjs/common';
import { OrderItemHandlers } from './changing-items.js';

@Module({ controllers: [OrderItemHandlers] })
export class ItemModule {}
