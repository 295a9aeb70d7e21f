import type { Db } from '@stockbook/persistence';
import { ok, type TestUser, type World } from '../../index.js';
import { Pool } from 'pg';
import { type Filling, stepsOf } from '../../data/bulk.js';
import { auditFilling } from './audit.fixture.js';
import { creditNoteFilling } from './credit-notes.fixture.js';
import { itemFilling, movementFilling } from '../../data/items.js';
import { customerFilling, orderFilling } from '../../data/sales.js';
import { documentFilling } from './documents.fixture.js';
import { extensionFilling } from './extensions.fixture.js';
import { webhookFilling } from './webhooks.fixture.js';
import { entryFilling } from './entries.fixture.js';
import { payoutFilling } from './payouts.fixture.js';
import { promotionUseFilling } from './promotion-uses.fixture.js';
import { jobFilling } from './jobs.fixture.js';
import { neighbourFilling, settingsFilling, shortLists } from './settings.fixture.js';

/** With this many rows, reading a whole table is never the cheapest way to a part of it. */
export const ROWS = 20_000;
const BIG = [
  'item',
  'item_stock',
  'item_cost',
  'item_flow',
  'sale_order',
  'sale_order_state',
  'sale_order_product',
  'sale_credit_note',
  'sale_credit_note_product',
  'item_category',
  'item_bundle',
  ...['addition', 'deduction', 'transfer', 'reservation', 'purchase_order', 'stock_take_job', 'transfer_job'].flatMap(
    (document) => [document, `${document}_line`],
  ),
  'stock_take_count',
  'customer',
  'channel_payout',
  'customer_reward',
  'sale_order_history',
  'sale_credit_note_history',
  'audit',
  'promotion_history',
  ...['webhook_event', 'webhook_delivery', 'webhook_queue'],
  ...shortLists,
];

/**
 * Adds a few rare rows: movements of another user and another kind of document, stock at another location, and orders
 * of another status whose stock is not taken.
 */
const rareFilling = (account_id: number): Filling => ({
  tables: ['inventory.item_flow', 'inventory.item_stock', 'sales.sale_order', 'sales.sale_order_state'],
  steps: [
    `UPDATE inventory.item_flow SET document = 'item_stock', document_id = NULL, user_id = 77
     WHERE account_id = ${account_id} AND item_flow_id % 400 = 7`,
    ...['item_flow', 'item_stock'].map(
      (table) => `UPDATE inventory.${table} SET location_id = 77
        WHERE account_id = ${account_id} AND item_id % 400 = 7 AND location_id = 1`,
    ),
    `UPDATE sales.sale_order SET deducted = order_id % 400 <> 7,
       order_status_id = CASE order_id % 400 WHEN 7 THEN 77 ELSE order_status_id END
     WHERE account_id = ${account_id}`,
  ],
});

const GO_ON_BEHIND_FILLED_IDS = `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 2000000)
  FROM pg_sequences`;

const OTHER_ACCOUNT_ID = 1_000_000;

export async function fillAccount(world: World, owner: TestUser): Promise<void> {
  const { account_id } = owner;
  const database = poolOf(world.assembly.running.sales.db);
  const addLocation = async (name: string) => ok(await owner.api.inventory.location.add({ name })).location_id;
  const [store_id, depot_id] = [await addLocation('Store'), await addLocation('Depot')];
  const fillings = [
    itemFilling({ account_id, store_id, depot_id, customer_group_id: 1, pieces: 10 }, ROWS),
    movementFilling(account_id, ROWS),
    orderFilling(account_id, ROWS),
    customerFilling(account_id, ROWS),
    auditFilling(account_id, ROWS),
    creditNoteFilling(account_id, ROWS),
    documentFilling(account_id, ROWS),
    jobFilling(account_id, ROWS),
    payoutFilling(account_id, ROWS),
    promotionUseFilling(account_id, ROWS),
    entryFilling(account_id, ROWS),
    extensionFilling(account_id),
    settingsFilling(account_id),
    neighbourFilling(OTHER_ACCOUNT_ID, ROWS),
    webhookFilling(account_id, ROWS),
    rareFilling(account_id),
  ];
  for (const filling of fillings) for (const step of await stepsOf(database, filling)) await step();
  await database.query(GO_ON_BEHIND_FILLED_IDS);
  await database.end();
}

/** Opens connections without the limits that requests have, because filling takes its time. */
function poolOf({ source: { options } }: Db): Pool {
  if (options.type !== 'postgres') throw new Error('This is not PostgreSQL.');
  return new Pool({ connectionString: options.url });
}

/** Returns the tables that grow among these. The partitions of single days are empty. */
export const growing = (tables: readonly string[]): string[] =>
  tables.map((table) => table.replace(/_other$/, '')).filter((table) => BIG.includes(table));
