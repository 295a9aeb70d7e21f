import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../random.js';
import { bundle } from './actions/bundles.js';
import { customer } from './actions/customers.js';
import { document } from './actions/documents.js';
import { lookAtOrders, order, renderInvoice } from './actions/orders.js';
import { promotionUse } from './actions/promotions.js';
import { settlement } from './actions/settlements.js';
import { addStock } from './actions/stock.js';
import { stockTake } from './actions/stock-takes.js';
import { transferJob } from './actions/transfer-jobs.js';
import { Desk } from './desk.js';
import { describeAnswer, type Gate } from './gate.js';
import { isSameAnswer, type Journal, type Write } from './journal.js';
import type { ShopAccount } from './shop.js';

/** Decides on a client's next write; none when it only reads, or has nothing to do it with. */
type Action = (desk: Desk) => Write | undefined | Promise<Write | undefined>;

/** How many of a hundred actions are of each kind. */
const ACTIONS: readonly [weight: number, action: Action][] = [
  [38, order],
  [10, lookAtOrders],
  [2, renderInvoice],
  [10, addStock],
  [12, document],
  [6, settlement],
  [6, customer],
  [2, bundle],
  [5, transferJob],
  [5, stockTake],
  [4, promotionUse],
];

export interface LoadOptions {
  readonly gate: Gate;
  readonly journal: Journal;
  readonly shops: readonly ShopAccount[];
  readonly random: Random;
  readonly clients: number;
  /** Between an answer and the next request, on average. */
  readonly pause_ms: number;
}

/** Runs the clients, spread over the accounts, until the signal; resolves when the last has its answer. */
export async function runLoad(options: LoadOptions, signal: AbortSignal): Promise<void> {
  const { gate, journal, shops, random, clients, pause_ms } = options;
  setMaxListeners(clients + 1, signal);
  const desks = Array.from({ length: clients }, (_, index) => {
    const account = shops[index % shops.length];
    if (!account) throw new Error('There is no account to work on.');
    return new Desk(gate, journal, random.fork(), account);
  });
  await Promise.all(desks.map((desk) => runClient(desk, pause_ms, signal)));
}

/** One client: sends a request, waits for its answer, pauses. It changes only records of its own, one after the other. */
async function runClient(desk: Desk, pause_ms: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const action = desk.random.weighted(ACTIONS);
    const write = await action(desk);
    if (write) await send(desk, write);
    const pause = desk.random.between(pause_ms / 2, 1.5 * pause_ms);
    await delay(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** Sends a write, now and then once more byte for byte: then it has the same answer, and nothing is done. */
async function send({ gate, journal, random }: Desk, write: Write): Promise<void> {
  const { path, text, needs } = write;
  const answer = await gate.send(path, text, needs);
  if (journal.take(write, answer) !== 'acknowledged' || !answer || !random.chance(0.05)) return;
  const again = await gate.send(path, text, needs);
  if (!again || again.status >= 500 || (again.status === 200 && isSameAnswer(again.body, answer.body))) return;
  journal.wrong.push(`${path} ${text} was repeated: ${describeAnswer(again)}, not ${describeAnswer(answer)}`);
}
