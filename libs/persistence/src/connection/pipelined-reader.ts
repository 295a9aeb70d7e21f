import type { PoolClient, QueryResultRow } from 'pg';
import type { StorageLimits } from '../limits.js';
import { ANSWER_MS, naming, type Statement } from './statement.js';

/** Reads on one connection. Statements of one tick travel in one packet, so PostgreSQL wakes up once for all. */
export class PipelinedReader {
  private readonly underway = new Set<Promise<unknown>>();

  constructor(
    private readonly client: PoolClient,
    readonly limits: StorageLimits,
  ) {}

  async query<R extends QueryResultRow>({ name, text }: Statement, values: readonly unknown[]): Promise<R[]> {
    // A statement waits for those before it, so it gets their time too.
    const query_timeout = (this.underway.size + 1) * ANSWER_MS;
    const timed = { query_timeout, name, text, values: [...values] };
    const asked = this.client.query<R>(timed);
    this.underway.add(asked);
    try {
      return (await asked).rows;
    } catch (error) {
      throw naming(error, name);
    } finally {
      this.underway.delete(asked);
    }
  }

  /** Resolves when no statement is under way: the connection may go to others then. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.underway);
  }
}
