import type { Order, OrderStatus } from '@stockbook/client';

type Numbered = Pick<Order, 'order_id' | 'order_status_id'>;

export interface OrdersByNumber<T> {
  readonly known: readonly T[];
  readonly unnumbered: readonly T[];
  /** Void orders without a number, which get none. */
  readonly voided: readonly T[];
}

/** Says which orders have an invoice number, and which would get one. */
export function sortByNumber<T extends Numbered>(
  orders: readonly T[],
  numbered: ReadonlySet<number>,
  statuses: readonly Pick<OrderStatus, 'order_status_id' | 'void'>[],
): OrdersByNumber<T> {
  const isVoid = ({ order_status_id }: T) =>
    statuses.some((status) => status.order_status_id === order_status_id && status.void);
  const others = orders.filter(({ order_id }) => !numbered.has(order_id));
  return {
    known: orders.filter(({ order_id }) => numbered.has(order_id)),
    unnumbered: others.filter((order) => !isVoid(order)),
    voided: others.filter(isVoid),
  };
}
