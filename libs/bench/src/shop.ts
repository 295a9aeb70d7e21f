import { stockbookClient } from '@stockbook/auth';
import type { Client, contract, OrderAdd } from '@stockbook/contracts';
import { orderOf } from '@stockbook/testing';
import { settledOrders } from './check/settled-orders.js';
import { granted } from './granted.js';
import { itemFilling, type ItemPlaces } from './data/items.js';
import type { Account, MeasuredSystem } from './system/system.js';

/** A fresh account with something to sell, and an order of it. */
export interface BenchShop extends Account {
  readonly api: Client<typeof contract>;
  readonly store_id: number;
  /** All items except the hot one and bundles. */
  readonly item_ids: readonly number[];
  readonly hot_item_id: number;
  /** An order of one line whose status deducts, of a customer who is known. */
  readonly order: OrderAdd;
}

/** More kinds of goods than are in flight at once, fewer than the proof of all their movements takes long for. */
const ITEMS = 550;
const PIECES = 100_000_000;

const ITEM_IDS = `SELECT item_id FROM inventory.item WHERE account_id = $1 AND date_deleted IS NULL AND NOT bundle
  ORDER BY item_id`;

/** Sets up a shop, and sells once in it, so that the customer is known and every cache is filled. */
export async function openBenchShop(system: MeasuredSystem, domain: string): Promise<BenchShop> {
  const { url, database } = system;
  const { places, ...account } = await openPlaces(system, domain);
  const api = stockbookClient(url, account.credentials);
  const [store_id, depot_id] = places.location_ids;
  const { order_status_id: paid_id } = await granted(() =>
    api.setting.order_status.add({ name: 'Paid', deduct: true }),
  );
  const { payment_method_id: cash_id } = await granted(() => api.setting.payment_method.add({ name: 'Cash' }));
  const configuration = { location_id: store_id };
  const { channel_id } = await granted(() =>
    api.integration.channel.add({ type: 'pos', name: 'Counter', configuration }),
  );
  for (const step of itemFilling({ ...places, pieces: PIECES }, ITEMS).steps) await database.query(step);
  const { rows } = await database.query<{ item_id: number }>(ITEM_IDS, [account.account_id]);
  const [hot_item_id = 0, ...item_ids] = rows.map(({ item_id }) => item_id);
  const shop = { store_id, depot_id, pending_id: paid_id, paid_id, cash_id, channel_id };
  const person = { email: 'ada@engines.test', telephone: '+44 20 7946 0000' };
  const order = orderOf(shop, [{ item_id: hot_item_id, quantity: 1 }], { total: 30, ...person });
  await granted(() => api.sale.order.add(order));
  await settledOrders(database, account.account_id, 0);
  return { ...account, api, store_id, item_ids, hot_item_id, order };
}

/** Adds an account with what items refer to. */
export async function openPlaces(
  { url, addAccount }: MeasuredSystem,
  domain: string,
): Promise<Account & { places: Omit<ItemPlaces, 'pieces'> }> {
  const account = await addAccount(domain);
  const { inventory, sale } = stockbookClient(url, account.credentials);
  const { location_id: store } = await granted(() => inventory.location.add({ name: 'Store' }));
  const { location_id: depot } = await granted(() => inventory.location.add({ name: 'Depot' }));
  const { customer_group_id } = await granted(() => sale.customer_group.add({ name: 'Trade' }));
  return { ...account, places: { account_id: account.account_id, location_ids: [store, depot], customer_group_id } };
}
