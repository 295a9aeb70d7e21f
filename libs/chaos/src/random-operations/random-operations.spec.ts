import { orderSubscription, ownCaller } from '@stockbook/contracts';
import { checkedClient, eventually, World } from '@stockbook/testing';
import { setMaxListeners } from 'node:events';
import { findViolations } from '../checker.js';
import { openShops, type ShopPlan } from '../load/shop.js';
import { Random } from '../random.js';
import { evidenceOf, operationsChecks } from './checks.js';
import type { Desk } from './desk.js';
import { ShopModel } from './model.js';
import { operate } from './operations.js';
import { allowNegativeStock } from './setting-operations.js';
import { verifyFlow } from './stock-operations.js';

/** STOCKBOOK_TEST_SECONDS makes the load last longer. */
const LOAD_MS = Number(process.env['STOCKBOOK_TEST_SECONDS'] || 10) * 1_000;
/** A slow machine takes longer until something of everything has happened. */
const MORE_MS = 40_000;
const CLIENTS = 16;
/** Plenty of everything, a policy that comes and goes, and so little that orders wait. */
const SHOPS: readonly ShopPlan[] = [
  { domain: 'plenty', allow_negative_stock: false, items: 6, pieces: 100_000 },
  { domain: 'toggling', allow_negative_stock: true, items: 4, pieces: 20 },
  { domain: 'scarce', allow_negative_stock: false, items: 4, pieces: 20 },
];
/** STOCKBOOK_TEST_SEED repeats the operations of a run, though not who comes first. */
const seed = Number(process.env['STOCKBOOK_TEST_SEED'] || Date.now() % 1_000_000);

let world: World;
beforeAll(async () => void (world = await World.open()), 60_000);
afterAll(() => world.close());

test(
  `after random operations everything is as it was acknowledged, without a deadlock (seed ${seed})`,
  async () => {
    const random = new Random(seed);
    const shops = await openShops(world.url, world.provisioning, SHOPS);
    // In two of the shops every change of an order is an event, by which the checks count the changes exactly.
    for (const { account_id } of shops.slice(1)) await subscribeToOrders(account_id);
    await world.settled();
    const models = shops.map((account) => new ShopModel(account));
    const desks = Array.from({ length: CLIENTS }, (_, index) => deskOf(models[index % models.length]!, random.fork()));

    const over = new AbortController();
    setMaxListeners(CLIENTS + 1, over.signal);
    const end = Date.now() + LOAD_MS;
    const isEnough = () => Date.now() > end && hasEverything(models);
    const enough = eventually(isEnough, LOAD_MS + MORE_MS).finally(() => over.abort());
    await Promise.all([enough, ...desks.map((desk) => operate(desk, over.signal))]);
    const [, toggling] = desks;
    await allowNegativeStock(toggling!, true);
    await world.settled();

    const { source } = world.assembly.running.settings.db;
    const violations = await findViolations(
      (sql, values = []) => source.query(sql, [...values]),
      evidenceOf(models),
      operationsChecks,
    );
    await Promise.all(desks.slice(0, models.length).map(verifyFlow));
    const faults = models.flatMap((model) => model.faults);
    expect({ violations, faults }).toEqual({ violations: [], faults: [] });
  },
  LOAD_MS + MORE_MS + 60_000,
);

/** Whether each kind of operation has left something for the checks. */
function hasEverything(models: readonly ShopModel[]): boolean {
  const [orders, items] = [models.flatMap((model) => model.orders), models.flatMap((model) => model.items)];
  const bundles = new Set(items.filter(({ bundle }) => bundle).map(({ item_id }) => item_id));
  return (
    orders.some(({ version, deleted }) => version !== 1 && !deleted) &&
    orders.some(({ deleted }) => deleted) &&
    items.some(({ living }) => !living.last) &&
    orders.some(({ lines }) => lines.some(({ item_id }) => bundles.has(item_id))) &&
    models.some(({ records }) => records.some(({ kind, deleted }) => kind === 'credit_note' && deleted)) &&
    models.every(({ quantities, deletedLocations }) => quantities.length > 0 && deletedLocations.length > 0)
  );
}

const subscribeToOrders = (account_id: number) =>
  world.assembly.services.ask(orderSubscription.set, {
    caller: ownCaller(account_id),
    input: { is_subscribed: true, version: 1 },
    deadline: Date.now() + 5_000,
    request_id: 'subscribe',
  });

let tokens = 0;

const deskOf = (model: ShopModel, random: Random): Desk => ({
  api: checkedClient(world.url, model.account.credentials),
  model,
  random,
  token: () => `${model.account.account_id}-${++tokens}`,
});
