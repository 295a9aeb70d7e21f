import { lineColumns, RECORD_COLUMNS, statementTime } from '@stockbook/persistence';
import { text } from '../text.js';

const document = (name: string, key: string, columns: string, line: string) => [
  `CREATE TABLE inventory.${name} (
     ${RECORD_COLUMNS},
     ${key} bigserial NOT NULL,
     user_id bigint NOT NULL,
     username text NOT NULL,
     comment text NOT NULL DEFAULT '',
     ${columns}
     PRIMARY KEY (account_id, ${key})
   )`,
  `CREATE TABLE inventory.${name}_line (
     ${lineColumns(key)},
     item_id bigint NOT NULL,
     name text NOT NULL,
     quantity int NOT NULL,
     ${line}
   )`,
  `CREATE INDEX ${name}_line_item ON inventory.${name}_line (account_id, item_id, ${key})`,
  ...['date_added', 'date_modified'].map((date) => listed(name, key, date)),
];
/** Finds the documents of a filter or sort, and counts the living ones without reading them. */
const listed = (name: string, key: string, column: string, sql = column) =>
  `CREATE INDEX ${name}_${column} ON inventory.${name} (account_id, ${sql}, ${key}) INCLUDE (date_deleted)`;
const CURRENCY = `currency text NOT NULL DEFAULT '',
     currency_value numeric(15,8) NOT NULL DEFAULT 1,`;
const COSTED = `location_id bigint NOT NULL,
     cost numeric(15,4) NOT NULL DEFAULT 0,
     cost_given boolean NOT NULL`;

export const documentTables = [
  ...document(
    'addition',
    'item_addition_id',
    `${CURRENCY}
     purchase_order_id bigint NOT NULL DEFAULT 0,`,
    COSTED,
  ),
  `CREATE INDEX addition_receipts ON inventory.addition (account_id, purchase_order_id, item_addition_id)
   WHERE purchase_order_id <> 0`,
  ...document(
    'deduction',
    'item_deduction_id',
    '',
    `${COSTED},
     components jsonb`,
  ),
  ...document(
    'reservation',
    'item_reservation_id',
    `location_id bigint NOT NULL,
     order_id bigint NOT NULL DEFAULT 0,
     date_expire timestamptz,
     status text NOT NULL,`,
    `held int NOT NULL,
     taken int NOT NULL,
     components jsonb`,
  ),
  listed('reservation', 'item_reservation_id', 'location_id'),
  `CREATE INDEX reservation_order ON inventory.reservation (account_id, order_id, item_reservation_id)
   WHERE order_id <> 0`,
  `CREATE INDEX reservation_expiry ON inventory.reservation (date_expire)
   WHERE date_expire IS NOT NULL AND status = 'active' AND date_deleted IS NULL`,
  ...document(
    'transfer',
    'item_transfer_id',
    '',
    `from_location_id bigint NOT NULL,
     to_location_id bigint NOT NULL`,
  ),
  ...document(
    'transfer_job',
    'item_transfer_job_id',
    `from_location_id bigint NOT NULL,
     to_location_id bigint NOT NULL,
     job_status_id int NOT NULL,`,
    `quantity_in_transit int NOT NULL,
     quantity_received int NOT NULL,
     quantity_lost int NOT NULL`,
  ),
  listed('transfer_job', 'item_transfer_job_id', 'job_status_id'),
  `CREATE INDEX transfer_job_line_in_transit ON inventory.transfer_job_line (account_id, item_id)
   WHERE quantity_in_transit > 0`,
  ...document(
    'stock_take_job',
    'item_stock_take_job_id',
    `location_id bigint NOT NULL,
     job_status_id int NOT NULL,
     total int NOT NULL,
     counted int NOT NULL,
     changed int NOT NULL,`,
    `seq bigint,
     quantity_expected bigint,
     quantity_booked bigint,
     superseded boolean NOT NULL DEFAULT false`,
  ),
  listed('stock_take_job', 'item_stock_take_job_id', 'job_status_id'),
  `CREATE UNIQUE INDEX stock_take_job_line_once
     ON inventory.stock_take_job_line (account_id, item_stock_take_job_id, item_id)`,
  `CREATE TABLE inventory.stock_take_count (
     account_id int NOT NULL,
     item_stock_take_job_id bigint NOT NULL,
     item_id bigint NOT NULL,
     stock_take_count_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
     quantity int NOT NULL,
     seq bigint NOT NULL,
     quantity_expected bigint NOT NULL,
     user_id bigint NOT NULL,
     username text NOT NULL,
     date_added timestamptz NOT NULL DEFAULT ${statementTime()},
     PRIMARY KEY (account_id, item_stock_take_job_id, item_id, stock_take_count_id)
   )`,
  ...document(
    'purchase_order',
    'purchase_order_id',
    `${CURRENCY}
     location_id bigint NOT NULL,
     supplier_id bigint NOT NULL DEFAULT 0,
     total numeric(15,4) NOT NULL DEFAULT 0,
     date_estimated_arrival date,
     date_received date,
     status text NOT NULL,`,
    `cost numeric(15,4) NOT NULL DEFAULT 0,
     quantity_received bigint NOT NULL`,
  ),
  ...['supplier_id', 'location_id', 'status', 'total', 'date_estimated_arrival', 'date_received'].map((column) =>
    listed('purchase_order', 'purchase_order_id', column),
  ),
  // Puts orders without a date last in both directions.
  ...['date_estimated_arrival', 'date_received'].map((column) =>
    listed('purchase_order', 'purchase_order_id DESC', `latest_${column}`, `${column} DESC NULLS LAST`),
  ),
  listed('purchase_order', 'purchase_order_id', 'username', `(${text.sortedName('username')})`),
];
