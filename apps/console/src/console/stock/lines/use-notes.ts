import type { PurchaseOrder, StockTakeJob } from '@stockbook/client';
import { useFormat } from '../../api/format.js';
import { useText } from '../../text/language.js';
import type { Line } from '../move/line.js';

/** Returns what the papers of a line say of its item. */
export function useNotes(order: PurchaseOrder | undefined, job: StockTakeJob | undefined) {
  const { t } = useText();
  const { number, signed } = useSigned();
  const orderedNote = (item_id: number): string => {
    const lines = order?.items.filter((line) => line.item_id === item_id) ?? [];
    if (!lines.length) return t('stockNotOrdered');
    const sum = (field: 'quantity' | 'quantity_received') => lines.reduce((total, line) => total + line[field], 0);
    return t('stockReceivedOf', { received: number(sum('quantity_received')), ordered: number(sum('quantity')) });
  };
  const countNote = (item_id: number): string | undefined => {
    const counted = job?.items.find((line) => line.item_id === item_id);
    if (counted?.difference === undefined) return undefined;
    if (counted.difference === 0) return t('stockAsExpected');
    return t('stockDiffers', {
      expected: number(counted.quantity_expected ?? 0),
      difference: signed(counted.difference),
    });
  };
  return ({ mode, item, booked, before, place, document_id }: Line): string | undefined => {
    if (!item) return undefined;
    if (mode === 'receive')
      return order && place.purchase_order_id === order.purchase_order_id ? orderedNote(item.item_id) : undefined;
    if (mode === 'count')
      return booked && document_id === job?.item_stock_take_job_id ? countNote(item.item_id) : undefined;
    if (mode === 'adjust') return t('stockWas', { pieces: number(before ?? 0) });
    return t('stockAvailable', { pieces: number(item.available) });
  };
}

/** Writes a difference with its sign. */
export function useSigned() {
  const { number } = useFormat();
  return { number, signed: (value: number) => (value > 0 ? `+${number(value)}` : number(value)) };
}
