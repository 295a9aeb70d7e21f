import { answerFaults, eventually, post, sign, World } from '@stockbook/testing';
import { operations, orderSubscription, ownCaller } from '@stockbook/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { checks, findViolations } from '../checker.js';
import { Desk } from '../load/desk.js';
import { Journal } from '../load/journal.js';
import { ACTIONS, runLoad } from '../load/load.js';
import { openShops, type ShopPlan } from '../load/shop.js';
import { untilQuiet } from '../quiet.js';
import { Random } from '@stockbook/process';
import type { RunSql } from '../system/run-sql.js';
import { subscriptions } from '../system/subscriptions.js';
import { allowNegativeStock, catalogActions, verifyFlow } from './catalog-actions.js';
import { raceActions } from './race-actions.js';
import { shownStockFaults } from './shown-stock.js';

/** STOCKBOOK_TEST_SECONDS makes the load last longer. */
const LOAD_MS = Number(process.env['STOCKBOOK_TEST_SECONDS'] || 5) * 1_000;
/** A slow machine takes longer until each action was granted. */
const MORE_MS = 120_000;
const [CLIENTS, PAUSE_MS] = [16, 20];
/** Shops with plenty of everything, with a policy that changes, and with so little that orders wait. */
const SHOPS: readonly ShopPlan[] = [
  { domain: 'plenty', allow_negative_stock: false, items: 6, pieces: 100_000 },
  { domain: 'toggling', allow_negative_stock: true, items: 4, pieces: 20 },
  { domain: 'scarce', allow_negative_stock: false, items: 4, pieces: 20 },
];
const ALL_ACTIONS = { ...ACTIONS, ...raceActions, ...catalogActions };
/** STOCKBOOK_TEST_SEED, 7 or 1..10, repeats the operations of runs, but not which client comes first. */
const given = process.env['STOCKBOOK_TEST_SEED'] || String(Date.now() % 1_000_000);
const [first = 1, last = first] = given.split('..').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** The checks read the whole database, so each seed has its own world. */
let world: World;
beforeEach(async () => void (world = await World.open()), 60_000);
afterEach(() => world.close());

test.each(seeds)(
  'after random operations everything is as it was acknowledged, without a deadlock (seed %d)',
  async (seed) => {
    const shops = await openShops(world.url, world.provisioning, SHOPS);
    // In two of the shops every change of an order is an event, by which the checks count the changes exactly.
    for (const { account_id } of shops.slice(1)) await subscribeToOrders(account_id);
    await world.settled();
    const journal = new Journal(shops);
    const gate = checkedGate(world.url, journal);
    const over = new AbortController();
    const end = Date.now() + LOAD_MS;
    const notGranted = () => Object.keys(ALL_ACTIONS).filter((name) => !journal.granted.has(name));
    const enough = eventually(() => Date.now() > end && !notGranted().length, LOAD_MS + MORE_MS)
      .catch(() => undefined)
      .finally(() => over.abort());
    const load = {
      gate,
      journal,
      random: new Random(seed),
      clients: CLIENTS,
      pause_ms: PAUSE_MS,
      actions: ALL_ACTIONS,
    };
    await Promise.all([enough, runLoad(load, over.signal)]);
    expect(notGranted()).toEqual([]);

    const desks = journal.models.map((model) => new Desk(gate, journal, new Random(seed), model));
    const [, toggling] = desks;
    await toggling!.send(allowNegativeStock(toggling!, true));
    const { source } = world.assembly.running.settings.db;
    const run: RunSql = (sql, values = []) => source.query(sql, [...values]);
    await untilQuiet(run, { subscriptions, planted: [] });
    await world.settled();
    const evidence = { ...journal.evidence, subscriptions, planted: [], receipts: [] };
    const violations = await findViolations(run, evidence, checks);
    await Promise.all(desks.map(verifyFlow));
    const shown = await Promise.all(desks.map((desk) => shownStockFaults(desk, run)));
    const { acknowledged, refused, reads, unknown, wrong } = journal;
    const operations = acknowledged.length + refused + reads;
    const found = { operations, violations, wrong, unknown, shown: shown.flat() };
    expect(found).toEqual({ operations, violations: [], wrong: [], unknown: [], shown: [] });
  },
  LOAD_MS + MORE_MS + 60_000,
);

const [TRIES, AGAIN_MS] = [20, 250];

/** Repeats a request byte for byte while a service has no time for it; each answer must fit the contract. */
function checkedGate(url: string, journal: Journal): Desk['gate'] {
  const gate: Desk['gate'] = {
    send: async (path, text) => {
      for (let tries = 1; ; tries++) {
        const answer = await post(url, path, text);
        const operation = operations.get(path);
        const faults = operation ? answerFaults(operation, {}, answer) : ['There is no such operation.'];
        journal.wrong.push(...faults.map((fault) => `${path} answered ${answer.status}: ${fault}`));
        if (answer.status < 500 || tries === TRIES) return answer;
        await delay(AGAIN_MS);
      }
    },
    ask: (path, input, credentials) => gate.send(path, sign(`/${path}`, input, credentials)),
  };
  return gate;
}

const subscribeToOrders = (account_id: number) =>
  world.assembly.services.ask(orderSubscription.set, {
    caller: ownCaller(account_id),
    input: { is_subscribed: true, version: 1 },
    deadline: Date.now() + 5_000,
    request_id: 'subscribe',
  });
