import { type Filling, inSteps } from './bulk.js';

const STEP = 5_000;

export interface ItemPlaces {
  readonly account_id: number;
  readonly store_id: number;
  readonly depot_id: number;
  readonly customer_group_id: number;
  /** At least this many pieces of each item are on hand at each location. */
  readonly pieces: number;
}

/**
 * Adds items of 200 brands and 40 categories, four of which have the others below them. A tenth of the items are
 * bundles, every hundredth is deleted, and every fiftieth runs low. Each has two images, two locations, a group's price
 * and a translation. Unless it is a bundle, it has stock that the ledger's proof accepts. A bundle has the two items
 * before it.
 */
export const itemFilling = (places: ItemPlaces, count: number): Filling => ({
  tables: [
    'inventory.category',
    'inventory.item',
    'inventory.item_bundle',
    'inventory.item_category',
    'inventory.item_stock',
    'inventory.item_cost',
    'inventory.item_flow',
  ],
  steps: [categoriesSql(places), ...inSteps(count, STEP, (first, last) => itemsSql(places, first, last))],
});

const categoriesSql = ({ account_id }: ItemPlaces): string =>
  `INSERT INTO inventory.category (account_id, category_id, parent_id, name)
   SELECT ${account_id}, n, CASE WHEN n > 4 THEN n % 4 + 1 ELSE 0 END, 'Category ' || n FROM generate_series(1, 40) n`;

function itemsSql(places: ItemPlaces, first: number, last: number): string {
  const { account_id, store_id, depot_id, customer_group_id, pieces } = places;
  return `WITH added AS (
      INSERT INTO inventory.item (account_id, channel_group_id, brand_id, name, description, plain_description, image,
        model, sku, gtin, barcode, price, cost, weight, length, width, height, bundle, categories, images, locations,
        customer_groups, translations, date_added, date_modified, date_deleted)
      SELECT ${account_id}, n % 3, n % 200 + 1, format('%s %s %s', (ARRAY['Blue', 'Green', 'Red', 'Grey'])[n % 4 + 1],
          (ARRAY['mug', 'teapot', 'lamp', 'board', 'spoon'])[n % 5 + 1], n),
        repeat('<p>Made by hand and glazed twice.</p>', 4), repeat('Made by hand and glazed twice. ', 4),
        format('images/%s.jpg', n), 'MODEL-' || n, 'SKU-' || n, lpad(n::text, 13, '0'), 'BAR-' || n, 5 + n % 500,
        2 + n % 100, 0.5, 10, 10, 10, n % 10 = 0, ARRAY[n % 40 + 1],
        json_build_array(json_build_object('image', format('images/%s-1.jpg', n), 'set_id', 0, 'sort_order', 0),
          json_build_object('image', format('images/%s-2.jpg', n), 'set_id', 0, 'sort_order', 1)),
        json_build_array(json_build_object('location_id', ${store_id}, 'price', 5 + n % 500, 'location', 'A-' || n),
          json_build_object('location_id', ${depot_id}, 'price', 5 + n % 500, 'location', 'B-' || n)),
        json_build_array(json_build_object('customer_group_id', ${customer_group_id}, 'price', 4 + n % 500)),
        json_build_array(
          json_build_object('language_id', 1, 'name', 'Ware ' || n, 'description', '', 'plain_description', '')),
        now() - make_interval(mins => n), now() - make_interval(mins => n % 10000), CASE WHEN n % 100 = 0 THEN now() END
      FROM generate_series(${first}, ${last}) n RETURNING item_id, cost, bundle
    ), place AS (
      SELECT item_id, cost, location_id, ${pieces} + (item_id + location_id) % 90 AS quantity
      FROM added, unnest(ARRAY[${store_id}, ${depot_id}]) AS location_id WHERE NOT bundle
    ), component AS (
      INSERT INTO inventory.item_bundle (account_id, item_id, bundle_item_id, position, quantity)
      SELECT ${account_id}, item_id, item_id - place, place - 1, place
      FROM added, generate_series(1, 2) AS place WHERE bundle
    ), stock AS (
      INSERT INTO inventory.item_stock (account_id, item_id, location_id, on_hand, seq, stock_warning, state)
      SELECT ${account_id}, item_id, location_id, quantity, 1, CASE WHEN item_id % 50 = 7 THEN quantity END,
        CASE WHEN item_id % 50 = 7 THEN 'warning' ELSE 'ok' END
      FROM place
    ), cost AS (
      INSERT INTO inventory.item_cost (account_id, item_id, bundle, quantity, pool_cost, average_cost, total_added)
      SELECT ${account_id}, item_id, false, sum(quantity), sum(quantity) * cost, cost, sum(quantity) FROM place
      GROUP BY item_id, cost
      UNION ALL SELECT ${account_id}, item_id, true, 0, 0, 0, 0 FROM added WHERE bundle
    )
    INSERT INTO inventory.item_flow (account_id, item_id, location_id, seq, quantity, balance, unit_cost, value,
      variance, average_cost, document, document_id, document_version, line, user_id, username, comment, date_added)
    SELECT ${account_id}, item_id, location_id, 1, quantity, quantity, cost,
      quantity * cost, 0, cost, 'item', item_id, 1, 1, 1,
      'bench', '', now() - make_interval(mins => (item_id % 100000)::int) FROM place`;
}

export const MOVING_ITEMS = 100;
/** Their first movement was this many days ago, and the latest one a moment ago. */
export const MOVING_DAYS = 100;

/** One piece comes and leaves again, evenly over locations and days. */
export function movementFilling(account_id: number, count: number): Filling {
  const moving = `SELECT item_id FROM inventory.item WHERE account_id = ${account_id} AND NOT bundle
    ORDER BY item_id LIMIT ${MOVING_ITEMS}`;
  const first = `item_flow.account_id = ${account_id} AND seq = 1 AND item_id IN (${moving})`;
  const pairs = Math.ceil(count / MOVING_ITEMS / 4);
  return {
    tables: ['inventory.item_flow', 'inventory.item_stock'],
    steps: [
      `UPDATE inventory.item_flow SET date_added = now() - interval '${MOVING_DAYS} days' WHERE ${first}`,
      `INSERT INTO inventory.item_flow (account_id, item_id, location_id, seq, quantity, balance, unit_cost, value,
         variance, average_cost, document, document_id, document_version, line, user_id, username, comment, date_added)
       SELECT account_id, item_id, location_id, n + 1, n % 2 * 2 - 1, balance + n % 2, unit_cost,
         (n % 2 * 2 - 1) * unit_cost, 0, average_cost, 'bench', n, 1, 1, 1, 'bench', '',
         date_added + n * (now() - date_added) / ${2 * pairs}
       FROM inventory.item_flow, generate_series(1, ${2 * pairs}) n WHERE ${first}
       ORDER BY n, item_id, location_id`,
      `UPDATE inventory.item_stock SET seq = ${2 * pairs + 1}
       WHERE account_id = ${account_id} AND item_id IN (${moving})`,
    ],
  };
}
