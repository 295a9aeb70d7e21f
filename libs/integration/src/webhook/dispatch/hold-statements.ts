import { statement } from '@stockbook/persistence';
import { HOLDING_TRIES } from './lane/retry.js';

/** Returns SQL that is true if later deliveries of the record wait for this one of the queue. */
export const isHolding = (queued: string): string =>
  `${queued}.state = 'retrying' AND ${queued}.tries < ${HOLDING_TRIES}`;

/** Returns SQL that selects the deliveries of the record that are earlier than this one of the queue. */
export const earlierThan = (queued: string): string =>
  `integration.webhook_queue earlier
     WHERE earlier.account_id = ${queued}.account_id AND earlier.webhook_id = ${queued}.webhook_id
     AND earlier.section = ${queued}.section AND earlier.record_id = ${queued}.record_id
     AND earlier.position < ${queued}.position`;
/** Returns SQL that selects the earlier deliveries for which this one waits. */
export const holdersOf = (queued: string): string => `${earlierThan(queued)} AND ${isHolding('earlier')}`;

/** Sets a delivery due: its owner finds it wherever it has read on to. */
export const DUE_NOW = `state = 'retrying', next_try_at = now(), held_by = NULL`;

/** Holds a delivery only while another one blocks it and its endpoint still wants the order. */
export const HOLD = statement(
  'hold_deliveries',
  `UPDATE integration.webhook_queue queue SET state = 'held', held_by = given.held_by
   FROM (
     SELECT account_id, webhook_id, position, first.delivery_id AS held_by
     FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS key (account_id, webhook_id, position)
     JOIN integration.webhook_queue later USING (account_id, webhook_id, position)
     JOIN integration.webhook USING (account_id, webhook_id)
     CROSS JOIN LATERAL (SELECT delivery_id FROM ${holdersOf('later')} ORDER BY earlier.position LIMIT 1) first
     WHERE webhook.ordered
   ) given WHERE queue.account_id = given.account_id
     AND queue.webhook_id = given.webhook_id AND queue.position = given.position
     AND state = 'pending'`,
);

export const RELEASE_HELD = statement(
  'release_held_deliveries',
  `UPDATE integration.webhook_queue queue SET state = 'pending', held_by = NULL
   FROM unnest($1::int[], $2::bigint[], $3::text[], $4::bigint[]) AS given (account_id, webhook_id, section, record_id)
   WHERE queue.account_id = given.account_id AND queue.webhook_id = given.webhook_id AND queue.section = given.section
     AND queue.record_id = given.record_id AND queue.state = 'held' AND NOT EXISTS (SELECT FROM ${holdersOf('queue')})`,
);
