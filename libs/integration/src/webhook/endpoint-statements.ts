import type { DeliveryState } from '@stockbook/contracts';
import { statement } from '@stockbook/persistence';
import { DUE_NOW } from './dispatch/hold-statements.js';
import { ENDPOINT, SHOWN_STATE } from './log/delivery-state.js';

export interface HealthOf {
  readonly webhook_id: number;
  readonly last_success: Date | null;
  readonly last_error: string;
}
export const HEALTH_OF = statement(
  'webhook_health_of',
  `SELECT webhook_id, last_success, last_error FROM integration.webhook_health
   WHERE account_id = $1 AND webhook_id = ANY ($2::bigint[])`,
);

export interface Counted {
  readonly webhook_id: number;
  readonly state: DeliveryState;
  readonly count: number;
}
export const COUNTS = statement(
  'webhook_delivery_counts',
  `SELECT delivery.webhook_id, ${SHOWN_STATE} AS state, count(*)::int AS count FROM (
     SELECT account_id, webhook_id, state FROM integration.webhook_queue
     WHERE account_id = $1 AND webhook_id = ANY ($2::bigint[]) AND date_added > now() - interval '24 hours'
     UNION ALL SELECT account_id, webhook_id, state FROM integration.webhook_delivery
     WHERE account_id = $1 AND webhook_id = ANY ($2::bigint[]) AND date_added > now() - interval '24 hours'
   ) delivery ${ENDPOINT} GROUP BY 1, 2 ORDER BY 1, 2`,
);

/** The deliveries of a deleted endpoint are cancelled. */
export const CANCEL = statement(
  'cancel_deliveries',
  `WITH gone AS (DELETE FROM integration.webhook_queue WHERE account_id = $1 AND webhook_id = $2 RETURNING *)
   INSERT INTO integration.webhook_delivery (account_id, position, date_added, webhook_id, delivery_id, section,
     record_id, state, trigger, tries, attempts, reason)
   SELECT account_id, position, date_added, webhook_id, delivery_id, section, record_id, 'cancelled', trigger, tries,
     attempts, 'deleted' FROM gone`,
);

/** An endpoint that gives up the order gets at once what was held for it. */
export const RELEASE_ALL = statement(
  'release_all_held_deliveries',
  `UPDATE integration.webhook_queue SET ${DUE_NOW} WHERE account_id = $1 AND webhook_id = $2 AND state = 'held'`,
);

export const CLOSE_BREAKER = statement(
  'close_webhook_breaker',
  `UPDATE integration.webhook_health
       SET failures = 0, window_attempts = 0, window_failures = 0, open_until = NULL, open_s = 0,
     first_exhausted = NULL, last_exhausted = NULL WHERE account_id = $1 AND webhook_id = $2`,
);
