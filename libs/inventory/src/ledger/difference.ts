import { statement, type Tx } from '@stockbook/persistence';
import { Big } from 'big.js';
import type { StockLine, StockOperation } from './movement.js';
import { atScale } from './moving-average.js';

/** The pieces that a document's line has moved so far and their cost, both signed as the flow is. */
export interface Booked extends Pick<StockLine, 'line' | 'item_id' | 'location_id' | 'quantity'> {
  /** A decimal text in the base currency. */
  readonly value: string;
}

const BOOKED = statement(
  'booked_lines',
  `SELECT line, item_id, location_id, sum(quantity)::bigint AS quantity, sum(value)::text AS value
   FROM inventory.item_flow
   WHERE account_id = $1 AND document = $2 AND document_id = $3
   GROUP BY line, item_id, location_id HAVING sum(quantity) <> 0 ORDER BY line`,
);

/** Reads what a document has moved so far. */
export const bookedLines = (
  tx: Tx,
  { document, document_id }: Pick<StockOperation, 'document' | 'document_id'>,
): Promise<Booked[]> => tx.query<Booked>(BOOKED, [tx.account_id, document, document_id]);

/** Returns the movement that a line still lacks. Returned pieces go back at their share of the original cost. */
export function remainder({ quantity, value }: Booked, line: StockLine): StockLine {
  const left = line.quantity - quantity;
  if (left * quantity >= 0) return { ...line, quantity: left };
  if (line.quantity * quantity < 0) throw new Error(`Line ${line.line} cannot change its direction.`);
  const { unit_cost: _, ...kept } = line;
  const share = atScale(new Big(value).times(left).div(quantity)).abs();
  return { ...kept, quantity: left, value: share.toFixed(8) };
}

/** Returns the movements that a changed document still lacks. A removed line goes back whole. */
export function difference(before: readonly Booked[], after: readonly StockLine[]): StockLine[] {
  const booked = new Map(before.map((line) => [lineKey(line), line]));
  const named = new Set(after.map(lineKey));
  const gone = before
    .filter((line) => !named.has(lineKey(line)))
    .map((line) => {
      const { value: _, ...key } = line;
      return remainder(line, { ...key, quantity: 0 });
    });
  const left = after.map((line) => {
    const known = booked.get(lineKey(line));
    return known ? remainder(known, line) : line;
  });
  return [...gone, ...left].filter(({ quantity }) => quantity !== 0);
}

const lineKey = ({ line, item_id, location_id }: Pick<StockLine, 'line' | 'item_id' | 'location_id'>): string =>
  `${line}/${item_id}/${location_id}`;
