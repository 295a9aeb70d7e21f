import { type Checks, lineParts } from '../check.js';

const moving = (kind: string, location: string, sign: '' | '-', components = 'NULL::jsonb') => `
      SELECT account_id, '${kind}' AS document, item_${kind}_id AS document_id, line_id, item_id,
        ${components} AS components, ${location} AS location_id, ${sign}quantity AS quantity
      FROM inventory.${kind}_line JOIN inventory.${kind} USING (account_id, item_${kind}_id)
      WHERE date_deleted IS NULL`;

const MOVING = [
  moving('addition', 'location_id', ''),
  moving('deduction', 'location_id', '-', 'components'),
  moving('transfer', 'from_location_id', '-'),
  moving('transfer', 'to_location_id', ''),
].join(' UNION ALL');

export const documentChecks: Checks = {
  'a document has not moved its quantities times the components of its lines': `
    SELECT account_id, document, document_id, line_id, item_id, location_id, wanted.quantity, moved.quantity AS moved
    FROM (
      SELECT account_id, document, document_id, line_id, part.item_id, location_id,
        line.quantity * part.quantity AS quantity
      FROM (${MOVING}
      ) line CROSS JOIN LATERAL ${lineParts('1', 'quantity')} part
    ) wanted FULL JOIN (
      SELECT account_id, document, document_id, line AS line_id, item_id, location_id, sum(quantity) AS quantity
      FROM inventory.item_flow WHERE document IN ('addition', 'deduction', 'transfer') GROUP BY 1, 2, 3, 4, 5, 6
    ) moved USING (account_id, document, document_id, line_id, item_id, location_id)
    WHERE COALESCE(wanted.quantity, 0) <> COALESCE(moved.quantity, 0)`,
};
