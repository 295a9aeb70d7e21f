import { type CallOf, idsOf, type order } from '@stockbook/contracts';
import { Conditions, indexed, isIndexed } from '@stockbook/persistence';
import { DateTime } from 'luxon';
import { text } from '../../text.js';

/** The conditions on a `sale` that a request gives, as far as its caller sees orders. */
export function filterOf({ caller, input }: CallOf<typeof order.get>): Conditions {
  const where = new Conditions();
  where.add('sale.account_id = ?', caller.account_id);
  if (!input.filter_deleted) where.addPlain('sale.date_deleted IS NULL');
  where.addScope(caller, 'sale', 'channel_id');
  if (input.order_id !== undefined) where.add('sale.order_id = ?', input.order_id);
  if (input.filter_imported_order_id) where.add('sale.imported_order_id = ?', input.filter_imported_order_id);
  if (input.filter_customer_id) where.add('sale.customer_id = ?', input.filter_customer_id);
  if (input.filter_channel_id) where.add('sale.channel_id = ?', input.filter_channel_id);
  if (input.filter_name) where.add(text.contains('sale.name', '?'), input.filter_name);
  if (input.filter_email) where.add(text.contains('sale.email', '?'), input.filter_email);
  if (input.filter_telephone)
    where.add(
      `(${text.contains('sale.telephone', '?')} OR ${text.contains('sale.telephone_2', '?')})`,
      input.filter_telephone,
    );
  if (input.filter_order_status)
    where.add('sale.order_status_id = ANY (?::bigint[])', idsOf(input.filter_order_status));
  addExact(where, 'payment_method', input.filter_payment_method);
  addExact(where, 'shipping_method', input.filter_shipping_method);
  addExact(where, 'shipping_tracking', input.filter_shipping_tracking);
  addExact(where, 'postcode', input.filter_postcode);
  if (input.filter_shipping_date) {
    const day = DateTime.fromISO(input.filter_shipping_date).setZone(caller.zone).startOf('day');
    where.add('sale.shipping_date >= ?', day.toJSDate());
    where.add('sale.shipping_date < ?', day.plus({ days: 1 }).startOf('day').toJSDate());
  }
  const date = `sale.${input.filter_date_type ?? 'date_added'}`;
  if (input.filter_date_start) where.add(`${date} >= ?`, input.filter_date_start);
  if (input.filter_date_end) where.add(`${date} <= ?`, input.filter_date_end);
  return where;
}

/** A text as a whole, through the index that holds all but the longest ones. */
function addExact(where: Conditions, column: string, text = ''): void {
  if (!text) return;
  where.add(`sale.${column} = ?`, text);
  if (isIndexed(text)) where.addPlain(indexed(`sale.${column}`));
}
