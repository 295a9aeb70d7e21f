import type { Members } from '@stockbook/persistence';

/** The items of each category, in the order of their ids, with the columns that most lists of them are narrowed by. */
export const ITEM_CATEGORY: Members = {
  table: 'inventory.item_category',
  key: 'item_id',
  columns: ['account_id', 'date_deleted', 'channel_group_id'],
};

/** A GIN index of `categories` can neither give a page in order nor count without reading the items. */
export const createItemCategory = [
  `CREATE TABLE inventory.item_category (
     account_id int NOT NULL,
     category_id bigint NOT NULL,
     item_id bigint NOT NULL,
     channel_group_id bigint NOT NULL,
     date_deleted timestamptz,
     PRIMARY KEY (account_id, category_id, item_id) INCLUDE (channel_group_id, date_deleted)
   )`,
  'CREATE INDEX item_category_by_item ON inventory.item_category (account_id, item_id, category_id)',
  `CREATE FUNCTION inventory.categorize_item() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'INSERT' THEN
       INSERT INTO inventory.item_category
       SELECT account_id, unnest(categories), item_id, channel_group_id, date_deleted FROM written
       ON CONFLICT DO NOTHING;
     ELSE
       DELETE FROM inventory.item_category WHERE account_id = OLD.account_id AND item_id = OLD.item_id;
       INSERT INTO inventory.item_category
       SELECT NEW.account_id, unnest(NEW.categories), NEW.item_id, NEW.channel_group_id, NEW.date_deleted
       ON CONFLICT DO NOTHING;
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER item_categorized AFTER INSERT ON inventory.item REFERENCING NEW TABLE AS written
   FOR EACH STATEMENT EXECUTE FUNCTION inventory.categorize_item()`,
  `CREATE TRIGGER item_recategorized AFTER UPDATE ON inventory.item FOR EACH ROW
   WHEN ((OLD.categories, OLD.channel_group_id, OLD.date_deleted) IS DISTINCT FROM
     (NEW.categories, NEW.channel_group_id, NEW.date_deleted)) EXECUTE FUNCTION inventory.categorize_item()`,
];

/** `test` is `= ?` or `= ANY (?::bigint[])`. */
export const itemsInCategory = (test: string): string =>
  `(SELECT item_id FROM ${ITEM_CATEGORY.table} WHERE account_id = $1 AND category_id ${test})`;
