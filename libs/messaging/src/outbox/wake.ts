import type { Tx } from '@stockbook/persistence';

/**
 * Rings in this process when something was written to a schema's outbox; relays of other processes find it by
 * polling.
 */
class Bell {
  readonly listeners = new Set<() => void>();
  readonly ring = (): void => {
    for (const wake of this.listeners) wake();
  };
}

const bells = new Map<string, Bell>();

function bellOf(schema: string): Bell {
  let bell = bells.get(schema);
  if (!bell) bells.set(schema, (bell = new Bell()));
  return bell;
}

/** The schema whose tables a transaction writes. */
export const schemaOf = (tx: Tx): string => {
  const { schema } = tx.manager.dataSource.driver;
  if (!schema) throw new Error('This transaction belongs to no schema.');
  return schema;
};

/**
 * Wakes the schema's relay after the commit. `publish` does so by itself; SQL that writes its own outbox rows calls
 * this.
 */
export function wakeAfterCommit(tx: Tx): void {
  tx.afterCommit(bellOf(schemaOf(tx)).ring);
}

/** Calls `wake` after each such commit, until the function returned is called. */
export function onWake(schema: string, wake: () => void): () => void {
  const { listeners } = bellOf(schema);
  listeners.add(wake);
  return () => listeners.delete(wake);
}
