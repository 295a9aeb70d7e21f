import { type Db, type Reader, statement } from '@stockbook/persistence';
import { type Environment, gauge, oneOf } from '@stockbook/process';
import { Transient } from '../fault.js';
import { CURRENT_TIMELINE } from './generation-table.js';

/** `asynchronous`: a standby may lack the last commits, so a failover is treated like a restore. */
export type Failover = 'asynchronous' | 'synchronous';

export const failoverOf = (env: Environment): Failover =>
  oneOf(env, 'DATABASE_FAILOVER', 'asynchronous', ['asynchronous', 'synchronous']);

const held = gauge(
  'stockbook_events_held',
  '1 while events wait because the database was restored or failed over',
  'service',
);

/** Events of this process must not flow until an operator, or a restart, has made the database and it agree. */
export class GenerationFault extends Transient {}

interface Found {
  readonly generation: number;
  readonly timeline: string;
  readonly current: string;
}

/** The generation whose topics a process uses, and the check that its database is still in it. */
export class Generation {
  /** The highest generation that Kafka has topics of, when it was last asked. */
  private newest = 0;

  constructor(
    readonly number: number,
    private readonly failover: Failover = 'asynchronous',
  ) {}

  static async in(db: Db, failover?: Failover): Promise<Generation> {
    return new Generation((await find(db, db.schema)).generation, failover);
  }

  /** Throws a GenerationFault. Takes a new timeline as it is where a failover loses no commit. */
  async check(db: Db, newest = this.newest): Promise<void> {
    this.newest = newest;
    const found = await find(db, db.schema);
    if (this.failover === 'synchronous' && found.timeline !== found.current) await acceptTimeline(db);
    this.refuse(found, db.schema);
  }

  /** Checks inside a transaction, and without asking Kafka. */
  async checkIn(reader: Reader, schema: string): Promise<void> {
    this.refuse(await find(reader, schema), schema);
  }

  /** Returns a condition of SQL, false when `check` would throw; `number` stands for the number of this generation. */
  holdsIn(schema: string, number: string): string {
    const isKnown = this.failover === 'synchronous' ? '' : ` AND timeline = ${CURRENT_TIMELINE}`;
    return `EXISTS (SELECT FROM ${schema}.generation WHERE generation = ${number}${isKnown})`;
  }

  /** Reads the gauge, on any replica. */
  async measure(db: Db): Promise<void> {
    held.set({ service: db.schema }, (await this.isHeld(db)) ? 1 : 0);
  }

  /** Tells whether `check` would throw. */
  async isHeld(db: Db): Promise<boolean> {
    return this.faultIn(await find(db, db.schema), db.schema) !== undefined;
  }

  private refuse(found: Found, schema: string): void {
    const fault = this.faultIn(found, schema);
    if (fault) throw new GenerationFault(fault);
  }

  private faultIn({ generation, timeline, current }: Found, schema: string): string | undefined {
    if (generation !== this.number)
      return (
        `The schema ${schema} is in generation ${generation} and this process in ${this.number}: ` +
        'restart the process.'
      );
    // The services agree by the topics: the command creates those of a new generation before it changes a schema.
    if (this.newest > generation) {
      return (
        `Kafka has topics of generation ${this.newest} and the schema ${schema} is in ${generation}: ` +
        'it was restored, or ' +
        'left out by events new-generation. Stop all services and run that command.'
      );
    }
    if (timeline === current || this.failover === 'synchronous') return undefined;
    return (
      `The database of ${schema} has left its timeline ${timeline} for ${current}: ` +
      'it was restored, or a standby took over. ' +
      'Events wait for the command events new-generation, or events accept-timeline if no commit is lost.'
    );
  }
}

async function find(reader: Reader, schema: string): Promise<Found> {
  const [found] = await reader.query<Found>(
    statement(
      'find_generation',
      `SELECT generation, timeline, ${CURRENT_TIMELINE} AS current FROM ${schema}.generation`,
    ),
    [],
  );
  if (!found) throw new Error(`The table ${schema}.generation has no row.`);
  return found;
}

/** Goes on where the database has gone on; returns whether it had left its timeline. */
export async function acceptTimeline(db: Db): Promise<boolean> {
  const accept = statement(
    'accept_timeline',
    `UPDATE ${db.schema}.generation SET timeline = ${CURRENT_TIMELINE} WHERE timeline <> ${CURRENT_TIMELINE}
     RETURNING 1`,
  );
  return (await db.query(accept, [])).length > 0;
}
