import { MEDIA } from '@stockbook/media';

/**
 * A file is known before it is stored, and counts as released until its item names it. A trigger follows what items
 * name, in the transaction of the change, so that no writer can forget a file. An edit and a delete release it, and an
 * edit takes it back.
 */
export const createItemFile = [
  `CREATE TABLE inventory.item_file (
     account_id int NOT NULL,
     name text NOT NULL,
     item_id bigint NOT NULL,
     bytes_elsewhere bigint NOT NULL,
     date_released timestamptz,
     PRIMARY KEY (account_id, name)
   )`,
  'CREATE INDEX item_file_by_item ON inventory.item_file (account_id, item_id)',
  'CREATE INDEX item_file_released ON inventory.item_file (date_released) WHERE date_released IS NOT NULL',
  `CREATE FUNCTION inventory.follow_files() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     UPDATE inventory.item_file SET date_released = CASE
       WHEN NEW.date_deleted IS NULL AND (
         NEW.image = '${MEDIA}' || name
         OR NEW.images @> jsonb_build_array(jsonb_build_object('image', '${MEDIA}' || name))
       ) THEN NULL
       ELSE coalesce(date_released, now())
     END
     WHERE account_id = NEW.account_id AND item_id = NEW.item_id;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER item_files_followed AFTER UPDATE ON inventory.item FOR EACH ROW
   WHEN ((OLD.image, OLD.images, OLD.date_deleted) IS DISTINCT FROM (NEW.image, NEW.images, NEW.date_deleted))
   EXECUTE FUNCTION inventory.follow_files()`,
];
