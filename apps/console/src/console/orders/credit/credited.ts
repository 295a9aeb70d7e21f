import type { CreditNote, Order, OrderProduct } from '@stockbook/client';
import { exact } from '../amounts.js';

/** The part of an order's line that no credit note has given back. */
export interface Left {
  readonly line: OrderProduct;
  readonly quantity: number;
  /** The customer has paid this for the part. */
  readonly paid: number;
}

/** Returns what the credit notes of an order have left of each line. */
export function leftOf({ products }: Order, notes: readonly CreditNote[]): readonly Left[] {
  const credited = notes.flatMap((note) => note.products);
  return products.map((line) => {
    const given = credited.filter(({ order_product_id }) => order_product_id === line.order_product_id);
    const quantity = line.quantity - given.reduce((sum, { quantity }) => sum + quantity, 0);
    const paid = exact(line.total + line.allocated - given.reduce((sum, { total }) => sum + total, 0));
    return { line, quantity, paid };
  });
}

/** Returns what was paid for so many pieces; the API has the last word. */
export const worthOf = ({ line, quantity: left, paid }: Left, quantity: number): number => {
  if (quantity === left) return paid;
  return line.quantity ? exact(((line.total + line.allocated) / line.quantity) * quantity) : 0;
};
