import {
  type Demanding,
  type DemandLine,
  type Event,
  type LineOrigin,
  Refused,
  type StockDemand,
} from '@stockbook/contracts';
import { BehindDeferred } from '@stockbook/messaging';
import { groupBy, statement, type Tx } from '@stockbook/persistence';
import { OrderHolds } from '../reservation/order-holds.js';
import type { Reservations } from '../reservation/reservations.js';
import { announceArrivals } from '../ledger/arrivals.js';
import { forList } from '../ledger/list-plan.js';
import { type DocumentName, documentColumnsOf, LockedStock } from '../ledger/locked-stock.js';
import { HOLD_POLICIES } from '../policy/stock-policy.js';
import { byPublication, DEFERRED, demandsBehindDeferred, type Published } from './deferred-demands.js';
import { documentName, type Entry, entryName, type Head, moveEntries, recordEntries } from './settlement.js';
import { shortFaults } from './short-faults.js';

const BEGIN = statement(
  'begin_demands',
  `SELECT EXISTS (SELECT FROM ${DEFERRED}) AS is_any_deferred,
     (SELECT count(hold) FROM (${HOLD_POLICIES}) policy) AS held`,
);

/** Only a row just inserted has no xmax. */
const ENTER = statement(
  'enter_demands',
  `INSERT INTO inventory.stock_demand (account_id, document, document_id, version, user_id, username, is_over)
   SELECT account_id, document, document_id, version, user_id, username, COALESCE(is_over, false)
   FROM json_populate_recordset(NULL::inventory.stock_demand, $1) ORDER BY account_id, document_id, document
   ON CONFLICT (account_id, document, document_id) DO UPDATE
   SET version = excluded.version, user_id = excluded.user_id, username = excluded.username, is_over = excluded.is_over
   WHERE stock_demand.version < excluded.version
   RETURNING account_id, document, document_id, xmax = 0 AS is_first`,
);
const KNOWN = statement(
  'known_demand_lines',
  `SELECT account_id, document, document_id, line_id, item_id, location_id, wanted, taken, per_unit, value,
     CASE WHEN taken < wanted THEN place END AS place
   FROM unnest($1::int[], $2::text[], $3::bigint[]) AS entered (account_id, document, document_id)
   JOIN inventory.stock_demand_line USING (account_id, document, document_id)`,
);

const ORIGINS = statement(
  'origins_of_demand_lines',
  `SELECT account_id, document, document_id, line_id, item_id, round(sum(value) / sum(taken), 8)::text AS unit_cost
   FROM (SELECT DISTINCT * FROM unnest($1::int[], $2::text[], $3::bigint[], $4::bigint[])
     AS origin (account_id, document, document_id, line_id)) origin
   JOIN inventory.stock_demand_line USING (account_id, document, document_id, line_id)
   WHERE taken > 0 GROUP BY account_id, document, document_id, line_id, item_id`,
);

interface ChangedEntry extends Entry {
  readonly wanted_before: number;
}

interface Demand {
  readonly head: Head;
  readonly lines: readonly DemandLine[];
}
interface PublishedDemand extends Demand {
  /** The first event of the batch that changed the document. */
  readonly since: Published;
}

/** Makes stock follow the demands of documents, each document by its newest. */
export async function followDemands(
  tx: Tx,
  events: readonly Event<Demanding>[],
  reservations: Reservations,
): Promise<void> {
  const demands = [...newest(events).values()];
  if (!demands.length) return;
  const [begun] = await tx.query<{ is_any_deferred: boolean }>(BEGIN, [tx.accounts]);
  if (begun?.is_any_deferred) await refuseBehindDeferred(tx, events, demands);
  await settleDemands(tx, demands, reservations);
}

/** Makes stock follow the demand of a document that never waits at once, before its event, or refuses what is short. */
export async function followAtOnce(tx: Tx, demand: StockDemand, reservations: Reservations): Promise<void> {
  await tx.query(BEGIN, [tx.accounts]);
  await settleDemands(tx, [demandOf(tx.account_id, demand)], reservations);
}

async function settleDemands(tx: Tx, demands: readonly Demand[], reservations: Reservations): Promise<void> {
  const heads = demands.map(({ head }) => head);
  const entered = await tx.query<DocumentName & { is_first: boolean }>(ENTER, [JSON.stringify(heads)]);
  const names = new Set(entered.map(documentName));
  const entries = demands.filter(({ head }) => names.has(documentName(head)));
  const known = await knownEntries(
    tx,
    entered.filter(({ is_first }) => !is_first),
  );
  const originCostOf = await originCosts(tx, entries);
  const changed = entries
    .map((demand) => {
      const { head } = demand;
      return { head, entries: changedEntries(demand, known.get(documentName(head)) ?? [], originCostOf) };
    })
    .filter(({ entries }) => entries.length);
  const holds = await OrderHolds.of(
    tx,
    reservations,
    entries.map(({ head }) => head),
  );
  const { released } = holds;
  if (!changed.length && !released.length) return;
  const all = changed.flatMap(({ entries }) => entries);
  const stock = await LockedStock.of(
    tx,
    [...all, ...released],
    all.filter(({ place }) => place !== null),
  );
  const moved = moveEntries(tx, changed, stock, holds);
  Refused.ifAny(await shortFaults(tx, moved));
  await recordEntries(tx, moved, stock);
  await holds.write(tx);
  await announceArrivals(tx, [
    ...all.filter((entry) => isLess(entry) && stock.has(entry)),
    ...released,
    ...stock.openings,
  ]);
}

