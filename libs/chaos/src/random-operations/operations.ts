import { setTimeout as delay } from 'node:timers/promises';
import type { Desk } from './desk.js';
import { countTwice } from './count-operations.js';
import { changeCredit, creditOrder } from './credit-operations.js';
import { changeOrder, deleteOrders, placeOrder, readOrder } from './order-operations.js';
import { toggleDeduct, togglePolicy } from './setting-operations.js';
import {
  addItem,
  composeBundle,
  deleteItems,
  editItem,
  editStock,
  passLocation,
  verifyFlow,
} from './stock-operations.js';

type Operation = (desk: Desk) => Promise<void>;

/** How many of a hundred operations are of each kind. A client begins with one of each. */
const OPERATIONS: readonly [weight: number, operation: Operation][] = [
  [25, placeOrder],
  [26, changeOrder],
  [4, deleteOrders],
  [6, readOrder],
  [4, creditOrder],
  [6, changeCredit],
  [3, countTwice],
  [12, editStock],
  [2, addItem],
  [3, composeBundle],
  [3, editItem],
  [2, deleteItems],
  [2, passLocation],
  [1, verifyFlow],
  [2, toggleDeduct],
  [2, togglePolicy],
];
const PAUSE_MS = 20;

/** One client: does one random operation after the other, with pauses, until the signal. */
export async function operate(desk: Desk, signal: AbortSignal): Promise<void> {
  const first = OPERATIONS.map(([, operation]) => operation).values();
  while (!signal.aborted) {
    const operation = first.next().value ?? desk.random.weighted(OPERATIONS);
    await operation(desk).catch((fault: unknown) => desk.model.faults.push(String(fault)));
    await delay(desk.random.between(0, 2 * PAUSE_MS), undefined, { signal }).catch(() => undefined);
  }
}
