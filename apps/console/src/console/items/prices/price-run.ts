import { type PricedItem, type PriceOutcome, readPrices, writePrices } from '../../api/prices.js';
import { queryClient } from '../../api/query-client.js';
import { UserWork } from '../../session/user-work.js';
import type { PriceRule } from './price-rule.js';

/** A price before and after. The key names its write, so that a repeated one is done once. */
export interface PriceChange {
  readonly item: PricedItem;
  readonly after: number;
  readonly key: string;
  readonly outcome?: PriceOutcome | undefined;
  /** The item as it is stored now, if somebody else has changed it meanwhile. */
  readonly stored?: PricedItem | undefined;
}

export interface PriceRun {
  /** Undefined for a run that puts former prices back. */
  readonly rule: PriceRule | undefined;
  readonly changes: readonly PriceChange[];
  readonly isRunning: boolean;
}

const SIZE = 50;

const work = new UserWork<PriceRun>();
let isStopped = false;

/** Writes prices in the background. It returns the results, unless the session of its user has ended meanwhile. */
export async function runPrices(
  rule: PriceRule | undefined,
  all: readonly PriceChange[],
): Promise<readonly PriceChange[] | undefined> {
  isStopped = false;
  let changes = all;
  const progress = work.begin({ rule, changes, isRunning: true });
  const open = changes.filter(({ outcome }) => !outcome);
  for (let start = 0; start < open.length && !isStopped; start += SIZE) {
    const settled = await settle(open.slice(start, start + SIZE));
    changes = changes.map((change) => settled.get(change.item.item_id) ?? change);
    if (!progress({ changes })) return undefined;
  }
  progress({ isRunning: false });
  void queryClient.invalidateQueries({ queryKey: ['inventory/item'] });
  return changes;
}

async function settle(changes: readonly PriceChange[]): Promise<ReadonlyMap<number, PriceChange>> {
  const outcomes = await writePrices(changes.map(({ item, after, key }) => ({ ...item, price: after, key })));
  const stale = changes.flatMap(({ item }, place) => (outcomes[place] === 'stale' ? item.item_id : []));
  const stored = await readPrices(stale).catch(() => []);
  return new Map(
    changes.map((change, place) => {
      const { item_id } = change.item;
      const now = stored.find((each) => each.item_id === item_id);
      return [item_id, { ...change, outcome: outcomes[place], stored: now }];
    }),
  );
}

/** Puts the prices back that a run has saved, where they are still what it has made them. */
export async function undoPrices(run: PriceRun): ReturnType<typeof runPrices> {
  const saved = run.changes.filter(({ outcome }) => outcome === 'saved');
  const stored = await readPrices(saved.map(({ item }) => item.item_id));
  const back = saved.flatMap(({ item, after }): PriceChange[] => {
    const now = stored.find(({ item_id }) => item_id === item.item_id);
    return now?.price === after ? [{ item: now, after: item.price, key: crypto.randomUUID() }] : [];
  });
  return work.isShown(run) ? runPrices(undefined, back) : undefined;
}

/** Ends the run behind the writes under way. */
export function stopPrices(): void {
  isStopped = true;
}

export const { forget: forgetPrices, use: usePriceRun } = work;
