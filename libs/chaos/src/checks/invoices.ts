import { type Check, invariant } from './check.js';

/** The numbers of invoices. */
export const invoiceChecks: readonly Check[] = [
  invariant(
    'the numbers of a series of invoices have a gap',
    `SELECT account_id, series, last_no, count(number.invoice_no) AS numbers, max(number.invoice_no) AS highest
     FROM integration.invoice_series LEFT JOIN integration.invoice_number number USING (account_id, series)
     GROUP BY account_id, series, last_no
     HAVING count(number.invoice_no) <> last_no OR coalesce(max(number.invoice_no), 0) <> last_no`,
  ),
];
