import { useSyncExternalStore } from 'react';
import { type PricedItem, type PriceOutcome, readPrices, writePrices } from '../../api/prices.js';
import { queryClient } from '../../api/query-client.js';
import { onSessionChange } from '../../session/session.js';
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

let current: PriceRun | undefined;
let isStopped = false;
const listeners = new Set<() => void>();

function become(next: PriceRun | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

// A run belongs to the user who started it.
onSessionChange((session) => {
  if (session) return;
  stopPrices();
  become(undefined);
});

const holdPage = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Writes prices in the background; a user who leaves the page finds the results on return. */
export async function runPrices(rule: PriceRule | undefined, changes: readonly PriceChange[]): Promise<PriceRun> {
  isStopped = false;
  let run: PriceRun = { rule, changes, isRunning: true };
  become(run);
  addEventListener('beforeunload', holdPage);
  const open = changes.filter(({ outcome }) => !outcome);
  for (let start = 0; start < open.length && !isStopped; start += SIZE) {
    const settled = await settle(open.slice(start, start + SIZE));
    run = { ...run, changes: run.changes.map((change) => settled.get(change.item.item_id) ?? change) };
    if (current) become(run);
  }
  removeEventListener('beforeunload', holdPage);
  run = { ...run, isRunning: false };
  if (current) become(run);
  void queryClient.invalidateQueries({ queryKey: ['inventory/item'] });
  return run;
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
export async function undoPrices({ changes }: PriceRun): Promise<PriceRun> {
  const saved = changes.filter(({ outcome }) => outcome === 'saved');
  const stored = await readPrices(saved.map(({ item }) => item.item_id));
  const back = saved.flatMap(({ item, after }): PriceChange[] => {
    const now = stored.find(({ item_id }) => item_id === item.item_id);
    return now?.price === after ? [{ item: now, after: item.price, key: crypto.randomUUID() }] : [];
  });
  return runPrices(undefined, back);
}

/** Ends the run behind the writes under way. */
export function stopPrices(): void {
  isStopped = true;
}

export const forgetPrices = (): void => become(undefined);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const usePriceRun = (): PriceRun | undefined => useSyncExternalStore(subscribe, () => current);
