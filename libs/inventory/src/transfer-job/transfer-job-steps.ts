import { type ArrivedLine, type Fault, Refused } from '@stockbook/contracts';
import type { LineValues, StoredDocument } from '@stockbook/service';
import { IN_TRANSIT } from '../ledger/locked-stock.js';
import type { StockLine } from '../ledger/stock-ledger.js';
import type { TransferJobLineRow, TransferJobRow } from './transfer-job.entity.js';

export type StoredTransferJob = StoredDocument<TransferJobRow, TransferJobLineRow>;

export interface Step {
  readonly lines: readonly LineValues<TransferJobLineRow, 'item_transfer_job_id'>[];
  readonly moves: readonly StockLine[];
}

/** Moves all pieces of the lines out of the source. */
export function shipped({ header, lines }: StoredTransferJob): Step {
  return {
    lines: lines.map((line) => ({ ...line, quantity_in_transit: line.quantity })),
    moves: lines.flatMap(({ line_id: line, item_id, quantity }, index) => [
      { line, item_id, location_id: header.from_location_id, quantity: -quantity, field: `items[${index}].quantity` },
      { line, item_id, location_id: IN_TRANSIT, quantity },
    ]),
  };
}

/** Maps each line to its pieces; by default to all that are in transit. */
type Pieces = ReadonlyMap<number, number>;
const piecesInTransit = ({ lines }: StoredTransferJob): Pieces =>
  new Map(lines.map(({ line_id, quantity_in_transit }) => [line_id, quantity_in_transit]));

export function received(job: StoredTransferJob, pieces = piecesInTransit(job)): Step {
  return endTransit(job, pieces, 'quantity_received', job.header.to_location_id);
}

export const returned = (job: StoredTransferJob): Step =>
  endTransit(job, piecesInTransit(job), undefined, job.header.from_location_id);

export const lost = (job: StoredTransferJob): Step => endTransit(job, piecesInTransit(job), 'quantity_lost');

function endTransit(
  { lines }: StoredTransferJob,
  pieces: Pieces,
  column?: 'quantity_received' | 'quantity_lost',
  location_id?: number,
): Step {
  const ending = lines.map((line) => ({ line, quantity: pieces.get(line.line_id) ?? 0 }));
  return {
    lines: ending.map(({ line, quantity }) => ({
      ...line,
      ...(column && { [column]: line[column] + quantity }),
      quantity_in_transit: line.quantity_in_transit - quantity,
    })),
    moves: ending
      .filter(({ quantity }) => quantity > 0)
      .flatMap(({ line: { line_id: line, item_id }, quantity }) => [
        { line, item_id, location_id: IN_TRANSIT, quantity: -quantity },
        ...(location_id === undefined ? [] : [{ line, item_id, location_id, quantity }]),
      ]),
  };
}

export function arrivals({ header, lines }: StoredTransferJob, arrived: readonly ArrivedLine[]): Pieces {
  const job = `transfer job ${header.item_transfer_job_id}`;
  const pieces = new Map<number, number>();
  const faults = arrived.flatMap(({ item_id, quantity }, index): Fault[] => {
    const own = lines.filter((line) => line.item_id === item_id);
    const field = `items[${index}]`;
    if (!own.length) {
      const message = `There is no line of ${job} for item ${item_id}.`;
      return [{ code: 'unknown_reference', field: `${field}.item_id`, message }];
    }
    let left = quantity;
    for (const { line_id, quantity_in_transit } of own) {
      const known = pieces.get(line_id) ?? 0;
      const taken = Math.min(left, quantity_in_transit - known);
      pieces.set(line_id, known + taken);
      left -= taken;
    }
    if (!left) return [];
    const message =
      `Item ${item_id} has ${quantity - left} pieces left in transit by ${job}: ` + `${quantity} cannot arrive.`;
    return [{ code: 'insufficient_stock', field: `${field}.quantity`, message }];
  });
  Refused.ifAny(faults);
  return pieces;
}
