import { event, type Event, Id, Text } from '@stockbook/contracts';
import { dataSourceFor, Db, migrate, requestKeyTable, statement, type Tx } from '@stockbook/persistence';
import { eventually, scratchDatabase, type ScratchDatabase } from '@stockbook/testing/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Consumer } from './inbox/consumer.js';
import type { EventBus } from './bus/event-bus.js';
import { type EventRow, toEvent } from './outbox/event-row.js';
import { type Consumption, EventRouter } from './inbox/event-router.js';
import { LocalBus } from './bus/local-bus.js';
import { publish } from './outbox/publish.js';
import { Relay } from './outbox/relay.js';
import { settled } from './settled.js';
import { messagingTables } from './tables.js';

export class Page {
  @Id() book_id!: number;
  @Text() note!: string;
}
export const pageWritten = event('book', 'page_written', Page, ({ book_id }) => book_id);
export const pageRead = event('book', 'page_read', Page, ({ book_id }) => book_id);
/** No consumer of these tests knows it. */
export const pageLost = event('book', 'page_lost', Page, ({ book_id }) => book_id);

class CreateDiary1767225600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const tables = [
      `CREATE TABLE diary.book (account_id int, book_id int, version int NOT NULL, PRIMARY KEY (account_id, book_id))`,
      `CREATE TABLE diary.entry (
         entry_id bigint GENERATED ALWAYS AS IDENTITY, account_id int, book_id int, sequence int, note text
       )`,
    ];
    const kernel = [...requestKeyTable('diary'), ...messagingTables('diary')];
    for (const sql of [...tables, ...kernel]) await runner.query(sql);
  }
  async down(): Promise<void> {}
}
const schema = { name: 'diary', rows: [], migrations: [CreateDiary1767225600000] };

const turnPage = statement(
  'turn_page',
  `INSERT INTO diary.book AS book VALUES ($1, $2, 1)
   ON CONFLICT (account_id, book_id) DO UPDATE SET version = book.version + 1 RETURNING version`,
);
const enter = statement(
  'enter',
  `INSERT INTO diary.entry (account_id, book_id, sequence, note)
   SELECT * FROM unnest($1::int[], $2::int[], $3::int[], $4::text[])`,
);

/** A small service in a database of its own: writing a page publishes it, and its consumers enter it in a list. */
export class Diary {
  readonly reported: unknown[] = [];
  readonly relay: Relay;
  private readonly consumers: Consumer[] = [];

  private constructor(
    readonly db: Db,
    private readonly database: ScratchDatabase,
    readonly bus: EventBus,
  ) {
    this.relay = new Relay({ db, bus, report: this.report });
  }

  static async open(connections = 4, bus: EventBus = new LocalBus()): Promise<Diary> {
    const database = await scratchDatabase();
    await migrate(schema, database.url);
    const source = await dataSourceFor(schema, database.url, connections).initialize();
    return new Diary(new Db(source, schema.name), database, bus);
  }

  /** Starts a replica; another call with the same group starts another one. */
  async consume(consumptions: readonly Consumption[] = [entering], group = 'diary', bus = this.bus): Promise<void> {
    const router = new EventRouter(consumptions, [pageWritten, pageRead]);
    const consumer = new Consumer({ db: this.db, bus, group, router, report: this.report });
    this.consumers.push(consumer);
    await consumer.start();
  }

  write(account_id: number, book_id = 1, note = '', type = pageWritten): Promise<void> {
    return this.db.transactFor([account_id], async (tx) => {
      const [book] = await tx.query<{ version: number }>(turnPage, [account_id, book_id]);
      publish(tx, type, { book_id, note }, book!.version);
    });
  }

  settled(): Promise<void> {
    return settled([this.relay, ...this.consumers]);
  }

  async pending(): Promise<Event[]> {
    const rows: EventRow[] = await this.rows('SELECT * FROM diary.outbox ORDER BY outbox_id');
    return rows.map(toEvent);
  }

  /** Returns the sequences in the order in which the events were applied. */
  async entered(account_id: number, book_id = 1): Promise<number[]> {
    const inOrder = 'SELECT sequence FROM diary.entry WHERE account_id = $1 AND book_id = $2 ORDER BY entry_id';
    return (await this.rows<{ sequence: number }>(inOrder, [account_id, book_id])).map(({ sequence }) => sequence);
  }

  /** Reads as the connecting user, to whom row security does not apply. */
  rows<R>(sql: string, values: unknown[] = []): Promise<R[]> {
    return this.db.source.query(sql, values);
  }

  /** Resolves with the process id when a statement waits for a lock. */
  async blocked(): Promise<number> {
    const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    let pid: number | undefined;
    await eventually(async () => (pid = (await this.rows<{ pid: number }>(waiting))[0]?.pid) !== undefined);
    return pid!;
  }

  async close(): Promise<void> {
    await this.relay.stop();
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
    await this.bus.close();
    await this.db.source.destroy();
    await this.database.drop();
  }

  private readonly report = (fault: unknown): void => void this.reported.push(fault);
}

export async function enterAll(events: readonly Event<Page>[], tx: Tx): Promise<void> {
  await tx.query(enter, [
    events.map(({ account_id }) => account_id),
    events.map(({ aggregate_id }) => aggregate_id),
    events.map(({ sequence }) => sequence),
    events.map(({ payload }) => payload.note),
  ]);
}

export const entering: Consumption = { type: pageWritten, handle: enterAll };
