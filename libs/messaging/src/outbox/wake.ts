import type { Tx } from '@stockbook/persistence';

/** Maps each schema to what wakes the relays of this process; those of other processes poll. */
const listeners = new Map<string, Set<() => void>>();

export const schemaOf = (tx: Tx): string => {
  const { schema } = tx.manager.dataSource.driver;
  if (!schema) throw new Error('This transaction belongs to no schema.');
  return schema;
};

/** Wakes the relay after the commit. `publish` calls this; SQL that writes outbox rows itself must do so too. */
export function wakeAfterCommit(tx: Tx): void {
  for (const wake of listeners.get(schemaOf(tx)) ?? []) tx.afterCommit(wake);
}

/** Returns a function that stops the calls. */
export function onWake(schema: string, wake: () => void): () => void {
  const ofSchema = listeners.get(schema) ?? new Set();
  listeners.set(schema, ofSchema.add(wake));
  return () => ofSchema.delete(wake);
}
