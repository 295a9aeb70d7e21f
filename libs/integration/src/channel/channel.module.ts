import { Module } from '@nestjs/common';
import { ChannelHandlers } from './channel.handlers.js';
import { ChannelsReferenceHandlers } from './channels-reference.handlers.js';

@Module({
  controllers: [ChannelHandlers, ChannelsReferenceHandlers],
})
export class ChannelModule {}
