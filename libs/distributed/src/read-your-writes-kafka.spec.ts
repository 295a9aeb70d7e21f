import { freePort } from '@stockbook/process';
import {
  buildApps,
  checkedClient,
  eventually,
  ok,
  openShop,
  orderOf,
  type Shop,
  type TestUser,
} from '@stockbook/testing';
import { describeOwnKafka } from '@stockbook/testing/kafka';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessName } from './managed-process.js';
import { startSystem, type System } from './system.js';

/** The owner of a record waits for a process that does not confirm for one second; the rest is the machine's. */
const ACKNOWLEDGED_MS = 3_000;
const STALE_MS = 5_000;
const ZONES = ['Asia/Tokyo', 'Pacific/Honolulu'] as const;

describeOwnKafka('with two gateways and two replicas of each service', () => {
  let folder: string;
  let system: System;
  /** `user` and `other` are one user, through one gateway and through the other. */
  let user: TestUser;
  let other: TestUser;
  let shop: Shop;
  let zone: (typeof ZONES)[number] = ZONES[0];
  let status = 1;

  beforeAll(async () => {
    buildApps();
    folder = await mkdtemp(join(tmpdir(), 'stockbook-read-your-writes-'));
    const env = {
      PATH: process.env['PATH'],
      STOCKBOOK_HOME: join(folder, 'home'),
      PORT: String(await freePort()),
      STOCKBOOK_REPLICAS: '2',
      RATE_LIMIT_PER_MINUTE: '0',
    };
    system = await startSystem({ env, gateways: 2, report: () => undefined, sessionMs: 3_000 });
    const { url: _, ...credentials } = system.demo!;
    const through = (url: string) => ({ account_id: 1, user_id: 1, credentials, api: checkedClient(url, credentials) });
    user = through(system.urls[0]!);
    other = through(system.urls[1]!);
    shop = await openShop(user);
    ok(await user.api.sale.order.add(orderOf(shop, [aMug], { date_ordered: '2026-01-02T10:00:00Z' })));
    ok(await moveOn());
  }, 180_000);
  afterAll(async () => {
    await system?.stop();
    await rm(folder, { recursive: true });
  });

  const aMug = { item_id: 0, quantity: 1 };
  const processOf = (name: ProcessName) => system.processes.find((each) => each.name === name && each.replica === 2)!;

  const moveOn = () => user.api.setting.company.edit({ timezone: (zone = zone === ZONES[0] ? ZONES[1] : ZONES[0]) });
  /** Noon there is before 10:00 UTC in Tokyo, and after it in Honolulu. */
  const isZoneUsed = async () => {
    const noon = { filter_date_type: 'date_ordered', filter_date_start: '2026-01-02 12:00:00' } as const;
    const { total } = ok(await other.api.sale.order.get({ ...noon, filter_date_end: '2026-01-03 12:00:00' }));
    return total === (zone === ZONES[0] ? 1 : 0);
  };
  const switchChannel = () =>
    user.api.integration.channel.edit({ channel_id: shop.channel_id, status: (status = 1 - status) });
  const isStatusUsed = async () => {
    const { error } = await other.api.sale.order.add(orderOf(shop, [aMug]));
    return (error?.[0] === `Channel ${shop.channel_id} is disabled.`) === !status;
  };

  test.each([
    ['gateway', moveOn, isZoneUsed],
    ['sales', switchChannel, isStatusUsed],
  ] as const)(
    'a halted %s delays a change by a second, and uses its old copy for five seconds at most when it goes on',
    async (name, change, isUsed) => {
      for (let round = 0; round < 10; round++) expect(await isUsed()).toBe(true);
      const halted = processOf(name);
      halted.kill('SIGSTOP');
      const began = performance.now();
      ok(await change());
      expect(performance.now() - began).toBeLessThan(ACKNOWLEDGED_MS);
      halted.kill('SIGCONT');
      await eventually(isUsed, STALE_MS);
      await new Promise((resolve) => setTimeout(resolve, STALE_MS));
      for (let round = 0; round < 20; round++) expect(await isUsed()).toBe(true);
    },
    60_000,
  );

  test('no request misses a change while a replica of its owner is killed and starts again', async () => {
    const settings = processOf('settings');
    settings.kill('SIGKILL');
    await eventually(() => !settings.pid);
    const stale: number[] = [];
    let changes = 0;
    let isBack = false;
    const back = settings.ready().then(() => (isBack = true));
    for (; !isBack || changes < 50; changes++) {
      ok(await moveOn());
      if (!(await isZoneUsed())) stale.push(changes);
    }
    await back;
    expect(stale).toEqual([]);
  });

  test('a change of settings is used while the channels are those that are known', async () => {
    const replicas = system.processes.filter(({ name }) => name === 'integration');
    if (!status) ok(await switchChannel());
    // The rounds reach each replica of sales, which must know the channels.
    for (let round = 0; round < 20; round++) expect(await isStatusUsed()).toBe(true);
    await Promise.all(replicas.map((replica) => replica.down('SIGKILL')));
    try {
      for (const default_order_status_id of [shop.paid_id, shop.pending_id]) {
        ok(await user.api.setting.company.edit({ default_order_status_id }));
        const { order } = ok(await other.api.sale.order.add(orderOf(shop, [aMug], { order_status_id: 0 })));
        expect(order.order_status_id).toBe(default_order_status_id);
      }
    } finally {
      await Promise.all(replicas.map((replica) => replica.up()));
    }
  });
});
