import { type ServiceDefinition, SubscribedAccountRow } from '@stockbook/service';
import { AdditionLineRow, AdditionRow } from './addition/addition.entity.js';
import { BrandRow } from './brand/brand.entity.js';
import { CatalogModule } from './catalog.module.js';
import { CategoryRow } from './category/category.entity.js';
import { DeductionLineRow, DeductionRow } from './deduction/deduction.entity.js';
import { DocumentModule } from './document.module.js';
import { ItemBundleRow } from './item/bundle/item-bundle.entity.js';
import { ItemFileRow } from './item/image/item-file.entity.js';
import { ReleasedFiles } from './item/image/released-files.js';
import { ItemRow } from './item/record/item.entity.js';
import { ITEMS } from './item/record/item-row-counts.js';
import { LocationRow } from './location/location.entity.js';
import { LocationModule } from './location.module.js';
import { Initial1764000000000 } from './migrations/0001-initial.js';
import { PurchaseOrderLineRow, PurchaseOrderRow } from './purchase-order/purchase-order.entity.js';
import { ItemCostRow } from './ledger/item-cost.entity.js';
import { ItemFlowRow } from './ledger/item-flow.entity.js';
import { ItemStockRow } from './ledger/item-stock.entity.js';
import { ReservationLineRow, ReservationRow } from './reservation/reservation.entity.js';
import { ReservationExpiry } from './reservation/reservation-expiry.js';
import { StockDemandLineRow, StockDemandRow } from './demand/stock-demand.entity.js';
import { StockPolicyRow } from './policy/stock-policy.entity.js';
import { StockModule } from './stock.module.js';
import { ThresholdChanges } from './warning/threshold-changes.js';
import { NewestCountRow } from './count/newest-count.entity.js';
import { SupplierRow } from './supplier/supplier.entity.js';
import { TransferJobLineRow, TransferJobRow } from './transfer-job/transfer-job.entity.js';
import { StockTakeCountRow, StockTakeJobLineRow, StockTakeJobRow } from './stock-take-job/stock-take-job.entity.js';
import { TransferLineRow, TransferRow } from './transfer/transfer.entity.js';

/** The inventory service: items, where they lie, and every movement of their stock. */
export const inventoryService: ServiceDefinition = {
  name: 'inventory',
  rows: [
    AdditionLineRow,
    AdditionRow,
    BrandRow,
    CategoryRow,
    DeductionLineRow,
    DeductionRow,
    ItemBundleRow,
    ItemCostRow,
    ItemFileRow,
    ItemFlowRow,
    ItemRow,
    ItemStockRow,
    LocationRow,
    NewestCountRow,
    PurchaseOrderLineRow,
    PurchaseOrderRow,
    ReservationLineRow,
    ReservationRow,
    StockDemandLineRow,
    StockDemandRow,
    StockPolicyRow,
    StockTakeCountRow,
    StockTakeJobLineRow,
    StockTakeJobRow,
    SubscribedAccountRow,
    SupplierRow,
    TransferJobLineRow,
    TransferJobRow,
    TransferLineRow,
    TransferRow,
  ],
  migrations: [Initial1764000000000],
  modules: [CatalogModule, DocumentModule, LocationModule, StockModule],
  jobs: [
    { name: 'reservation-expiry', every_ms: 1_000, runs_on: 'leader', provider: ReservationExpiry },
    { name: 'released-files', every_ms: 60_000, runs_on: 'leader', provider: ReleasedFiles },
    { name: 'threshold-changes', every_ms: 1_000, runs_on: 'leader', provider: ThresholdChanges },
  ],
  rowCounts: [ITEMS],
};
