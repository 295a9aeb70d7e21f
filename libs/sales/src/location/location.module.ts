import { Module } from '@nestjs/common';
import { ClosedLocations, OrderLocationHandlers } from './closed-locations.js';

@Module({
  controllers: [OrderLocationHandlers],
  providers: [ClosedLocations],
})
export class LocationModule {}
