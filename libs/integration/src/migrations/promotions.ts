import { RECORD_COLUMNS, statementTime } from '@stockbook/persistence';

export const PROMOTIONS = [
  `CREATE TABLE integration.promotion (
     ${RECORD_COLUMNS},
     promotion_id bigserial NOT NULL,
     name text NOT NULL,
     title text NOT NULL DEFAULT '',
     total_promotion boolean NOT NULL DEFAULT false,
     type text NOT NULL,
     status boolean NOT NULL DEFAULT true,
     sort_order int NOT NULL DEFAULT 0,
     configuration jsonb NOT NULL DEFAULT '{}',
     total numeric(15,4) NOT NULL DEFAULT 0,
     total_limit bigint NOT NULL DEFAULT 0,
     total_used bigint NOT NULL DEFAULT 0,
     total_held bigint NOT NULL DEFAULT 0,
     date_start date,
     date_end date,
     categories bigint[] NOT NULL DEFAULT '{}',
     PRIMARY KEY (account_id, promotion_id),
     CONSTRAINT promotion_counters CHECK (total_used >= 0 AND total_held >= 0)
   ) WITH (fillfactor = 80)`,
  `CREATE TABLE integration.promotion_category (
     ${RECORD_COLUMNS},
     promotion_category_id bigserial NOT NULL,
     name text NOT NULL,
     items jsonb NOT NULL DEFAULT '[]',
     PRIMARY KEY (account_id, promotion_category_id)
   )`,
  `CREATE TABLE integration.promotion_history (
     account_id int NOT NULL,
     promotion_history_id bigserial NOT NULL,
     promotion_id bigint NOT NULL,
     order_id bigint NOT NULL,
     channel_id bigint NOT NULL DEFAULT 0,
     customer_id bigint NOT NULL DEFAULT 0,
     coupon text NOT NULL DEFAULT '',
     total numeric(15,4) NOT NULL DEFAULT 0,
     counted boolean NOT NULL DEFAULT true,
     message text NOT NULL DEFAULT '',
     times_over bigint NOT NULL DEFAULT 0,
     date_added timestamptz NOT NULL DEFAULT ${statementTime()},
     date_deleted timestamptz,
     PRIMARY KEY (account_id, promotion_history_id)
   )`,
  `CREATE UNIQUE INDEX promotion_history_order ON integration.promotion_history (account_id, order_id, promotion_id)`,
  `CREATE INDEX promotion_history_promotion ON integration.promotion_history (account_id, promotion_id, customer_id)`,
  `CREATE INDEX promotion_history_living ON integration.promotion_history (account_id, date_added, promotion_history_id)
     WHERE date_deleted IS NULL`,
  `CREATE TABLE integration.promotion_order (
     account_id int NOT NULL,
     order_id bigint NOT NULL,
     version bigint NOT NULL,
     channel_id bigint NOT NULL,
     imported_order_id text NOT NULL,
     PRIMARY KEY (account_id, order_id)
   )`,
  `CREATE INDEX promotion_order_imported ON integration.promotion_order (account_id, channel_id, imported_order_id)`,
  `CREATE TABLE integration.promotion_hold (
     account_id int NOT NULL,
     promotion_id bigint NOT NULL,
     channel_id bigint NOT NULL,
     key text NOT NULL,
     customer_id bigint NOT NULL DEFAULT 0,
     contacts text[] NOT NULL DEFAULT '{}',
     date_expire timestamptz NOT NULL,
     order_id bigint NOT NULL DEFAULT 0,
     requests bigint NOT NULL DEFAULT 1,
     PRIMARY KEY (account_id, promotion_id, channel_id, key)
   )`,
  `CREATE INDEX promotion_hold_key ON integration.promotion_hold (account_id, key, channel_id)`,
  `CREATE INDEX promotion_hold_expiry ON integration.promotion_hold (date_expire) WHERE order_id = 0`,
  `CREATE INDEX promotion_hold_taken ON integration.promotion_hold (date_expire) WHERE order_id > 0`,
  `CREATE TABLE integration.promotion_revision (
     account_id int NOT NULL PRIMARY KEY,
     revision bigint NOT NULL DEFAULT 1
   ) WITH (fillfactor = 50)`,
  `CREATE FUNCTION integration.count_promotion_change() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO integration.promotion_revision AS known (account_id) VALUES (NEW.account_id)
     ON CONFLICT (account_id) DO UPDATE SET revision = known.revision + 1;
     RETURN NULL;
   END $$`,
  // The counters of uses and holds are no change of the rules, and do not wait for each other here.
  ...['promotion', 'promotion_category'].map(
    (table) => `CREATE TRIGGER ${table}_changed AFTER INSERT OR UPDATE OF version ON integration.${table}
       FOR EACH ROW EXECUTE FUNCTION integration.count_promotion_change()`,
  ),
];
