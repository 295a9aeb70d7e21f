import { Module } from '@nestjs/common';
import { LocationHandlers } from './location/location.handlers.js';
import { LocationUses } from './location/location-uses.js';
import { AWAITED_AT_LOCATION } from './purchase-order/awaited-orders.js';
import { RESERVED_AT_LOCATION } from './reservation/reservations.js';
import { STOCK_TAKE_JOB_AT_LOCATION } from './stock-take-job/stock-take-jobs.js';
import { TRANSFER_JOB_AT_LOCATION } from './transfer-job/transfer-jobs.js';

const documents = [AWAITED_AT_LOCATION, TRANSFER_JOB_AT_LOCATION, STOCK_TAKE_JOB_AT_LOCATION, RESERVED_AT_LOCATION];

@Module({
  controllers: [LocationHandlers],
  providers: [{ provide: LocationUses, useValue: new LocationUses(documents) }],
})
export class LocationModule {}
