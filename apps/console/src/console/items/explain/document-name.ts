import type { ItemFlow } from '@stockbook/client';
import { type TextName, useText } from '../../text/language.js';

const TEXTS: Readonly<Record<string, TextName>> = {
  order: 'documentOrder',
  credit_note: 'documentCreditNote',
  addition: 'documentAddition',
  deduction: 'documentDeduction',
  item: 'documentItem',
  item_stock: 'documentItemStock',
  location: 'documentLocation',
  stock_take_job: 'documentStockTake',
  transfer: 'documentTransfer',
  transfer_job: 'documentTransferJob',
};

/** Returns a function that names the document of a movement, as `order 42`. */
export function useDocumentName() {
  const { t } = useText();
  return ({ document, document_id }: Pick<ItemFlow, 'document' | 'document_id'>): string => {
    const text = TEXTS[document];
    return [text ? t(text) : document, document_id || ''].join(' ').trim();
  };
}
