import type { DemandLine, Event, OrderDemand } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { announceArrivals } from '../ledger/arrivals.js';
import { waitForOlder } from './deferred-demands.js';
import type { OrderName } from '../ledger/locked-stock.js';
import {
  byOrder,
  keyOf,
  moveOrderLines,
  nameOf,
  type OrderHead,
  type OrderLine,
  type OrderLines,
  recordOrderLines,
} from './order-settlement.js';
import { forList } from '../ledger/list-plan.js';
import { holdPolicies } from '../policy/stock-policy.js';

/** Lets in the orders whose demand is newer than the one known, and locks them. Only a row just inserted has no xmax. */
const ENTER = statement(
  'enter_demands',
  `INSERT INTO inventory.order_stock (account_id, order_id, version, user_id, username)
   SELECT account_id, order_id, version, user_id, username
   FROM json_populate_recordset(NULL::inventory.order_stock, $1) ORDER BY account_id, order_id
   ON CONFLICT (account_id, order_id) DO UPDATE
   SET version = excluded.version, user_id = excluded.user_id, username = excluded.username
   WHERE order_stock.version < excluded.version
   RETURNING account_id, order_id, xmax = 0 AS is_first`,
);
const KNOWN = statement(
  'known_order_lines',
  `SELECT account_id, order_id, order_product_id, item_id, location_id, wanted, taken, value
   FROM unnest($1::int[], $2::bigint[]) AS entered (account_id, order_id)
   JOIN inventory.order_line_stock USING (account_id, order_id)`,
);

/** Deleted items are among them: what was sold of them is still deducted. */
const EXISTING = statement(
  'existing_items',
  `SELECT account_id, item_id
   FROM (SELECT DISTINCT * FROM unnest($1::int[], $2::bigint[]) AS named (account_id, item_id)) named
   JOIN inventory.item USING (account_id, item_id)`,
);

/** A line with what it wanted by the demand before. */
interface ChangedLine extends OrderLine {
  readonly wanted_before: number;
}

interface Demand {
  readonly order: OrderHead;
  readonly lines: readonly DemandLine[];
}

/** Makes stock follow the demands of orders, each order by its newest. */
export async function followDemands(tx: Tx, events: readonly Event<OrderDemand>[]): Promise<void> {
  const demands = newest(events);
  await Promise.all([holdPolicies(tx, tx.accounts), waitForOlder(tx, [...demands.values()])]);
  const heads = [...demands.values()].map(({ order }) => order);
  const entered = await tx.query<OrderName & { is_first: boolean }>(ENTER, [JSON.stringify(heads)]);
  const known = await knownLines(
    tx,
    entered.filter(({ is_first }) => !is_first),
  );
  const isEntered = new Set(entered.map(nameOf));
  const changed = [...demands.values()].flatMap(({ order, lines }) => {
    if (!isEntered.has(nameOf(order))) return [];
    const line = changedLines(order, lines, known.get(nameOf(order)) ?? []);
    return line.length ? [{ order, lines: line }] : [];
  });
  changed.sort((one, other) => one.order.order_id - other.order.order_id);
  const orders = await withoutStrays(tx, changed);
  await recordOrderLines(tx, await moveOrderLines(tx, orders));
  await announceArrivals(
    tx,
    orders.flatMap(({ lines }) => lines.filter(isLess)),
  );
}

function newest(events: readonly Event<OrderDemand>[]): Map<string, Demand> {
  const demands = new Map<string, Demand>();
  for (const { account_id, payload } of events) {
    const { order_id, version, user_id, username, lines } = payload;
    const demand = { order: { account_id, order_id, version, user_id, username }, lines };
    const other = demands.get(nameOf(demand.order));
    if (!other || other.order.version < version) demands.set(nameOf(demand.order), demand);
  }
  return demands;
}

async function knownLines(tx: Tx, orders: readonly OrderName[]): Promise<Map<string, OrderLine[]>> {
  if (!orders.length) return new Map();
  const columns = [orders.map(({ account_id }) => account_id), orders.map(({ order_id }) => order_id)];
  return byOrder(await tx.query<OrderLine>(forList(KNOWN, orders.length), columns));
}

/** Sets apart the lines of items that the account never had. */
async function withoutStrays(tx: Tx, orders: readonly OrderLines<ChangedLine>[]): Promise<OrderLines<ChangedLine>[]> {
  const lines = orders.flatMap((order) => order.lines);
  if (!lines.length) return [];
  const columns = [lines.map(({ account_id }) => account_id), lines.map(({ item_id }) => item_id)];
  const nameOfItem = ({ account_id, item_id }: Pick<OrderLine, 'account_id' | 'item_id'>) => `${account_id}/${item_id}`;
  const existing = new Set((await tx.query<OrderLine>(forList(EXISTING, lines.length), columns)).map(nameOfItem));
  const exists = (line: OrderLine) => existing.has(nameOfItem(line));
  return orders.map(({ order, lines }) => ({
    order,
    lines: lines.filter(exists),
    strays: lines.filter((line) => !exists(line)),
  }));
}

/** The lines that are not as the demand wants them; what it does not name is wanted no longer. */
function changedLines(
  { account_id, order_id }: OrderName,
  demanded: readonly DemandLine[],
  known: readonly OrderLine[],
): ChangedLine[] {
  const lines = new Map(known.map((line) => [keyOf(line), { ...line, wanted: 0, wanted_before: line.wanted }]));
  for (const { order_product_id, item_id, location_id, quantity } of demanded) {
    if (!item_id) continue;
    const key = { account_id, order_id, order_product_id, item_id, location_id };
    const line = lines.get(keyOf(key)) ?? { ...key, wanted: 0, wanted_before: 0, taken: 0, value: '0' };
    lines.set(keyOf(line), { ...line, wanted: line.wanted + quantity });
  }
  return [...lines.values()]
    .filter(({ wanted, wanted_before, taken }) => wanted !== taken || wanted !== wanted_before)
    .sort((one, other) => one.order_product_id - other.order_product_id);
}

/** A line that gives pieces back, or that waits for fewer than before: either may be what the next in the queue waits for. */
const isLess = ({ wanted, wanted_before }: ChangedLine): boolean => wanted < wanted_before;
