import { packedText, statement } from '@stockbook/persistence';

const isGiven = (row: string): string =>
  `${row}.account_id = given.account_id AND ${row}.webhook_id = given.webhook_id AND ${row}.position = given.position`;

/** The attempts of a delivery, with the one that `given` has, if any. */
const WITH_ATTEMPT = `CASE WHEN attempt_at IS NULL THEN attempts
    ELSE attempts || ${packedText('$2', 'attempt_at', 'attempt_length')}::json END`;

/** Moves deliveries that are done out of the queue, with their last attempt. */
export const FINISH = statement(
  'finish_deliveries',
  `WITH gone AS (
     DELETE FROM integration.webhook_queue queue
     USING json_to_recordset($1) AS given (account_id int, webhook_id bigint, position bigint, tries int, state text,
       reason text, attempt_at int, attempt_length int)
     WHERE ${isGiven('queue')}
     RETURNING queue.account_id, queue.position, queue.date_added,
       queue.webhook_id, queue.delivery_id, queue.section, queue.record_id, given.state, queue.trigger, given.tries,
       queue.attempts, attempt_at, attempt_length, given.reason
   )
   INSERT INTO integration.webhook_delivery (account_id, position, date_added, webhook_id, delivery_id, section,
     record_id, state, trigger, tries, attempts, reason)
   SELECT account_id, position, date_added, webhook_id, delivery_id, section, record_id, state, trigger, tries,
     ${WITH_ATTEMPT}, reason FROM gone`,
);

/** Notes attempts that were in flight while the deletion of their endpoint cancelled the deliveries. */
export const NOTE_CANCELLED = statement(
  'note_cancelled_deliveries',
  `UPDATE integration.webhook_delivery logged SET attempts = ${WITH_ATTEMPT}, tries = given.tries,
     state = CASE given.state WHEN 'delivered' THEN given.state ELSE logged.state END,
     reason = CASE given.state WHEN 'delivered' THEN '' ELSE logged.reason END
   FROM json_to_recordset($1) AS given (account_id int, webhook_id bigint, position bigint, tries int,
     state text, attempt_at int, attempt_length int)
   WHERE ${isGiven('logged')} AND logged.state = 'cancelled' AND logged.reason = 'deleted'`,
);

export const RETRY = statement(
  'retry_deliveries',
  `UPDATE integration.webhook_queue queue SET state = 'retrying', tries = given.tries,
     attempts = ${WITH_ATTEMPT}, held_by = NULL, next_try_at = clock_timestamp() + delay_ms * interval '1 ms'
   FROM json_to_recordset($1) AS given (account_id int, webhook_id bigint, position bigint, tries int,
     attempt_at int, attempt_length int, delay_ms float8)
   WHERE ${isGiven('queue')}`,
);
