import { freePort } from '@stockbook/process';
import type { ItemFlow, ListedOrder, OrderAdd } from '@stockbook/contracts';
import { AppProcess, buildApps, connect, eventually, orderOf, post, sign } from '@stockbook/testing';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLIENTS = 8;
const ORDERS_BEFORE_KILL = 60;
const ROUNDS = 2;

let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  buildApps();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-kill-'));
  env = { STOCKBOOK_HOME: join(folder, 'home'), PORT: String(await freePort()), RATE_LIMIT_PER_MINUTE: '0' };
});
afterAll(() => rm(folder, { recursive: true }));

async function demo() {
  const { url, ...credentials } = JSON.parse(await readFile(join(folder, 'home', 'demo.json'), 'utf8')) as Record<
    'url' | 'domain' | 'api_key' | 'api_secret',
    string
  >;
  return { url, credentials, api: connect(url, credentials) };
}
type Demo = Awaited<ReturnType<typeof demo>>;

/** Adds an order of two lines in a status that deducts. */
async function template({ api }: Demo): Promise<OrderAdd> {
  const { channels } = await api.integration.channel.get({});
  const channel = channels.find(({ type }) => type === 'pos');
  const { order_statuses } = await api.setting.order_status.get({});
  const [method] = (await api.setting.payment_method.get({})).payment_methods;
  const { items } = await api.inventory.item.get({ limit: 2 });
  const lines = items.map(({ item_id, name }) => ({ item_id, name, quantity: 1 }));
  const paid_id = order_statuses.find(({ name }) => name === 'Paid')?.order_status_id ?? 0;
  return orderOf(
    {
      channel_id: channel?.channel_id ?? 0,
      cash_id: method?.payment_method_id ?? 0,
      pending_id: 0,
      paid_id,
      store_id: 0,
      depot_id: 0,
    },
    lines,
    { order_status_id: paid_id, firstname: 'Load' },
  );
}

/** Sends orders until the process is gone. Returns the acknowledged ids, and the requests whose outcome is unknown. */
async function load({ url, credentials }: Demo, order: OrderAdd, acknowledged: Set<number>, killed: Promise<unknown>) {
  const unknown: string[] = [];
  let running = true;
  void killed.then(() => (running = false));
  const client = async (name: number) => {
    for (let i = 0; running; i++) {
      const text = sign('/sale/order/add', { ...order, comment: `${name}/${i}` }, credentials);
      try {
        const { status, body } = await post(url, 'sale/order/add', text);
        if (status === 200 && 'order' in body) acknowledged.add((body.order as ListedOrder).order_id);
        else unknown.push(text);
      } catch {
        unknown.push(text);
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name)));
  return unknown;
}

async function everyOrder({ api }: Demo): Promise<ListedOrder[]> {
  const orders: ListedOrder[] = [];
  for (;;) {
    const after_id = orders.at(-1)?.order_id ?? 0;
    const found = await api.sale.order.get({ filter_name: 'Load', limit: 100, order: 'ASC', after_id });
    orders.push(...found.orders);
    if (!found.orders.length) return orders;
  }
}

test('kill -9 under load loses nothing acknowledged, and settles every order', async () => {
  const acknowledged = new Set<number>();
  let unknown: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const process = new AppProcess('standalone', env);
    await process.ready();
    const shop = await demo();
    for (const text of unknown) expect((await post(shop.url, 'sale/order/add', text)).status).toBe(200);
    if (round === 0) await shop.api.setting.company.edit({ allow_negative_stock: true });
    const goal = acknowledged.size + ORDERS_BEFORE_KILL;
    const loading = load(shop, await template(shop), acknowledged, process.exit);
    await eventually(() => acknowledged.size >= goal);
    await process.kill('SIGKILL');
    unknown = await loading;
    expect(unknown.length).toBeGreaterThan(0);
  }

  const process = new AppProcess('standalone', env);
  await process.ready();
  const shop = await demo();
  for (const text of unknown) expect((await post(shop.url, 'sale/order/add', text)).status).toBe(200);
  await eventually(async () =>
    (await everyOrder(shop)).every(({ products }) => products.every(({ deducted }) => deducted)),
  );
  const orders = await everyOrder(shop);
  const ids = new Set(orders.map(({ order_id }) => order_id));
  expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(orders.map(({ comment }) => comment)).size).toBeGreaterThanOrEqual(ORDERS_BEFORE_KILL);
  expect(await shop.api.inventory.flow.verify({})).toMatchObject({ ok: true, faults: [] });
  const flows: ItemFlow[] = (await shop.api.inventory.flow.get({ limit: 1 })).flows;
  expect(flows).toHaveLength(1);
  expect(await process.kill('SIGTERM')).toBe(0);
});
