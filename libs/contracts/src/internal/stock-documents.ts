import type { EventType, KeyedEventType } from '../events.js';
import { creditNoteChanged } from '../sale/credit-note-change.js';
import { orderChanged } from '../sale/order-change.js';
import {
  creditNoteStockSettled,
  type Demanding,
  orderStockSettled,
  type StockAnswer,
  type StockDocument,
} from '../stock-demand.js';

interface StockDocumentEvents {
  readonly changed: EventType<Demanding>;
  readonly settled: KeyedEventType<StockAnswer>;
}

export const stockDocuments: Readonly<Record<StockDocument, StockDocumentEvents>> = {
  credit_note: { changed: creditNoteChanged, settled: creditNoteStockSettled },
  order: { changed: orderChanged, settled: orderStockSettled },
};
