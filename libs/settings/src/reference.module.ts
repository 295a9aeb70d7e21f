import { Module } from '@nestjs/common';
import { ChannelGroupHandlers } from './channel-group/channel-group.handlers.js';
import { GroupChannelsHandlers } from './channel-group/group-channels.handlers.js';
import { CreditNoteStatusHandlers } from './credit-note-status/credit-note-status.handlers.js';
import { OrderStatusHandlers } from './order-status/order-status.handlers.js';
import { PaymentMethodHandlers } from './payment-method/payment-method.handlers.js';
import { HandOvers } from './reference/hand-overs.js';
import { SettingsReferenceHandlers } from './reference/settings-reference.handlers.js';

@Module({
  controllers: [
    ChannelGroupHandlers,
    CreditNoteStatusHandlers,
    GroupChannelsHandlers,
    OrderStatusHandlers,
    PaymentMethodHandlers,
    SettingsReferenceHandlers,
  ],
  providers: [HandOvers],
  exports: [HandOvers],
})
export class ReferenceModule {}
