import type { EventType, KeyedEventType } from '../events.js';
import { orderChanged } from '../sale/order-change.js';
import { type Demanding, orderStockSettled, type StockAnswer, type StockDocument } from './stock-demand.js';

interface StockDocumentEvents {
  /** Carries the demand of a document. */
  readonly changed: EventType<Demanding>;
  readonly settled: KeyedEventType<StockAnswer>;
}

/** Every kind of document whose lines take stock or give it back. Inventory consumes all of `changed` by one handler. */
export const stockDocuments: Readonly<Record<StockDocument, StockDocumentEvents>> = {
  order: { changed: orderChanged, settled: orderStockSettled },
};
