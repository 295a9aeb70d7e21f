import type { Figure } from '../figure.js';
import { batchFigures } from './write/batches.js';
import { creditNoteAddFigures } from './write/credit-note-add.js';
import { consoleFigures } from './console/console-lists.js';
import { customerGetFigures } from './read/customer-get.js';
import { documentFigures } from './write/documents.js';
import { editStockFigures } from './write/edit-stock.js';
import { flowBalanceFigures } from './read/flow-balance.js';
import { hostileBodyFigures } from './beside/hostile-bodies.js';
import { httpLimitFigures } from './http-limit.js';
import { invoiceRenderFigures } from './read/invoice-render.js';
import { itemGetFigures } from './read/item-get.js';
import { neighbourFigures } from './beside/neighbour.js';
import { orderAddFigures, promotionOrderFigures, settledLagFigures } from './write/orders.js';
import { orderChangeFigures } from './write/order-changes.js';
import { orderBytesFigures } from './write/order-bytes.js';
import { exportFigures } from './read/export.js';
import { orderGetFigures } from './read/order-get.js';
import { orderSummaryFigures } from './read/order-summary.js';
import { promotionCalculateFigures } from './read/promotion-calculate.js';
import { searchFigures } from './read/search.js';
import { unfinishedBodyFigures } from './beside/unfinished-bodies.js';
import { longRunFigures } from './write/long-run.js';
import { memoryFigures, startFigures } from './process-size.js';
import { storedOrderFigures } from './write/stored-orders.js';
import { settledBesideFigures } from './beside/settled-beside.js';
import { webhookFigures } from './webhook/webhook.js';

/** Every figure, in the order in which they are measured: the main ones first, the many lists late, the memory last. */
export const allFigures: readonly Figure[] = [
  ...orderAddFigures,
  ...settledLagFigures,
  ...settledBesideFigures,
  ...itemGetFigures,
  ...flowBalanceFigures,
  ...editStockFigures,
  ...creditNoteAddFigures,
  ...orderChangeFigures,
  ...batchFigures,
  ...promotionOrderFigures,
  ...promotionCalculateFigures,
  ...invoiceRenderFigures,
  ...neighbourFigures,
  ...webhookFigures,
  ...startFigures,
  ...httpLimitFigures,
  ...unfinishedBodyFigures,
  ...hostileBodyFigures,
  ...orderBytesFigures,
  ...documentFigures,
  ...orderGetFigures,
  ...exportFigures,
  ...orderSummaryFigures,
  ...searchFigures,
  ...customerGetFigures,
  ...memoryFigures,
  ...consoleFigures,
  ...longRunFigures,
  ...storedOrderFigures,
];
