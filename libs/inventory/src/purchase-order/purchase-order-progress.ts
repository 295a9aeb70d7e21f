import { type PurchaseOrderStatus, todayIn } from '@stockbook/contracts';
import type { PurchaseOrderRow } from './purchase-order.entity.js';

interface OrderedLine {
  readonly item_id: number;
  readonly quantity: number;
}

export type Pieces = ReadonlyMap<number, number>;

export function orderedPieces(lines: readonly OrderedLine[]): Pieces {
  const pieces = new Map<number, number>();
  for (const { item_id, quantity } of lines) pieces.set(item_id, (pieces.get(item_id) ?? 0) + quantity);
  return pieces;
}

/** Gives the pieces received to the lines in their order; the last line of an item takes what is over. */
export function withReceived<L extends OrderedLine>(
  lines: readonly L[],
  received: Pieces,
): (L & { quantity_received: number })[] {
  const left = new Map(received);
  const lastOf = new Map(lines.map(({ item_id }, index) => [item_id, index]));
  return lines.map((line, index) => {
    const pieces = left.get(line.item_id) ?? 0;
    const quantity_received = lastOf.get(line.item_id) === index ? pieces : Math.min(pieces, line.quantity);
    left.set(line.item_id, pieces - quantity_received);
    return { ...line, quantity_received };
  });
}

export function purchaseOrderStatus(
  lines: readonly { readonly quantity: number; readonly quantity_received: number }[],
  closed: boolean,
): PurchaseOrderStatus {
  if (closed) return 'closed';
  if (lines.every(({ quantity, quantity_received }) => quantity_received >= quantity)) return 'received';
  return lines.some(({ quantity_received }) => quantity_received) ? 'partly_received' : 'open';
}

/** A day that it has already stays. */
export function dateReceived(
  { status: before, date_received }: Pick<PurchaseOrderRow, 'status' | 'date_received'>,
  status: PurchaseOrderStatus,
  zone: string,
): string | null {
  if (status === 'received') return date_received ?? todayIn(zone);
  return before === 'received' && status !== 'closed' ? null : date_received;
}
