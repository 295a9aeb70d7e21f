/** Indexes on `sale_order` itself would make each settlement write all its indexes (no HOT). */
export const ORDER_STATE = [
  `CREATE TABLE sales.sale_order_state (
     account_id int NOT NULL,
     order_id bigint NOT NULL,
     date_modified timestamptz NOT NULL,
     date_deleted timestamptz,
     deducted boolean NOT NULL,
     PRIMARY KEY (account_id, order_id) INCLUDE (date_deleted, deducted)
   ) WITH (autovacuum_vacuum_scale_factor = 0.05)`,
  `CREATE INDEX sale_order_state_by_date_modified
     ON sales.sale_order_state (account_id, date_modified, order_id) INCLUDE (date_deleted)`,
  `CREATE INDEX sale_order_state_not_deducted ON sales.sale_order_state (account_id, order_id) INCLUDE (date_deleted)
   WHERE NOT deducted`,
  `CREATE FUNCTION sales.follow_order_state() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'INSERT' THEN
       INSERT INTO sales.sale_order_state (account_id, order_id, date_modified, date_deleted, deducted)
       SELECT account_id, order_id, date_modified, date_deleted, deducted FROM written;
     ELSE
       UPDATE sales.sale_order_state
         SET date_modified = NEW.date_modified, date_deleted = NEW.date_deleted, deducted = NEW.deducted
       WHERE account_id = NEW.account_id AND order_id = NEW.order_id;
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER sale_order_state_added AFTER INSERT ON sales.sale_order REFERENCING NEW TABLE AS written
   FOR EACH STATEMENT EXECUTE FUNCTION sales.follow_order_state()`,
  `CREATE TRIGGER sale_order_state_changed AFTER UPDATE ON sales.sale_order FOR EACH ROW
   WHEN ((OLD.date_modified, OLD.date_deleted, OLD.deducted) IS DISTINCT FROM
     (NEW.date_modified, NEW.date_deleted, NEW.deducted)) EXECUTE FUNCTION sales.follow_order_state()`,
];
