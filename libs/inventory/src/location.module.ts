import { Module } from '@nestjs/common';
import { LocationHandlers } from './location/location.handlers.js';

@Module({ controllers: [LocationHandlers] })
export class LocationModule {}
