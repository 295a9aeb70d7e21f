import { type Caller, type CountedLine, type Fault, Refused, type SupersededLine } from '@stockbook/contracts';
import { pageChildrenReader, rowColumns, statement, type Tx } from '@stockbook/persistence';
import type { ItemToCount } from './items-to-count.js';
import { StockTakeCountRow, type StockTakeJobRow, StockTakeJobLineRow } from './stock-take-job.entity.js';

const LINES = 'inventory.stock_take_job_line';

/** A line that stays keeps its count. New lines have numbers behind all others. */
const SAVE = statement(
  'save_stock_take_lines',
  `WITH given AS (
     SELECT item_id, name, place FROM unnest($3::bigint[], $4::text[]) WITH ORDINALITY AS given (item_id, name, place)
   ), removed AS (
     DELETE FROM ${LINES} WHERE account_id = $1 AND item_stock_take_job_id = $2 AND NOT item_id = ANY ($3::bigint[])
   )
   INSERT INTO ${LINES} (account_id, item_stock_take_job_id, line_id, position, item_id, name, quantity)
   SELECT $1, $2,
     place + COALESCE((SELECT max(line_id) FROM ${LINES} WHERE account_id = $1 AND item_stock_take_job_id = $2), 0),
     place - 1, item_id, name, 0
   FROM given
   ON CONFLICT (account_id, item_stock_take_job_id, item_id) DO UPDATE SET position = excluded.position`,
);

/** Makes the lines of a job those of these items. */
export const saveLines = (tx: Tx, id: number, items: readonly ItemToCount[]): void =>
  tx.send(SAVE, [tx.account_id, id, items.map(({ item_id }) => item_id), items.map(({ name }) => name)]);

const ITEMS = statement(
  'items_of_stock_take',
  `SELECT item_id, name FROM ${LINES} WHERE account_id = $1 AND item_stock_take_job_id = $2 ORDER BY position`,
);

export const itemsOfJob = (tx: Tx, id: number): Promise<ItemToCount[]> =>
  tx.query<ItemToCount>(ITEMS, [tx.account_id, id]);

const TOTALS = statement(
  'totals_of_stock_take',
  `SELECT count(*)::int AS total, count(seq)::int AS counted FROM ${LINES}
   WHERE account_id = $1 AND item_stock_take_job_id = $2`,
);

export async function readTotals(tx: Tx, id: number): Promise<Pick<StockTakeJobRow, 'total' | 'counted'>> {
  const [totals] = await tx.query<{ total: number; counted: number }>(TOTALS, [tx.account_id, id]);
  return totals ?? { total: 0, counted: 0 };
}

/**
 * One version of a row of stock has the position and its balance, so both are of the same moment. Each is looked up by
 * itself (LIMIT): PostgreSQL may expect few at a location, and would compare each count with each of them.
 */
const COUNT = statement(
  'count_stock',
  `WITH taken AS (
     INSERT INTO inventory.stock_take_count
       (account_id, item_stock_take_job_id, item_id, quantity, seq, quantity_expected, user_id, username)
     SELECT $1, $2, given.item_id, given.quantity, COALESCE(stock.seq, 0), COALESCE(stock.on_hand, 0), $6, $7
     FROM unnest($4::bigint[], $5::int[]) WITH ORDINALITY AS given (item_id, quantity, place)
     LEFT JOIN LATERAL (
       SELECT seq, on_hand FROM inventory.item_stock
       WHERE account_id = $1 AND item_id = given.item_id AND location_id = $3 LIMIT 1
     ) stock ON true
     ORDER BY place
     RETURNING item_id, stock_take_count_id, quantity, seq, quantity_expected
   ), latest AS (
     SELECT DISTINCT ON (item_id) * FROM taken ORDER BY item_id, stock_take_count_id DESC
   )
   UPDATE ${LINES} line SET quantity = latest.quantity, seq = latest.seq, quantity_expected = latest.quantity_expected
   FROM latest WHERE account_id = $1 AND item_stock_take_job_id = $2 AND line.item_id = latest.item_id`,
);

const UNKNOWN = statement(
  'uncountable_items',
  `SELECT unnest($3::bigint[]) AS item_id
   EXCEPT SELECT item_id FROM ${LINES} WHERE account_id = $1 AND item_stock_take_job_id = $2`,
);

/** Keeps counts of lines of a locked job, of which the last one of each line counts. */
export async function countLines(
  tx: Tx,
  { user_id, username }: Caller,
  { item_stock_take_job_id: id, location_id }: StockTakeJobRow,
  counts: readonly CountedLine[],
): Promise<void> {
  const item_ids = counts.map(({ item_id }) => item_id);
  const rows = await tx.query<{ item_id: number }>(UNKNOWN, [tx.account_id, id, item_ids]);
  const unknown = new Set(rows.map(({ item_id }) => item_id));
  const faults = item_ids.flatMap((item_id, index): Fault[] => {
    if (!unknown.has(item_id)) return [];
    const message = `There is no line of stock take job ${id} for item ${item_id}.`;
    return [{ code: 'unknown_reference', field: `items[${index}].item_id`, message }];
  });
  Refused.ifAny(faults);
  const quantities = counts.map(({ quantity }) => quantity);
  await tx.query(COUNT, [tx.account_id, id, location_id, item_ids, quantities, user_id, username]);
}

