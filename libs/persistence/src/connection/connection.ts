import type { Pool, PoolClient } from 'pg';
import { isOutdatedPlan, sqlStateOf } from './statement.js';

/** Throws the first error of a broken connection: later ones only say that it is unusable. */
export async function withConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let fault: Error | undefined;
  // An 'error' event without a listener ends the process; the pool listens only to idle connections.
  const discard = (error: Error) => (fault ??= error);
  client.on('error', discard);
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof Error && isOutdatedPlan(error)) discard(error);
    throw sqlStateOf(fault) ? fault : error;
  } finally {
    client.release(fault);
    if (!fault) client.off('error', discard);
  }
}

/** Repeats work that fails with outdated plans. Each try discards one connection, so `max` retries reach a new one. */
export async function onCurrentPlans<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isOutdatedPlan(error) || tries >= pool.options.max) throw error;
    }
  }
}
