import { ACCOUNTS, type Checks } from '../check.js';

const LINES = [
  ['sales.sale_order_product', 'order_id'],
  ['sales.sale_credit_note_product', 'credit_note_id'],
  ['inventory.deduction_line', 'item_deduction_id'],
  ['inventory.reservation_line', 'item_reservation_id'],
] as const;

const SNAPSHOTS = LINES.map(
  ([table, key]) =>
    `SELECT account_id, '${table}' AS kind, ${key} AS document_id, item_id AS bundle_id, components FROM ${table}`,
).join(' UNION ALL ');

/** In SQL, a jsonb list of components as text, whatever their order. */
const componentsText = (
  components: string,
) => `(SELECT string_agg(format('%sx%s', part ->> 'item_id', part ->> 'quantity'), ','
    ORDER BY (part ->> 'item_id')::bigint)
  FROM jsonb_array_elements(${components}) part)`;

export const bundleChecks: Checks = {
  'a line has components that no client has given its bundle': `
    SELECT account_id, kind, document_id, bundle_id, ${componentsText('line.components')} AS components
    FROM (${SNAPSHOTS}) line
    WHERE line.components IS NOT NULL AND account_id IN ${ACCOUNTS} AND NOT EXISTS (
      SELECT FROM (
          SELECT account_id, bundle_id, ${componentsText('components')} AS parts
          FROM json_to_recordset($components) AS given (account_id int, bundle_id bigint, components jsonb)
        ) given
      WHERE given.account_id = line.account_id AND given.bundle_id = line.bundle_id
        AND given.parts = ${componentsText('line.components')}
    )`,
};
