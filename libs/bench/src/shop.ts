import type { Stockbook } from '@stockbook/client';
import type { OrderAdd } from '@stockbook/contracts';
import { connect, itemFilling, orderOf } from '@stockbook/testing';
import { settledOrders } from './check/settled-orders.js';
import type { Account, MeasuredSystem } from './system.js';

interface Places extends Account {
  readonly api: Stockbook;
  readonly store_id: number;
  readonly depot_id: number;
  readonly customer_group_id: number;
}

export interface Warehouse extends Places {
  /** All items but bundles, with stock at both places. */
  readonly item_ids: readonly number[];
}

export interface BenchShop extends Warehouse {
  /** The hot item is not among `item_ids`. */
  readonly hot_item_id: number;
  /** An order of one line whose status deducts, of a customer who is known. */
  readonly order: OrderAdd;
}

/** There are more items than orders in flight at once, and few enough to prove all their movements soon. */
const ITEMS = 550;
const PIECES = 100_000_000;
/** An overloaded system may decline requests that are not measured for a while. */
const PATIENT = { retries: 20 };

/** Sets up a shop, and sells once in it, so that the customer is known and every cache is filled. */
export async function openBenchShop(system: MeasuredSystem, domain: string): Promise<BenchShop> {
  const warehouse = await openWarehouse(system, domain, PIECES, ITEMS);
  const { account_id, api, store_id } = warehouse;
  const { order_status_id: paid_id } = await api.setting.order_status.add({ name: 'Paid', deduct: true });
  const { payment_method_id: cash_id } = await api.setting.payment_method.add({ name: 'Cash' });
  const configuration = { location_id: store_id };
  const { channel_id } = await api.integration.channel.add({ type: 'pos', name: 'Counter', configuration });
  const [hot_item_id = 0, ...item_ids] = warehouse.item_ids;
  const shop = { ...warehouse, pending_id: paid_id, paid_id, cash_id, channel_id };
  const person = { email: 'ada@engines.test', telephone: '+44 20 7946 0000' };
  const order = orderOf(shop, [{ item_id: hot_item_id, quantity: 1 }], { total: 30, ...person });
  await api.sale.order.add(order);
  await settledOrders(system.database, account_id, 0);
  return { ...warehouse, item_ids, hot_item_id, order };
}

export async function openWarehouse(
  system: MeasuredSystem,
  domain: string,
  pieces: number,
  items: number,
): Promise<Warehouse> {
  const places = await openPlaces(system, domain);
  for (const step of itemFilling({ ...places, pieces }, items).steps) await system.database.query(step);
  const { rows } = await system.database.query<{ item_id: number }>(
    'SELECT item_id FROM inventory.item WHERE account_id = $1 AND NOT bundle ORDER BY item_id',
    [places.account_id],
  );
  return { ...places, item_ids: rows.map(({ item_id }) => item_id) };
}

export async function openPlaces({ url, addAccount }: MeasuredSystem, domain: string): Promise<Places> {
  const account = await addAccount(domain);
  const api = connect(url, account.credentials, PATIENT);
  const { location_id: store_id } = await api.inventory.location.add({ name: 'Store' });
  const { location_id: depot_id } = await api.inventory.location.add({ name: 'Depot' });
  const { customer_group_id } = await api.sale.customer_group.add({ name: 'Trade' });
  return { ...account, api, store_id, depot_id, customer_group_id };
}
