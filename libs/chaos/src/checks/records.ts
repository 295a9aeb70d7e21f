import { type RecordKind, recordKinds } from '../load/known.js';
import type { Checks } from './check.js';

const kindsOf = Object.keys as (kinds: typeof recordKinds) => RecordKind[];

/** The table of an inventory document has the document's name. */
interface RecordTable {
  readonly table: string;
  readonly id: string;
  readonly lines?: string;
}

const OTHER_TABLES: Readonly<Record<string, RecordTable | undefined>> = {
  credit_note: {
    table: 'sales.sale_credit_note',
    id: 'credit_note_id',
    // A quantity may be of several order lines. The last piece of one has a line of its own, with the rest of the
    // rounding.
    lines: `(SELECT account_id, credit_note_id, item_id, sum(quantity) AS quantity, min(position) AS position
      FROM sales.sale_credit_note_product WHERE date_deleted IS NULL
      GROUP BY account_id, credit_note_id, item_id)`,
  },
  customer: { table: 'sales.customer', id: 'customer_id' },
  bundle: {
    table: '(SELECT account_id, item_id AS bundle_id, name, date_deleted FROM inventory.item WHERE bundle)',
    id: 'bundle_id',
    lines: `(SELECT account_id, item_id AS bundle_id, bundle_item_id AS item_id, quantity, position
      FROM inventory.item_bundle)`,
  },
};

const expectedOf = (kind: RecordKind, lines = 'lines') => `(
    SELECT account_id, id, token, deleted, ${lines}
    FROM json_to_recordset($records) AS record (account_id int, kind text,
      id bigint, token text, deleted boolean, lines json)
    WHERE kind = '${kind}'
  ) expected`;

const linesText = (columns: readonly string[]) => `(
      SELECT string_agg(
        concat_ws(' ', ${columns.map((column) => `line ->> '${column}'`).join(', ')}), ', ' ORDER BY place
      )
      FROM json_array_elements(lines) WITH ORDINALITY AS each (line, place)
    ) AS lines`;

/** Records without a token are not of clients: orders make customers, and the demo account has documents. */
const isToken = (column: string) => `${column} LIKE account_id || '-%'`;

const checksOf = (kind: RecordKind): Checks => {
  const { id: own_id, tokenField, columns } = recordKinds[kind];
  const own = { table: `inventory.${kind}`, id: own_id, lines: `inventory.${kind}_line` };
  const { table, id, lines } = OTHER_TABLES[kind] ?? own;
  const values = columns.map((column) => `${column}::text`).join(', ');
  return {
    [`a ${kind} is not as its last acknowledged change has left it`]: `
      SELECT account_id, id, expected.token, expected.deleted,
        found.token AS found_token, found.deleted AS found_deleted
      FROM ${expectedOf(kind)} FULL JOIN (
        SELECT account_id, ${id} AS id, ${tokenField} AS token, date_deleted IS NOT NULL AS deleted
        FROM ${table} record WHERE ${isToken(tokenField)}
      ) found USING (account_id, id)
      WHERE (expected.token, expected.deleted) IS DISTINCT FROM (found.token, found.deleted)`,
    ...(lines && {
      [`the lines of a ${kind} are not the last acknowledged ones`]: `
        SELECT expected.*, found.lines AS found_lines FROM ${expectedOf(kind, linesText(columns))} LEFT JOIN (
          SELECT account_id, ${id} AS id, string_agg(concat_ws(' ', ${values}), ', ' ORDER BY position) AS lines
          FROM ${lines} line JOIN ${table} record USING (account_id, ${id}) GROUP BY 1, 2
        ) found USING (account_id, id)
        WHERE NOT expected.deleted AND found.lines IS DISTINCT FROM expected.lines`,
    }),
  };
};

const onceEach = (entry: string, table: string, token: string): Checks => ({
  [`an acknowledged ${entry} is not there exactly once`]: `
    SELECT account_id, token, expected.times, found.times AS found_times
    FROM (SELECT account_id, token, count(*) AS times
      FROM json_to_recordset($entries) AS entry (account_id int, of text, token text) WHERE of = '${entry}'
      GROUP BY 1, 2) expected
    FULL JOIN (SELECT account_id, ${token} AS token, count(*) AS times FROM sales.${table} WHERE ${isToken(token)}
      GROUP BY 1, 2) found
      USING (account_id, token)
    WHERE expected.times IS DISTINCT FROM found.times`,
});

/** These writes may change nothing: a setting is as it was, a key holds no use, or an invoice keeps its number. */
const UNAUDITED = `('setting/company/edit', 'extension/total/promotion/reserve', 'extension/total/promotion/release',
        'extension/module/invoice/render')`;

