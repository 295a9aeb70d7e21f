import type { Figure } from '../figure.js';
import { customerGetFigures } from './customer-get.js';
import { editStockFigures } from './edit-stock.js';
import { flowBalanceFigures } from './flow-balance.js';
import { hostileBodyFigures } from './hostile-bodies.js';
import { httpLimitFigures } from './http-limit.js';
import { itemGetFigures } from './item-get.js';
import { neighbourFigures } from './neighbour.js';
import { orderAddFigures } from './order-add.js';
import { orderBytesFigures } from './order-bytes.js';
import { orderGetFigures } from './order-get.js';
import { orderSummaryFigures } from './order-summary.js';
import { memoryFigures, startFigures } from './process-size.js';
import { settledBesideFigures } from './settled-beside.js';
import { settledLagFigures } from './settled-lag.js';

/** Every figure, in the order in which they are measured: the main ones first, the many lists late, the memory last. */
export const allFigures: readonly Figure[] = [
  ...orderAddFigures,
  ...settledLagFigures,
  ...settledBesideFigures,
  ...itemGetFigures,
  ...flowBalanceFigures,
  ...editStockFigures,
  ...neighbourFigures,
  ...startFigures,
  ...httpLimitFigures,
  ...hostileBodyFigures,
  ...orderBytesFigures,
  ...orderGetFigures,
  ...orderSummaryFigures,
  ...customerGetFigures,
  ...memoryFigures,
];
