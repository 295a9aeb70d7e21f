import { SecretKeys } from '@stockbook/auth';
import { Stockbook } from '@stockbook/client';
import { openLog } from '@stockbook/process';
import { eventually, scratchDatabase, type ScratchDatabase } from '@stockbook/testing';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble, type Assembly } from '../../assemble.js';
import { type Home, openHome, withMedia } from '../../home/home.js';
import { ensureDemo } from '../demo.js';
import { bikes, items } from './catalogue.js';
import { ensureYear } from './demo-year.js';
import { channels } from './orders.js';
import { moved, planYear } from './plan.js';
import type { Shelves } from './shelves.js';

const ORDERS = 200;
const keys = SecretKeys.parse(`test:${randomBytes(32).toString('base64')}`);
let database: ScratchDatabase;
let folder: string;
let home: Home;
let assembly: Assembly;
beforeAll(async () => {
  database = await scratchDatabase();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-year-'));
  home = await openHome(folder);
  const options = { databaseUrl: database.url, secretKeys: keys, host: '127.0.0.1', port: 0, ratePerMinute: 0 };
  assembly = await assemble({ ...options, log: openLog('test', 'fatal'), env: withMedia({}, home) });
});
afterAll(async () => {
  await assembly.stop();
  await home.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

test('a year that was cut off is completed, its ledger is right, and the next start adds nothing', async () => {
  const { url, services, running, openGateway } = assembly;
  const place = { url, services, db: running.settings.db, hasYear: true };
  const demo = (await ensureDemo(place, home, keys, () => undefined))!;
  const { domain, api_key: apiKey, api_secret: apiSecret } = demo;
  const { sale, inventory, integration } = new Stockbook({ url, domain, apiKey, apiSecret });
  const totals = async () => ({
    orders: (await sale.order.get({ limit: 1 })).total,
    notes: (await sale.credit_note.get({ limit: 1 })).total,
    items: (await inventory.item.get({ limit: 1 })).total,
    movements: (await inventory.flow.get({ limit: 1 })).total,
  });
  const small = await totals();

  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const killedAfter = async (orders: number) => {
    const killing = new AbortController();
    const killed = ensureYear({ demo, openGateway, signal: killing.signal, report, orders: ORDERS });
    await eventually(async () => (await totals()).orders! > small.orders! + orders, 60_000);
    killing.abort();
    await killed;
  };
  await killedAfter(20);
  const location_id = (await inventory.location.get({})).locations.find(({ name }) => name === 'Depot')!.location_id;
  const sellAll = async (search: string) => {
    const { items: shown } = await inventory.item.get({ search, limit: 100, fields: 'item_id,locations' });
    const deduction = shown.flatMap(({ item_id, locations }) => {
      const quantity = locations?.find((each) => each.location_id === location_id)?.on_hand ?? 0;
      return quantity > 0 ? [{ item_id, location_id, name: '', quantity, cost: 0 }] : [];
    });
    expect(deduction.length).toBeGreaterThan(3);
    await inventory.deduction.add({ comment: 'Market', deduction });
  };
  // A person sells what the year wants to bring to the shops, and what its last transfer wants to take.
  await sellAll('socks');
  await killedAfter(190);
  await sellAll('pump');
  const start = () => ensureYear({ demo, openGateway, signal: new AbortController().signal, report, orders: ORDERS });
  await start();
  await assembly.settled();
  expect(lines.at(-1)).toMatch(/^The demo shop has its year of trade after/);
  const year = await totals();
  expect(year.orders).toBe(small.orders! + ORDERS);
  expect(year.items).toBe(small.items! + items.length + bikes.length);
  expect(await inventory.flow.verify({})).toMatchObject({ ok: true, faults: [] });

  const { purchase_orders } = await inventory.purchase_order.get({ limit: 100 });
  expect(new Set(purchase_orders.map(({ status }) => status))).toContain('partly_received');
  const { webhooks } = await integration.webhook.get({ with_total: false });
  expect(webhooks.filter(({ status }) => status !== 'disabled')).toHaveLength(1);
  const pictured = (await inventory.item.get({ filter_brand_id: 0, limit: 100 })).items.filter(({ image }) => image);
  expect(pictured.length).toBeGreaterThan(50);

  await start();
  expect(await totals()).toEqual(year);
}, 240_000);

test('the same seed and time plan the same year, and another seed another one', () => {
  const now = new Date('2026-11-27T10:00:00Z');
  expect(planYear(1, now, ORDERS)).toEqual(planYear(1, now, ORDERS));
  expect(planYear(1, now, ORDERS)).not.toEqual(planYear(2, now, ORDERS));
});

test.each([38, 1, 2, 3])('nothing moves in the year of seed %i that an order may wait for', (seed) => {
  const { opening, periods } = planYear(seed, new Date('2026-11-27T10:00:00Z'));
  const shelves = opening.copy();
  const waited: number[] = [];
  for (const { purchases, transfers, orders, returns, losses, count } of periods) {
    const leave = (location: Parameters<Shelves['of']>[0], sku: string, quantity: number) => {
      expect(shelves.of(location, sku)).toBeGreaterThanOrEqual(quantity);
      shelves.add(location, sku, -quantity);
    };
    for (const { sku, quantity } of purchases.flatMap(({ received }) => received)) shelves.add('depot', sku, quantity);
    for (const { to, lines } of transfers) {
      for (const { sku, quantity } of lines) {
        leave('depot', sku, quantity);
        shelves.add(to, sku, quantity);
      }
    }
    for (const { order, line } of returns) {
      const { location } = channels[order.channel];
      for (const { sku } of moved([{ sku: order.lines[line]!.sku, quantity: 1 }])) {
        // A piece of an order that waits cannot come back.
        expect(shelves.of(location, sku)).toBeGreaterThanOrEqual(0);
        shelves.add(location, sku, 1);
      }
    }
    for (const { channel, status, lines } of orders) {
      if (status === 'Pending' || status === 'Cancelled') continue;
      const { location } = channels[channel];
      for (const { sku, quantity } of moved(lines)) {
        shelves.add(location, sku, -quantity);
        if (shelves.of(location, sku) < 0) waited.push(quantity);
      }
    }
    for (const { location, lines } of losses) lines.forEach(({ sku, quantity }) => leave(location, sku, quantity));
    for (const { sku, quantity, expected } of count?.lines ?? []) {
      shelves.add(count!.location, sku, quantity - expected);
    }
  }
  expect(waited.length).toBeGreaterThan(0);
});

test.each(['2026-01-01T00:00:05Z', '2028-02-29T12:00:00Z'])(
  'a year that ends at %s lies before it, up to its day',
  (text) => {
    const now = new Date(text);
    const placed = planYear(1, now).periods.flatMap(({ orders }) => orders.map((order) => order.placed.toISOString()));
    expect(placed).toHaveLength(3_000);
    expect(placed.every((date) => date < now.toISOString())).toBe(true);
    expect(placed.at(-1)!.slice(0, 10)).toBe(text.slice(0, 10));
    expect(placed[0]! < new Date(now.getTime() - 350 * 86_400_000).toISOString()).toBe(true);
  },
);
