import { Module } from '@nestjs/common';
import { IdentityHandlers } from './identity.handlers.js';

@Module({
  controllers: [IdentityHandlers],
})
export class IdentityModule {}
