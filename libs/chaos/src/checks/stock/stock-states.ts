import type { Checks } from '../check.js';

const RECOVERED_AT = (threshold: string) => `${threshold} + ceil(${threshold} / 10.0)`;

export const stockStateChecks: Checks = {
  'a stock is not in the state that its thresholds say': `
    SELECT * FROM (
      SELECT account_id, item_id, location_id, state, on_hand - reserved AS quantity,
        COALESCE(stock.stock_warning, location.stock_warning) AS warning,
        COALESCE(stock.stock_danger, location.stock_danger) AS danger
      FROM inventory.item_stock stock JOIN inventory.location USING (account_id, location_id)
    ) stock
    WHERE NOT CASE
      WHEN quantity <= 0 THEN state = 'out'
      WHEN state = 'danger' THEN quantity <= ${RECOVERED_AT('danger')}
      WHEN state = 'warning' THEN quantity > danger AND quantity <= ${RECOVERED_AT('warning')}
      ELSE state = 'ok' AND quantity > greatest(warning, danger)
    END`,
  'a threshold that was crossed once was published twice': `
    SELECT * FROM (
      SELECT account_id, aggregate_id, sequence, payload ->> 'change' AS change,
        lag(payload ->> 'change') OVER facts AS before
      FROM inventory.outbox_archive
      WHERE name = 'inventory.stock.changed' AND payload ->> 'change' IN ('ok', 'warning', 'danger')
      WINDOW facts AS (PARTITION BY account_id, aggregate_id, payload -> 'record' ->> 'location_id' ORDER BY sequence)
    ) fact WHERE change = before`,
};
