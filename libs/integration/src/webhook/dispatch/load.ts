import { type Db, statement } from '@stockbook/persistence';
import type { Delivery } from './lane/delivery.js';
import { endpointKey, variantOf } from './lane/endpoint.js';
import { NEXT } from './lane/followers.js';
import type { Load } from './lane/delivery-queue.js';
import { type Lane, laneKeys } from './lane/lane.js';

const ROW = `queue.account_id, queue.webhook_id, queue.position, queue.delivery_id, queue.section, queue.record_id,
  queue.state, queue.trigger, queue.tries`;
/**
 * Returns SQL for deliveries of the queue with the body that each endpoint gets. The last one of an endpoint may exceed
 * its bytes. The length of a body is known without reading it. Subqueries hide the number of endpoints, for which
 * PostgreSQL would otherwise plan the statement each time. It expects far more deliveries than a lane has, and without
 * the limit it would read all events of the account to join them.
 */
const withBodies = (lanes: string, queue: string): string =>
  `SELECT * FROM (SELECT ${ROW}, greatest(cardinality(queue.attempts), queue.tries) AS attempts, event.event_id,
     event.name, event.channel_id, event.channel_group_id, event.order_status_id, event.traceparent, body,
     octet_length(body) AS bytes, lane.bytes AS most_bytes, sum(octet_length(body)) OVER (
       PARTITION BY queue.account_id, queue.webhook_id ORDER BY queue.position ROWS UNBOUNDED PRECEDING
     ) AS bytes_until
   FROM ${lanes} CROSS JOIN LATERAL (${queue}) queue
   CROSS JOIN LATERAL (
     SELECT * FROM integration.webhook_event
     WHERE account_id = queue.account_id AND position = queue.position AND date_added = queue.date_added LIMIT 1
   ) event CROSS JOIN LATERAL (
     SELECT CASE lane.variant WHEN 'thin' THEN body_thin
       WHEN 'cost' THEN coalesce(body_cost, body_full) ELSE body_full END AS body
   ) own) delivery WHERE bytes_until - bytes < most_bytes ORDER BY account_id, webhook_id, position`;

/** Reads due retries, and pending deliveries behind a position, except for skipped records. */
export const LOAD = statement(
  'load_deliveries',
  withBodies(
    `unnest(
     (SELECT $1::int[]), (SELECT $2::bigint[]), (SELECT $3::text[]),
     (SELECT $4::int[]), (SELECT $5::bigint[]), (SELECT $6::int[])
   ) AS lane (account_id, webhook_id, variant, bytes, position, most)`,
    `(SELECT * FROM integration.webhook_queue pending
      WHERE pending.account_id = lane.account_id AND pending.webhook_id = lane.webhook_id AND state = 'pending'
        AND pending.position > lane.position AND NOT EXISTS (
          SELECT FROM unnest((SELECT $7::int[]), (SELECT $8::bigint[]), (SELECT $9::text[]),
            (SELECT $10::bigint[]), (SELECT $11::bigint[]))
            AS skipped (account_id, webhook_id, section, record_id, position)
          WHERE skipped.account_id = pending.account_id
            AND skipped.webhook_id = pending.webhook_id AND skipped.section = pending.section
            AND skipped.record_id = pending.record_id AND skipped.position <= pending.position
        ) ORDER BY pending.position LIMIT lane.most)
     UNION ALL
     (SELECT * FROM integration.webhook_queue retrying
      WHERE retrying.account_id = lane.account_id AND retrying.webhook_id = lane.webhook_id AND state = 'retrying'
        AND retrying.next_try_at <= now() ORDER BY next_try_at LIMIT lane.most)`,
  ),
);

/** The next pending deliveries of some records from one position to another. */
const LOAD_NEXT = statement(
  'load_next_deliveries',
  withBodies(
    `unnest(
     (SELECT $1::int[]), (SELECT $2::bigint[]), (SELECT $3::text[]), (SELECT $4::int[]), (SELECT $5::text[]),
     (SELECT $6::bigint[]), (SELECT $7::bigint[]), (SELECT $8::bigint[])
   ) AS lane (account_id, webhook_id, variant, bytes, section, record_id, position, last)`,
    `SELECT * FROM integration.webhook_queue pending
     WHERE pending.account_id = lane.account_id AND pending.webhook_id = lane.webhook_id AND state = 'pending'
       AND pending.section = lane.section AND pending.record_id = lane.record_id
       AND pending.position BETWEEN lane.position AND lane.last
     ORDER BY pending.position LIMIT ${NEXT}`,
  ),
);

interface Loading {
  readonly lane: Lane;
  readonly load: Load;
}
export interface Loaded extends Loading {
  readonly found: readonly Delivery[];
  readonly next: readonly Delivery[];
}

export async function loadDeliveries(db: Db, loads: readonly Loading[]): Promise<Loaded[]> {
  const further = loads.filter(({ load }) => load.room > 0);
  const behind = loads.flatMap(({ lane, load }) => load.next.map((skipped) => ({ lane, load, skipped })));
  const [found, next] = await Promise.all([
    further.length ? db.query<Delivery>(LOAD, loadValues(further)) : [],
    behind.length ? db.query<Delivery>(LOAD_NEXT, nextValues(behind)) : [],
  ]);
  const ofLane = (lane: Lane) => (row: Delivery) => endpointKey(row) === endpointKey(lane.endpoint);
  return loads.map(({ lane, load }) => ({
    lane,
    load,
    found: found.filter(ofLane(lane)),
    next: next.filter(ofLane(lane)),
  }));
}

const laneValues = (loads: readonly Loading[]): unknown[] => [
  ...laneKeys(loads.map(({ lane }) => lane)),
  loads.map(({ lane }) => variantOf(lane.endpoint)),
  loads.map(({ load }) => load.bytes),
];

function loadValues(loads: readonly Loading[]): unknown[] {
  const skipped = loads.flatMap(({ lane }) => lane.queue.skipped.map((each) => ({ lane, ...each })));
  return [
    ...laneValues(loads),
    loads.map(({ load }) => load.cursor),
    loads.map(({ load }) => load.room),
    ...laneKeys(skipped.map(({ lane }) => lane)),
    skipped.map(({ section }) => section),
    skipped.map(({ record_id }) => record_id),
    skipped.map(({ position }) => position),
  ];
}

const nextValues = (behind: readonly (Loading & { readonly skipped: Load['next'][number] })[]): unknown[] => [
  ...laneValues(behind),
  behind.map(({ skipped }) => skipped.section),
  behind.map(({ skipped }) => skipped.record_id),
  behind.map(({ skipped }) => skipped.position),
  behind.map(({ load }) => load.cursor),
];
