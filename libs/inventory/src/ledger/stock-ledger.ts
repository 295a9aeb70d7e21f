import { type Fault, Refused } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { announceArrivals } from './arrivals.js';
import { bookedLines, difference } from './difference.js';
import { LockedStock, MAX_ON_HAND, type StockKey } from './locked-stock.js';
import type { Moved, Movement, Outcome, StockLine, StockOperation } from './movement.js';
import { Posting } from './posting.js';
import { type RefusedLines, refusals } from './refused-lines.js';

export type { Moved, StockLine, StockOperation } from './movement.js';

/**
 * Moves the stock of the transaction's account: all lines or none. Lines that fall short are refused, each with a
 * sentence (409), unless the account allows negative stock. Call it once a transaction, on stock that is already locked
 * if the caller had to look at it.
 */
export async function move(
  tx: Tx,
  operation: StockOperation,
  lines: readonly StockLine[],
  locked?: LockedStock,
): Promise<readonly Moved[]> {
  const movement = { account_id: tx.account_id, operation, lines };
  const stock = locked ?? (await LockedStock.of(tx, movedKeys(movement)));
  const posting = new Posting(stock);
  const { moved, refused } = postedBy(posting, stock, movement);
  Refused.ifAny(await refusals(tx, operation, refused));
  posting.write(tx);
  await announceArrivals(tx, posting.arrivals);
  return moved;
}

/** Nothing can wait for new items. Writes nothing if it returns faults. */
export async function moveNew(tx: Tx, movements: readonly Movement[], locked: LockedStock): Promise<Fault[][]> {
  const posting = new Posting(locked);
  const posted = movements.map((movement) => ({ ...movement, ...postedBy(posting, locked, movement) }));
  const faults = await Promise.all(posted.map(({ operation, refused }) => refusals(tx, operation, refused)));
  if (!faults.flat().length) posting.write(tx);
  return faults;
}

/** `moveInParts` takes some 100 ms to compute this many lines. */
const PART = 1_000;

/** Works in parts, so that the process serves others and PostgreSQL sees no transaction that hangs. */
export async function moveInParts(
  tx: Tx,
  operation: StockOperation,
  lines: readonly StockLine[],
  stock: LockedStock,
): Promise<void> {
  const all: RefusedLines[] = [];
  const arrivals: StockKey[] = [];
  for (let from = 0; from < lines.length; from += PART) {
    const posting = new Posting(stock);
    const part = { account_id: tx.account_id, operation, lines: lines.slice(from, from + PART) };
    all.push(postedBy(posting, stock, part).refused);
    arrivals.push(...posting.arrivals);
    posting.write(tx);
    await tx.sent();
  }
  const refused = {
    short: all.flatMap(({ short }) => short),
    excessive: all.flatMap(({ excessive }) => excessive),
    overheld: all.flatMap(({ overheld }) => overheld),
    ofBundles: all.flatMap(({ ofBundles }) => ofBundles),
  };
  Refused.ifAny(await refusals(tx, operation, refused));
  await announceArrivals(tx, arrivals);
}

/** Works out a movement, and finds the lines that may not be moved. */
function postedBy(posting: Posting, stock: LockedStock, movement: Movement) {
  const { moved, short } = posting.post(movement);
  const { account_id, lines } = movement;
  const ofBundles = lines.filter((line) => isNew(line) && stock.level({ ...line, account_id }).cost.bundle);
  const overheld = lines.filter(
    ({ hold = 0, ...key }) => hold > 0 && stock.level({ ...key, account_id }).reserved > MAX_ON_HAND,
  );
  const excessive = moved.filter((line) => isTooMany(line) && stock.level(line).on_hand > MAX_ON_HAND);
  const refused: RefusedLines = { short, excessive, overheld, ofBundles };
  return { moved, refused };
}

/** Holds all lines or none; below 0 it releases. A line of `move` with `hold` below 0 turns a hold into a movement. */
export async function reserve(
  tx: Tx,
  operation: StockOperation,
  lines: readonly StockLine[],
  locked?: LockedStock,
): Promise<void> {
  const held = lines.map((line) => ({ ...line, quantity: 0, hold: line.quantity }));
  await move(tx, operation, held, locked);
}

/** Moves the difference to what `lines` say; a deleted document has none. The caller has locked it. */
export async function moveDocument(
  tx: Tx,
  operation: StockOperation,
  lines: readonly StockLine[],
  locked?: LockedStock,
): Promise<readonly Moved[]> {
  const missing = difference(await bookedLines(tx, operation), lines);
  const valued = operation.at_average ? missing.map(({ value, unit_cost, ...line }) => line) : missing;
  return move(tx, operation, valued, locked);
}

/** Lines that fall short are left out and returned. The caller announces the arrivals. */
export function moveMany(tx: Tx, movements: readonly Movement[], locked: LockedStock): Outcome[] {
  const posting = new Posting(locked);
  const outcomes = movements.map((movement) => posting.post(movement));
  posting.write(tx);
  return outcomes;
}

const movedKeys = ({ account_id, lines }: Movement): StockKey[] =>
  lines.map(({ item_id, location_id }) => ({ account_id, item_id, location_id }));

/** Tells whether a line does more than return pieces to where they came from, which a new bundle may still do. */
const isNew = ({ quantity, hold = 0, value }: StockLine): boolean =>
  value === undefined && (quantity !== 0 || hold > 0);

/** Incoming pieces may replace pieces of the same movement, which go after them. */
const isTooMany = ({ quantity, balance }: Moved): boolean => quantity > 0 && balance > MAX_ON_HAND;
