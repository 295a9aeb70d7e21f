import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '@stockbook/process';
import type { Action, Actions } from './action.js';
import { bundleActions } from './actions/bundles.js';
import { creditActions } from './actions/credit-notes.js';
import { customerActions } from './actions/customers.js';
import { documentActions } from './actions/documents.js';
import { orderActions } from './actions/orders.js';
import { promotionActions } from './actions/promotions.js';
import { purchaseActions } from './actions/purchase-orders.js';
import { reservationActions } from './actions/reservations.js';
import { stockActions } from './actions/stock.js';
import { stockTakeActions } from './actions/stock-takes.js';
import { transferJobActions } from './actions/transfer-jobs.js';
import { Desk } from './desk.js';
import type { Journal } from './journal.js';

export const ACTIONS: Actions = {
  ...orderActions,
  ...creditActions,
  ...stockActions,
  ...documentActions,
  ...purchaseActions,
  ...reservationActions,
  ...transferJobActions,
  ...stockTakeActions,
  ...bundleActions,
  ...customerActions,
  ...promotionActions,
};

export interface LoadOptions {
  readonly gate: Desk['gate'];
  readonly journal: Journal;
  readonly random: Random;
  readonly clients: number;
  /** The mean pause between an answer and the next request. */
  readonly pause_ms: number;
  readonly actions?: Actions;
}

/** Runs the clients, spread over the accounts, until the signal; resolves when the last has its answer. */
export async function runLoad(options: LoadOptions, signal: AbortSignal): Promise<void> {
  const { gate, journal, random, clients, pause_ms, actions = ACTIONS } = options;
  setMaxListeners(clients + 1, signal);
  const desks = Array.from({ length: clients }, (_, index) => {
    const model = journal.models[index % journal.models.length];
    if (!model) throw new Error('There is no account to work on.');
    return new Desk(gate, journal, random.fork(), model);
  });
  await Promise.all(desks.map((desk) => runClient(desk, actions, pause_ms, signal)));
}

async function runClient(desk: Desk, actions: Actions, pause_ms: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const [name, action] = drawAction(desk, actions);
    const isGranted = await act(desk, action);
    if (isGranted) desk.journal.granted.add(name);
    // The action found nothing to write to.
    if (isGranted === undefined) continue;
    const pause = desk.random.between(pause_ms / 2, 1.5 * pause_ms);
    await delay(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** Every second action is one of those that were never granted yet. */
function drawAction({ journal, random }: Desk, actions: Actions): readonly [name: string, action: Action] {
  const weighted = Object.entries(actions).map(([name, [weight, action]]) => [weight, [name, action]] as const);
  const missing = weighted.map(([, each]) => each).filter(([name]) => !journal.granted.has(name));
  return missing.length && random.chance(0.5) ? random.pick(missing) : random.weighted(weighted);
}

async function act(desk: Desk, action: Action): Promise<boolean | undefined> {
  const done = await action(desk);
  if (typeof done === 'object') return (await desk.send(done)) === 'acknowledged';
  desk.letGo();
  return done;
}
