import type { OrderAdd } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { createHash } from 'node:crypto';
import type { OrderRecord } from './order-records.js';
import type { OrderSource } from './order.entity.js';

const note = statement(
  'note_order_source',
  'UPDATE sales.sale_order SET source = $3 WHERE account_id = $1 AND order_id = $2',
);

/** The fields of a request are read in the order of their declaration, so equal contents have equal digests. */
export const sourceOf = (content: OrderAdd, date_modified: string): OrderSource => ({
  digest: createHash('sha256').update(JSON.stringify(content)).digest('base64'),
  date_modified,
});

/** Returns the source after an import. One that has no date is the newest state, at the newest time that is known. */
export const sourceAfter = (stored: OrderSource | null, given: OrderSource): OrderSource => ({
  ...given,
  date_modified: given.date_modified || (stored?.date_modified ?? ''),
});

/** Tells whether an import brings nothing new: the content that came last, or a state before it. */
export const isKnown = ({ source }: Pick<OrderRecord, 'source'>, given: OrderSource): boolean =>
  source !== null && (source.digest === given.digest || isBefore(given, source));

/** A state from before that time may still arrive, and changes nothing. */
export async function noteSource(tx: Tx, { order_id, source }: OrderRecord, given: OrderSource): Promise<void> {
  const isLater =
    source !== null && given.date_modified !== '' && !isBefore(given, source) && !isSameSource(given, source);
  if (isLater) await tx.query(note, [tx.account_id, order_id, JSON.stringify(given)]);
}

const isBefore = (one: OrderSource, other: OrderSource): boolean =>
  Date.parse(one.date_modified) < Date.parse(other.date_modified);
const isSameSource = (one: OrderSource, other: OrderSource): boolean => one.date_modified === other.date_modified;
