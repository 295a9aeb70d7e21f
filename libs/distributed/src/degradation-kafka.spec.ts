import type { OrderAdd } from '@stockbook/contracts';
import { freePort } from '@stockbook/process';
import {
  buildApps,
  call,
  checkedClient,
  eventually,
  ok,
  openShop,
  orderOf,
  stockItem,
  type TestUser,
} from '@stockbook/testing';
import { describeOwnKafka } from '@stockbook/testing/kafka';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { ProcessName } from './managed-process.js';
import { startSystem, type System } from './system.js';

const CLIENTS = 4;
const ORDERS_OF_CLIENT = 3;
/** Everything settles within this time, even where many processes start at once. */
const PATIENCE_MS = 60_000;
/** Unavailable parts are refused well before any deadline. */
const AT_ONCE_MS = 1_000;

describeOwnKafka('with two replicas of each service', () => {
  let folder: string;
  let system: System;
  let user: TestUser;
  let order: OrderAdd;
  let placed = 0;

  beforeAll(async () => {
    buildApps();
    folder = await mkdtemp(join(tmpdir(), 'stockbook-degradation-'));
    const env = {
      PATH: process.env['PATH'],
      STOCKBOOK_HOME: join(folder, 'home'),
      PORT: String(await freePort()),
      STOCKBOOK_REPLICAS: '2',
      RATE_LIMIT_PER_MINUTE: '0',
    };
    system = await startSystem({
      env,
      report: () => undefined,
      sessionMs: 3_000,
    });
    const { url, ...credentials } = system.demo!;
    user = { account_id: 1, user_id: 1, credentials, api: checkedClient(url, credentials) };
    const shop = await openShop(user);
    const item_id = await stockItem(user, shop, 1_000, { model: 'MUG', weight: 0.5 });
    order = orderOf(shop, [{ item_id, quantity: 1 }], { order_status_id: shop.paid_id });
    await placeOrders();
  }, 180_000);
  afterAll(async () => {
    await system?.stop();
    await rm(folder, { recursive: true });
  });

  const ask = (path: string, body: object = {}) => call(system.urls[0] ?? '', user.credentials, path, body);

  /** Places orders from several clients at once; every one of them must be accepted. */
  async function placeOrders(changes: Partial<OrderAdd> = {}): Promise<void> {
    const placing = async (client: number) => {
      const refusals: unknown[] = [];
      for (let i = 0; i < ORDERS_OF_CLIENT; i++) {
        const { status, body } = await ask('sale/order/add', {
          ...order,
          ...changes,
          comment: `${client}, ${i}, ${placed}`,
        });
        if (status === 200) placed++;
        else refusals.push(body);
      }
      return refusals;
    };
    const clients = Array.from({ length: CLIENTS }, (_, client) => placing(client));
    expect((await Promise.all(clients)).flat()).toEqual([]);
  }

  async function settled(): Promise<void> {
    await eventually(async () => {
      const { orders, total } = ok(await user.api.sale.order.get({ filter_channel_id: order.channel_id, limit: 100 }));
      expect(total).toBe(placed);
      return orders.every(({ products }) => products.every(({ deducted }) => deducted));
    }, PATIENCE_MS);
    expect(ok(await user.api.inventory.flow.verify({}))).toMatchObject({ ok: true, faults: [] });
  }

  async function expectAway(path: string, credentials = user.credentials): Promise<void> {
    const began = Date.now();
    const { status, headers } = await call(system.urls[0] ?? '', credentials, path, {});
    expect([path, status, Number(headers.get('retry-after')) > 0]).toEqual([path, 503, true]);
    expect(Date.now() - began).toBeLessThan(AT_ONCE_MS);
  }

  /** Returns when the PostgreSQL that answers now was started, or the epoch while none answers. */
  async function serverStart(): Promise<Date> {
    const client = new Client({ connectionString: system.postgres.url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ start: Date }>('SELECT pg_postmaster_start_time() AS start');
      return rows[0]?.start ?? new Date(0);
    } catch {
      return new Date(0);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Does work while all replicas of a service are dead. */
  async function without(name: ProcessName, work: () => Promise<void>): Promise<void> {
    const replicas = system.processes.filter((each) => each.name === name);
    await Promise.all(replicas.map((replica) => replica.down('SIGKILL')));
    await work().finally(() => Promise.all(replicas.map((replica) => replica.up())));
  }

  async function restart(name: ProcessName): Promise<void> {
    for (const replica of system.processes.filter((each) => each.name === name)) {
      await replica.down('SIGKILL');
      await replica.up();
    }
  }

  test('orders are accepted without the inventory, and are completed and settle when it is back', async () => {
    const products = order.products.map((product) => ({ ...product, item_id: 0, model: 'MUG' }));
    await without('inventory', async () => {
      await placeOrders();
      await placeOrders({ products });
      await restart('sales');
      await placeOrders({ products });
      await expectAway('inventory/item/get');
    });
    await settled();
    const { orders } = ok(await user.api.sale.order.get({ filter_channel_id: order.channel_id, limit: 100 }));
    expect(new Set(orders.map(({ weight }) => weight))).toEqual(new Set([0.5]));
  });

  test('orders are accepted and settle without the integration', async () => {
    await without('integration', async () => {
      // The event of a change removes nothing that a replica knows.
      ok(await user.api.setting.payment_method.add({ name: 'Voucher' }));
      await placeOrders();
      // A replica that starts meanwhile takes orders by the reference snapshots of others.
      await restart('sales');
      await placeOrders();
      await expectAway('integration/channel/get');
      await settled();
      await placeOrders();
    });
    await settled();
  });

  /** Adds a promotion with one use left, and returns the totals line of an order that uses it. */
  async function promotionOf(limit_policy: 'count' | 'strict') {
    const configuration = { percent: 10, coupons: [limit_policy], limit_policy };
    const { promotion_id } = ok(
      await promotions().add({ name: limit_policy, type: 'percent', total_limit: 1, configuration }),
    );
    const totals = [{ code: `promotion.${promotion_id}`, name: 'Off', price: -1, sort_order: 0 }];
    const expectUses = async (total_used: number, over_limit: number) => {
      await eventually(async () => {
        const [found] = ok(await promotions().get({ promotion_id })).promotions;
        return found?.total_used === total_used && found.total_held === 0;
      }, PATIENCE_MS);
      expect(ok(await promotions().verify({})).faults).toEqual([]);
      const { histories } = ok(await promotions().getHistory({ filter_promotion_id: promotion_id, limit: 100 }));
      expect(histories.filter((use) => use.over_limit)).toHaveLength(over_limit);
    };
    return { totals, expectUses };
  }
  const promotions = () => user.api.extension.total.promotion;

  test('uses follow orders that were accepted without the integration, unless the promotion is strict', async () => {
    const [counted, strict] = [await promotionOf('count'), await promotionOf('strict')];
    // Sales learns of the promotions with the next orders.
    await placeOrders();
    const strictOrder = { ...order, totals: strict.totals, idempotency_key: 'strict' };
    await without('integration', async () => {
      await placeOrders({ totals: counted.totals });
      const { status, headers } = await ask('sale/order/add', strictOrder);
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
    });
    const answers = [await ask('sale/order/add', strictOrder), await ask('sale/order/add', strictOrder)];
    placed++;
    expect(answers.map(({ status, body }) => [status, 'replayed' in body])).toEqual([
      [200, false],
      [200, true],
    ]);
    await counted.expectUses(CLIENTS * ORDERS_OF_CLIENT, CLIENTS * ORDERS_OF_CLIENT - 1);
    await strict.expectUses(1, 0);
    await settled();
  });

  test('each use counts once when sales and the integration are down one after the other', async () => {
    const { totals, expectUses } = await promotionOf('count');
    await without('integration', async () => {
      await placeOrders({ totals });
      await without('sales', () => expectAway('sale/order/get'));
    });
    await placeOrders({ totals });
    await without('sales', () => restart('integration'));
    const uses = 2 * CLIENTS * ORDERS_OF_CLIENT;
    await expectUses(uses, uses - 1);
    await settled();
  });

  test('orders are accepted without Kafka, and settle when it is back', async () => {
    await system.kafka.stop();
    await placeOrders().finally(() => system.kafka.start());
    await settled();
  });

  test('orders are accepted as soon as PostgreSQL is back from a kill -9', async () => {
    const killed_at = new Date();
    system.postgres.kill9();
    // Connections of the killed server may still answer for a moment.
    await eventually(async () => (await serverStart()) > killed_at, PATIENCE_MS);
    await eventually(async () => !(await user.api.sale.order.get({})).error, PATIENCE_MS);
    await placeOrders();
    await settled();
  });

  test('known accounts go on without the settings, and the rest is refused at once', async () => {
    await without('settings', async () => {
      await placeOrders();
      await expectAway('setting/order_status/get');
      await expectAway('sale/order/get', { ...user.credentials, domain: 'unknown' });
    });
    await settled();
  });
});
