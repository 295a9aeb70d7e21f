import { mediaStoreIn } from '@stockbook/media';
import { ENVIRONMENT } from '@stockbook/process';
import { Module } from '@nestjs/common';
import { BrandHandlers } from './brand/brand.handlers.js';
import { CategoryHandlers } from './category/category.handlers.js';
import { ChannelGroupReferrersHandlers } from './channel-group-referrers.handlers.js';
import { ItemUses } from './item/record/item-uses.js';
import { Decoder } from './item/image/decoder.js';
import { ItemImageHandlers } from './item/image/item-image.handlers.js';
import { MEDIA_STORE } from './item/image/item-files.js';
import { ReleasedFiles } from './item/image/released-files.js';
import { ItemHandlers } from './item/item.handlers.js';
import { ItemMatchHandlers } from './item/item-match.handlers.js';
import { ItemPages } from './item/list/item-pages.js';
import { AWAITED_ITEMS } from './purchase-order/awaited-orders.js';
import { References } from './references.js';
import { RESERVED_ITEMS } from './reservation/reservations.js';
import { STOCK_TAKE_JOB_OF_ITEM } from './stock-take-job/stock-take-jobs.js';
import { SupplierHandlers } from './supplier/supplier.handlers.js';
import { TRANSFER_JOB_OF_ITEM } from './transfer-job/transfer-jobs.js';

const documents = [AWAITED_ITEMS, TRANSFER_JOB_OF_ITEM, STOCK_TAKE_JOB_OF_ITEM, RESERVED_ITEMS];

@Module({
  controllers: [
    BrandHandlers,
    CategoryHandlers,
    ChannelGroupReferrersHandlers,
    ItemHandlers,
    ItemImageHandlers,
    ItemMatchHandlers,
    SupplierHandlers,
  ],
  providers: [
    Decoder,
    ItemPages,
    References,
    ReleasedFiles,
    { provide: ItemUses, useValue: new ItemUses(documents) },
    { provide: MEDIA_STORE, inject: [ENVIRONMENT], useFactory: mediaStoreIn },
  ],
})
export class CatalogModule {}