const COUNTED = statement(
  'counted_items_of_stock_take',
  `SELECT item_id FROM ${LINES} WHERE account_id = $1 AND item_stock_take_job_id = $2 AND seq IS NOT NULL`,
);

export async function countedItems(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.query<{ item_id: number }>(COUNTED, [tx.account_id, id]);
  return rows.map(({ item_id }) => item_id);
}

/**
 * A count loses to one of a later position, or of the same position and taken later. No step joins two results whose
 * size PostgreSQL cannot know: it would compare each line with each other one. Movements are not looked up by their
 * document: where PostgreSQL knows of few stock takes, it would read all their movements for each line.
 */
const SETTLE = statement(
  'settle_stock_take',
  `WITH newest AS (
     INSERT INTO inventory.newest_count AS booked (account_id, item_id, location_id, seq, date_counted)
     SELECT $1, item_id, $3, seq, (
       SELECT date_added FROM inventory.stock_take_count taken
       WHERE taken.account_id = $1 AND taken.item_stock_take_job_id = $2 AND taken.item_id = line.item_id
       ORDER BY stock_take_count_id DESC LIMIT 1
     )
     FROM ${LINES} line WHERE account_id = $1 AND item_stock_take_job_id = $2 AND seq IS NOT NULL
     ON CONFLICT (account_id, item_id, location_id)
       DO UPDATE SET seq = excluded.seq, date_counted = excluded.date_counted
     WHERE (booked.seq, booked.date_counted) <= (excluded.seq, excluded.date_counted)
     RETURNING item_id
   ), settled AS (
     UPDATE ${LINES} line SET superseded = item_id NOT IN (SELECT item_id FROM newest),
       quantity_booked = CASE WHEN item_id IN (SELECT item_id FROM newest)
         THEN quantity - quantity_expected - COALESCE((
           SELECT sum(flow.quantity) FILTER (WHERE flow.document = 'stock_take_job') FROM inventory.item_flow flow
           WHERE flow.account_id = $1 AND flow.item_id = line.item_id AND flow.location_id = $3 AND flow.seq > line.seq
         ), 0) ELSE 0 END
     WHERE account_id = $1 AND item_stock_take_job_id = $2 AND seq IS NOT NULL
     RETURNING line_id, position, item_id, quantity_booked
   )
   SELECT line_id AS line, item_id, quantity_booked AS quantity
   FROM settled WHERE quantity_booked <> 0 ORDER BY position`,
);

/**
 * Costs are read at once. One by one, PostgreSQL may look through all names of an account for each, until it knows that
 * the account has many items.
 */
const OWN_COSTS = statement(
  'own_costs_of_items',
  'SELECT item_id, cost FROM inventory.item WHERE account_id = $1 AND item_id = ANY ($2::bigint[])',
);

export interface CountDifference {
  readonly line: number;
  readonly item_id: number;
  /** The count found more (positive) or fewer pieces than the flow. */
  readonly quantity: number;
  /** The item's own cost, a decimal text. */
  readonly own_cost: string;
}

/** The stock is locked. */
export async function settleLines(
  tx: Tx,
  { item_stock_take_job_id, location_id }: StockTakeJobRow,
): Promise<CountDifference[]> {
  const settled = await tx.query<Omit<CountDifference, 'own_cost'>>(SETTLE, [
    tx.account_id,
    item_stock_take_job_id,
    location_id,
  ]);
  const item_ids = settled.map(({ item_id }) => item_id);
  const items = await tx.query<{ item_id: number; cost: string }>(OWN_COSTS, [tx.account_id, item_ids]);
  const costs = new Map(items.map(({ item_id, cost }) => [item_id, cost]));
  return settled.map((line) => ({ ...line, own_cost: costs.get(line.item_id) ?? '0' }));
}

const SUPERSEDED = statement(
  'superseded_lines_of_stock_take',
  `SELECT item_id, name, quantity FROM ${LINES}
   WHERE account_id = $1 AND item_stock_take_job_id = $2 AND superseded ORDER BY position`,
);

/** Returns the lines of a completed job that changed nothing, since a newer count was booked before. */
export const supersededLines = (tx: Tx, id: number): Promise<SupersededLine[]> =>
  tx.query<SupersededLine>(SUPERSEDED, [tx.account_id, id]);

export const readLines = pageChildrenReader<
  Pick<StockTakeJobLineRow, keyof StockTakeJobLineRow>,
  'item_stock_take_job_id'
>(
  'lines_of_stock_takes',
  rowColumns(StockTakeJobLineRow, 'line'),
  'item_stock_take_job_id',
  `FROM ${LINES} line WHERE account_id = $1 AND item_stock_take_job_id = ANY ($2::bigint[])
   ORDER BY item_stock_take_job_id, position`,
);

export const readCounts = pageChildrenReader<
  Pick<StockTakeCountRow, keyof StockTakeCountRow>,
  'item_stock_take_job_id'
>(
  'counts_of_stock_takes',
  rowColumns(StockTakeCountRow, 'taken'),
  'item_stock_take_job_id',
  `FROM inventory.stock_take_count taken WHERE account_id = $1 AND item_stock_take_job_id = ANY ($2::bigint[])
   ORDER BY stock_take_count_id`,
);
