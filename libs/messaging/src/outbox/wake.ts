import type { Tx } from '@stockbook/persistence';

/** Rings in this process after a write to a schema's outbox; relays of other processes poll. */
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

export const schemaOf = (tx: Tx): string => {
  const { schema } = tx.manager.dataSource.driver;
  if (!schema) throw new Error('This transaction belongs to no schema.');
  return schema;
};

/** Wakes the relay after the commit. `publish` calls this; SQL that writes outbox rows itself must do so too. */
export function wakeAfterCommit(tx: Tx): void {
  tx.afterCommit(bellOf(schemaOf(tx)).ring);
}

/** Returns a function that stops the calls. */
export function onWake(schema: string, wake: () => void): () => void {
  const { listeners } = bellOf(schema);
  listeners.add(wake);
  return () => listeners.delete(wake);
}