export const recordChecks: Checks = {
  ...Object.assign({}, ...kindsOf(recordKinds).map(checksOf)),
  ...onceEach('reward', 'customer_reward', 'description'),
  ...onceEach('payout', 'channel_payout', 'reference'),
  // Each request has one id, however often its services send it; a replay changes nothing.
  'the audit log has not each acknowledged write once': `
    SELECT account_id, operation, done.writes, audited.writes AS audited_writes
    FROM (SELECT account_id, path AS operation, count(*) AS writes
      FROM json_to_recordset($acknowledged) AS write (account_id int, path text, changed int)
      WHERE path NOT IN ${UNAUDITED} AND (path, changed) IS DISTINCT FROM ('inventory/item/editStock', 0)
      GROUP BY 1, 2) done
    LEFT JOIN (
      SELECT account_id, operation, count(DISTINCT request_id) AS writes
      FROM settings.audit
      JOIN json_to_recordset($accounts) AS account (account_id int, opened_at timestamptz) USING (account_id)
      WHERE date_added > opened_at GROUP BY 1, 2
    ) audited USING (account_id, operation)
    WHERE audited.writes IS DISTINCT FROM done.writes`,
  'reward points are not the sum of their ledger': `
    SELECT * FROM (
      SELECT account_id, customer_id, customer_reward_id, balance,
        sum(reward) OVER (PARTITION BY account_id, customer_id ORDER BY customer_reward_id) AS summed
      FROM sales.customer_reward
    ) entry WHERE balance <> summed OR balance < 0`,
  'a customer has not the points of its ledger': `
    SELECT account_id, customer_id, customer.reward, ledger.points FROM sales.customer LEFT JOIN (
      SELECT account_id, customer_id, sum(reward) AS points FROM sales.customer_reward GROUP BY 1, 2
    ) ledger USING (account_id, customer_id) WHERE customer.reward <> COALESCE(ledger.points, 0)`,
  'a merged customer has orders or credit notes': `
    SELECT account_id, customer_id, document.id FROM sales.customer JOIN (
      SELECT account_id, customer_id, order_id AS id FROM sales.sale_order
      UNION ALL SELECT account_id, customer_id, credit_note_id FROM sales.sale_credit_note
    ) document USING (account_id, customer_id) WHERE merged_into <> 0`,
  'more of an order line is credited than was sold': `
    SELECT line.account_id, line.order_product_id, line.quantity, credited.quantity AS credited
    FROM sales.sale_order_product line JOIN (
      SELECT line.account_id, order_product_id, sum(quantity) AS quantity
      FROM sales.sale_credit_note_product line JOIN sales.sale_credit_note note USING (account_id, credit_note_id)
      WHERE line.date_deleted IS NULL AND note.date_deleted IS NULL AND order_product_id > 0 GROUP BY 1, 2
    ) credited USING (account_id, order_product_id)
    WHERE credited.quantity > CASE WHEN line.date_deleted IS NULL THEN line.quantity ELSE 0 END`,
  'the credit notes of an order exceed its total, and none of them may': `
    SELECT account_id, order_id, sale.total, credited FROM sales.sale_order sale JOIN (
      SELECT account_id, order_id, sum(total) AS credited FROM sales.sale_credit_note
      WHERE date_deleted IS NULL AND order_id <> 0 GROUP BY 1, 2 HAVING NOT bool_or(allow_over_credit)
    ) note USING (account_id, order_id) WHERE credited > sale.total`,
  'an order does not show its payouts': `
    SELECT account_id, order_id, payouts, recorded.amount FROM sales.sale_order LEFT JOIN (
      SELECT account_id, order_id, count(*) AS payouts_recorded, sum(amount) AS amount FROM sales.channel_payout
      GROUP BY 1, 2
    ) recorded USING (account_id, order_id)
    WHERE jsonb_array_length(payouts) <> COALESCE(payouts_recorded, 0)
      OR (SELECT COALESCE(sum((payout ->> 'amount')::numeric), 0) FROM jsonb_array_elements(payouts) payout)
        <> COALESCE(recorded.amount, 0)`,
  'a purchase order has not received what its receipts add up to': `
    SELECT account_id, purchase_order_id, item_id, received, booked FROM (
      SELECT account_id, purchase_order_id, item_id, sum(quantity_received) AS received
      FROM inventory.purchase_order_line GROUP BY 1, 2, 3
    ) ordered LEFT JOIN (
      SELECT account_id, purchase_order_id, item_id, sum(quantity) AS booked
      FROM inventory.addition JOIN inventory.addition_line USING (account_id, item_addition_id)
      WHERE date_deleted IS NULL GROUP BY 1, 2, 3
    ) receipt USING (account_id, purchase_order_id, item_id)
    WHERE received <> COALESCE(booked, 0)`,
  'a receipt is not of the purchase order that it was acknowledged for': `
    SELECT expected.account_id, id, expected.purchase_order_id, found.purchase_order_id AS found_order
    FROM json_to_recordset($records) AS expected (account_id int, kind text, id bigint, purchase_order_id bigint)
    JOIN inventory.addition found ON found.account_id = expected.account_id AND item_addition_id = id
    WHERE kind = 'addition' AND COALESCE(expected.purchase_order_id, 0) <> found.purchase_order_id`,
  'a purchase order has not the status that its acknowledged end and its receipts give it': `
    SELECT account_id, purchase_order_id, closed, expected_status, status FROM (
      SELECT account_id, purchase_order_id, closed, CASE WHEN closed THEN 'closed'
        WHEN bool_and(quantity_received >= quantity) THEN 'received'
        WHEN bool_or(quantity_received > 0) THEN 'partly_received' ELSE 'open' END AS expected_status
      FROM json_to_recordset($records) AS record (account_id int, kind text, id bigint, closed boolean)
      JOIN inventory.purchase_order_line line USING (account_id)
      WHERE kind = 'purchase_order' AND id = purchase_order_id GROUP BY 1, 2, 3
    ) expected JOIN inventory.purchase_order USING (account_id, purchase_order_id)
    WHERE date_deleted IS NULL AND status <> expected_status`,
};
