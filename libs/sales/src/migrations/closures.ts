/** An advisory lock lets orders and the deletion of their location exclude each other. */
export const LOCATIONS = [
  `CREATE TABLE sales.closed_location (
     account_id int NOT NULL,
     location_id bigint NOT NULL,
     date_expire timestamptz,
     PRIMARY KEY (account_id, location_id)
   )`,
  `CREATE FUNCTION sales.location_lock(account_id bigint, location_id bigint) RETURNS bigint
   LANGUAGE sql IMMUTABLE PARALLEL SAFE
   AS $$ SELECT hashtextextended('sale location ' || account_id::text || '/' || location_id::text, 0) $$`,
  // The function is VOLATILE, so its look behind the lock sees what was committed while it waited.
  `CREATE FUNCTION sales.hold_location(account bigint, location bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(sales.location_lock(account, location));
     RETURN NOT EXISTS (
       SELECT FROM sales.closed_location
       WHERE account_id = account AND location_id = location AND COALESCE(date_expire > clock_timestamp(), true)
     );
   END $$`,
];

/** One advisory lock, because an order of many items would need as many. */
export const ITEMS = [
  `CREATE TABLE sales.changing_item (
     account_id int NOT NULL,
     item_id bigint NOT NULL,
     bundle boolean NOT NULL,
     date_expire timestamptz NOT NULL,
     PRIMARY KEY (account_id, item_id)
   )`,
  `CREATE FUNCTION sales.items_lock(account_id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
   AS $$ SELECT hashtextextended('sale items ' || account_id::text, 0) $$`,
  `CREATE FUNCTION sales.changing_items(account bigint, item_ids bigint[], bundles boolean[])
   RETURNS TABLE (item_id bigint, becomes_bundle boolean) LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT DISTINCT changing.item_id, changing.bundle FROM sales.changing_item changing
     JOIN unnest(item_ids, bundles) AS shown (id, bundle) ON shown.id = changing.item_id
     WHERE changing.account_id = account AND changing.bundle <> shown.bundle
       AND changing.date_expire > clock_timestamp() $$`,
  // The function is VOLATILE, so its look behind the lock sees what was committed while it waited.
  `CREATE FUNCTION sales.hold_items(account bigint, item_ids bigint[], bundles boolean[])
   RETURNS TABLE (item_id bigint, becomes_bundle boolean) LANGUAGE plpgsql VOLATILE AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(sales.items_lock(account));
     RETURN QUERY SELECT * FROM sales.changing_items(account, item_ids, bundles);
   END $$`,
];
