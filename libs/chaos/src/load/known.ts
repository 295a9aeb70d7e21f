/** A line of a record. The `columns` of its kind say which fields it has besides the first two. */
export interface KnownLine {
  readonly item_id: number;
  readonly quantity: number;
  readonly location_id?: number;
  readonly from_location_id?: number;
  readonly to_location_id?: number;
  readonly quantity_received?: number;
  /** Pieces of a transfer job that have left the source for good and not arrived. */
  readonly quantity_lost?: number;
  readonly restock?: boolean;
}

/** An order by the answers to its clients; null means that a request and a change of settings overlapped. */
export interface KnownOrder {
  readonly account_id: number;
  readonly order_id: number;
  /** The shipping_tracking of the order, which names the request that placed it. */
  readonly token: string;
  readonly channel_id: number;
  readonly location_id: number;
  version: number | null;
  order_status_id: number;
  deducts: boolean | null;
  deleted: boolean;
  lines: readonly KnownLine[];
  promotion_ids: readonly number[];
  line_ids: readonly number[];
  readonly comments: string[];
  /** The number of its invoice; absent if it was not rendered. */
  invoice_no?: number;
  /** A payout locks it for good. */
  isPaidOut?: boolean;
}

const placed = ['item_id', 'quantity', 'location_id'] as const;
const moved = ['item_id', 'quantity', 'from_location_id', 'to_location_id'] as const;

/**
 * Kinds of records. Each has the path of its resource, the fields of its id and of the token of its last change. The
 * columns are those that its lines and its own rows have of a line.
 */
export const recordKinds = {
  addition: { path: 'inventory/addition', id: 'item_addition_id', tokenField: 'comment', columns: placed },
  deduction: { path: 'inventory/deduction', id: 'item_deduction_id', tokenField: 'comment', columns: placed },
  transfer: { path: 'inventory/transfer', id: 'item_transfer_id', tokenField: 'comment', columns: moved },
  reservation: { path: 'inventory/reservation', id: 'item_reservation_id', tokenField: 'comment', columns: placed },
  purchase_order: { path: 'inventory/purchase_order', id: 'purchase_order_id', tokenField: 'comment', columns: placed },
  credit_note: {
    path: 'sale/credit_note',
    id: 'credit_note_id',
    tokenField: 'comment',
    columns: [...placed, 'restock'],
  },
  customer: { path: 'sale/customer', id: 'customer_id', tokenField: 'company', columns: [] },
  transfer_job: {
    path: 'inventory/transfer_job',
    id: 'item_transfer_job_id',
    tokenField: 'comment',
    columns: [...moved, 'quantity_received', 'quantity_lost'],
  },
  stock_take_job: {
    path: 'inventory/stock_take_job',
    id: 'item_stock_take_job_id',
    tokenField: 'comment',
    columns: placed,
  },
  bundle: { path: 'inventory/item', id: 'item_id', tokenField: 'name', columns: ['item_id', 'quantity'] },
} as const;
export type RecordKind = keyof typeof recordKinds;

export interface KnownRecord<K extends RecordKind = RecordKind> {
  readonly account_id: number;
  readonly kind: K;
  readonly id: number;
  token: string;
  deleted: boolean;
  lines: readonly KnownLine[];
  order_id?: number;
  readonly purchase_order_id?: number;
  closed?: boolean;
  status?: number;
  counts?: number;
  /** The reservation ends by itself, so clients leave it alone. */
  readonly expires?: boolean;
  /** All components that a bundle has been given, or that a client has tried to give it. */
  readonly given?: (readonly KnownLine[])[];
}

/** The statuses of transfer jobs and stock takes. */
export const [DRAFT, OPEN, COMPLETED, CANCELLED] = [1, 2, 3, 4];

export function piecesByItem(lines: readonly KnownLine[]): Map<number, number> {
  const pieces = new Map<number, number>();
  for (const { item_id, quantity } of lines) pieces.set(item_id, (pieces.get(item_id) ?? 0) + quantity);
  return pieces;
}
