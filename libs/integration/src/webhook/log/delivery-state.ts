export const ENDPOINT = `JOIN integration.webhook
     ON webhook.account_id = delivery.account_id AND webhook.webhook_id = delivery.webhook_id
   JOIN integration.webhook_health health ON health.account_id = delivery.account_id
     AND health.webhook_id = delivery.webhook_id`;

const IS_WAITING = `delivery.state IN ('pending', 'retrying')`;

/** A disabled endpoint's deliveries are held, and those behind an open breaker postponed, without a write. */
export const SHOWN_STATE = `CASE WHEN ${IS_WAITING} AND webhook.status = 'disabled' THEN 'held'
     WHEN delivery.state = 'pending' AND health.open_until > now() THEN 'postponed' ELSE delivery.state END`;

export const SHOWN_REASON = `CASE WHEN ${IS_WAITING} AND webhook.status = 'disabled' THEN 'disabled'
     WHEN ${IS_WAITING} AND health.open_until > now() THEN 'breaker_open' ELSE delivery.reason END`;

export const SHOWN_NEXT_TRY_AT = `CASE WHEN ${IS_WAITING} AND webhook.status <> 'disabled'
     THEN greatest(delivery.next_try_at, CASE WHEN health.open_until > now() THEN health.open_until END) END`;
