import { Module } from '@nestjs/common';
import { OrderCompletion } from './complete/order-completion.js';
import { OrderSubscriptionHandlers } from './facts/order-subscription.handlers.js';
import { OrderHistoryAdding } from './history/order-history-add.js';
import { OrderHistoryHandlers } from './history/order-history.handlers.js';
import { OrderEditing } from './edit/order-edit.js';
import { OrderImportHandlers } from './import/order-import.handlers.js';
import { OrderImporting } from './import/order-import.js';
import { OrderList } from './list/order-list.js';
import { OrderSummaries } from './list/order-summary.js';
import { OrderHandlers } from './order.handlers.js';
import { ChannelActivity } from './place/channel-activity.js';
import { OrderAdding } from './place/order-add.js';
import { OrderItems } from './reference/order-items.js';
import { OrderReferences } from './reference/order-references.js';
import { PromotionClaims } from './promotion/promotion-claims.js';
import { OrderEvents } from './stock/order.events.js';

@Module({
  controllers: [OrderHandlers, OrderHistoryHandlers, OrderImportHandlers, OrderSubscriptionHandlers],
  providers: [
    ChannelActivity,
    OrderAdding,
    OrderCompletion,
    OrderEditing,
    OrderEvents,
    OrderHistoryAdding,
    OrderImporting,
    OrderItems,
    OrderList,
    OrderReferences,
    OrderSummaries,
    PromotionClaims,
  ],
  exports: [OrderItems, OrderReferences],
})
export class OrderModule {}
