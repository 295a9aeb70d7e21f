import { ACCOUNTS, type Checks } from './check.js';

export const catalogChecks: Checks = {
  'an item is not as its last acknowledged change has left it': `
    SELECT * FROM json_to_recordset($items) AS expected (account_id int, item_id bigint, name text, living boolean)
    FULL JOIN (
      SELECT account_id, item_id, name AS found_name, date_deleted IS NULL AS found_living FROM inventory.item
      WHERE NOT bundle AND account_id IN ${ACCOUNTS}
    ) found USING (account_id, item_id)
    WHERE (name, living) IS DISTINCT FROM (found_name, found_living)`,
  'a location is there that was deleted, or gone that was not': `
    SELECT account_id, location_id, expected.location_id IS NOT NULL AS deleted
    FROM json_to_recordset($locations) AS expected (account_id int, location_id bigint)
    FULL JOIN inventory.location found USING (account_id, location_id)
    WHERE (expected.location_id IS NOT NULL) IS DISTINCT FROM (date_deleted IS NOT NULL)`,
  'orders with one e-mail are not of one customer': `
    SELECT account_id, email, array_agg(DISTINCT customer_id) AS customer_ids FROM sales.sale_order
    WHERE email <> '' AND account_id IN ${ACCOUNTS} GROUP BY 1, 2 HAVING count(DISTINCT customer_id) > 1`,
};