/** Fails with the events whose stock an older, deferred document wants: that one comes first. */
async function refuseBehindDeferred(
  tx: Tx,
  events: readonly Event<Demanding>[],
  demands: readonly PublishedDemand[],
): Promise<void> {
  const behind = new Set((await demandsBehindDeferred(tx, demands)).map(documentName));
  if (!behind.size) return;
  const waiting = events.filter(
    ({ account_id, payload: { demand } }) => demand && behind.has(documentName({ account_id, ...demand })),
  );
  throw new BehindDeferred('The demands of older documents for the same stock are deferred and come first.', waiting);
}

/** Returns the newest demand of each document, the document that was changed first at the beginning. */
function newest(events: readonly Event<Demanding>[]): Map<string, PublishedDemand> {
  const demands = new Map<string, PublishedDemand>();
  for (const { account_id, payload, event_id, created_at } of events.toSorted(byPublication)) {
    if (!payload.demand) continue;
    const demand = demandOf(account_id, payload.demand);
    const name = documentName(demand.head);
    const other = demands.get(name);
    if (!other || other.head.version < demand.head.version)
      demands.set(name, { ...demand, since: other?.since ?? { event_id, created_at } });
  }
  return demands;
}

const demandOf = (account_id: number, { lines, ...head }: StockDemand): Demand => ({
  head: { account_id, ...head },
  lines,
});

async function knownEntries(tx: Tx, documents: readonly DocumentName[]): Promise<ReadonlyMap<string, Entry[]>> {
  if (!documents.length) return new Map();
  return groupBy(await tx.query<Entry>(forList(KNOWN, documents.length), documentColumnsOf(documents)), documentName);
}

/** Finds the unit cost of each line that gives back: its origin's, else the one given. */
async function originCosts(tx: Tx, demands: readonly Demand[]) {
  const originOf = ({ account_id }: DocumentName, { origin }: DemandLine) =>
    origin ? [{ account_id, ...origin }] : [];
  const origins = demands.flatMap(({ head, lines }) => lines.flatMap((line) => originOf(head, line)));
  type Origin = LineOrigin & Pick<Entry, 'account_id' | 'item_id'>;
  const originKey = (origin: LineOrigin & DocumentName, item_id: number) =>
    `${documentName(origin)}/${origin.line_id}/${item_id}`;
  const columns = [...documentColumnsOf(origins), origins.map(({ line_id }) => line_id)];
  const found = origins.length ? await tx.query<Origin & { unit_cost: string }>(ORIGINS, columns) : [];
  const costs = new Map(found.map(({ unit_cost, ...origin }) => [originKey(origin, origin.item_id), unit_cost]));
  return (head: DocumentName, line: DemandLine): string | undefined => {
    const [origin] = originOf(head, line);
    return (origin && costs.get(originKey(origin, line.item_id))) ?? line.unit_cost;
  };
}

/** Lines that the demand does not name are no longer wanted. */
function changedEntries(
  { head, lines }: Demand,
  known: readonly Entry[],
  unitCostOf: (head: Head, line: DemandLine) => string | undefined,
): ChangedEntry[] {
  const { account_id, document, document_id } = head;
  const entries = new Map(
    known.map((entry) => [
      entryName(entry),
      { wanted_before: entry.wanted, unit_cost: undefined, ...entry, wanted: 0 },
    ]),
  );
  for (const line of lines) {
    const { line_id, item_id, location_id, quantity, per_unit = 1 } = line;
    if (!item_id) continue;
    const key = { account_id, document, document_id, line_id, item_id, location_id };
    const name = entryName(key);
    const unit_cost = unitCostOf(head, line);
    const entry = entries.get(name) ?? {
      unit_cost,
      per_unit,
      wanted: 0,
      wanted_before: 0,
      taken: 0,
      value: '0',
      place: null,
      ...key,
    };
    entries.set(name, { ...entry, wanted: entry.wanted + quantity, per_unit, unit_cost });
  }
  const all = [...entries.values()];
  const changed = all.filter(({ wanted, wanted_before, taken }) => wanted !== taken || wanted !== wanted_before);
  const ids = new Set(changed.map(({ line_id }) => line_id));
  return all.filter(({ line_id }) => ids.has(line_id)).sort((one, other) => one.line_id - other.line_id);
}

/** The next in the queue may wait for either. */
const isLess = ({ wanted, wanted_before }: ChangedEntry): boolean => wanted < wanted_before;
