import { ok } from '../world/reply.js';
import { type Shop, stockItem } from '../world/shop.js';
import type { TestUser } from '../world/world.js';

/** The `ids` are by field. */
interface Account {
  readonly user: TestUser;
  readonly shop: Shop;
  readonly ids: Readonly<Record<string, number>>;
}

export async function jobsOf(user: TestUser, shop: Shop, item_id: number): Promise<Account['ids']> {
  return {
    item_stock_take_job_id: await planStockTake(user, shop, item_id),
    item_transfer_job_id: await planTransfer(user, shop, item_id),
  };
}

/** Each job is a new one in a state that the operation accepts. */
export const jobRequests: Readonly<Record<string, (account: Account) => Promise<object>>> = {
  'inventory/stock_take_job/add': async ({ shop, ids }) => {
    return { location_id: shop.store_id, items: [{ item_id: ids['item_id'] }] };
  },
  'inventory/stock_take_job/edit': async (account) => {
    return { ...(await stockTake(account)).job, items: [{ item_id: account.ids['item_id'] }] };
  },
  'inventory/stock_take_job/count': async (account) => {
    const { job, counted } = await stockTake(account);
    return { ...job, items: [counted] };
  },
  'inventory/stock_take_job/complete': async (account) => {
    const { job, counted } = await stockTake(account);
    ok(await account.user.api.inventory.stock_take_job.count({ ...job, items: [counted] }));
    return job;
  },
  'inventory/stock_take_job/cancel': async (account) => (await stockTake(account)).job,
  'inventory/transfer_job/add': async ({ shop, ids }) => transferOf(shop, ids['item_id'] ?? 0),
  'inventory/transfer_job/edit': async (account) => {
    const { job, items } = await transfer(account);
    return { ...job, items: items.map((line) => ({ ...line, quantity: 2 })) };
  },
  'inventory/transfer_job/ship': async (account) => (await transfer(account)).job,
  'inventory/transfer_job/receive': async (account) => {
    const { job, items } = await shippedTransfer(account);
    return { ...job, items };
  },
  'inventory/transfer_job/complete': async (account) => (await shippedTransfer(account)).job,
  'inventory/transfer_job/cancel': async (account) => (await shippedTransfer(account)).job,
};

const transferOf = ({ store_id, depot_id }: Shop, item_id: number) => ({
  from_location_id: store_id,
  to_location_id: depot_id,
  items: [{ item_id, quantity: 1 }],
});

async function planTransfer({ api }: TestUser, shop: Shop, item_id: number): Promise<number> {
  return ok(await api.inventory.transfer_job.add(transferOf(shop, item_id))).item_transfer_job_id;
}

async function transfer({ user, shop }: Account) {
  const item_id = await stockItem(user, shop, 5);
  const job = { item_transfer_job_id: await planTransfer(user, shop, item_id) };
  return { job, items: [{ item_id, quantity: 1 }] };
}

async function shippedTransfer(account: Account) {
  const planned = await transfer(account);
  ok(await account.user.api.inventory.transfer_job.ship(planned.job));
  return planned;
}

async function planStockTake({ api }: TestUser, { store_id }: Shop, item_id: number): Promise<number> {
  const added = await api.inventory.stock_take_job.add({ location_id: store_id, items: [{ item_id }] });
  return ok(added).item_stock_take_job_id;
}

async function stockTake({ user, shop }: Account) {
  const item_id = await stockItem(user, shop, 5);
  const job = { item_stock_take_job_id: await planStockTake(user, shop, item_id) };
  return { job, counted: { item_id, quantity: 3 } };
}
