import { Module } from '@nestjs/common';
import { BrandHandlers } from './brand/brand.handlers.js';
import { CategoryHandlers } from './category/category.handlers.js';
import { ChannelGroupReferrersHandlers } from './channel-group-referrers.handlers.js';
import { ItemHandlers } from './item/item.handlers.js';
import { References } from './references.js';
import { SupplierHandlers } from './supplier/supplier.handlers.js';

@Module({
  controllers: [BrandHandlers, CategoryHandlers, ChannelGroupReferrersHandlers, ItemHandlers, SupplierHandlers],
  providers: [References],
})
export class CatalogModule {}
