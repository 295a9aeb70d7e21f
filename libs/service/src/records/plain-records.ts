import type { Call, Caller, EventType } from '@stockbook/contracts';
import { publish } from '@stockbook/messaging';
import { claim, claimInScope, type Db, type OwnedRow, type Tx } from '@stockbook/persistence';
import type { QueryDeepPartialEntity } from 'typeorm';

type Key<K extends string> = { [P in K]: number };

/** SQL for `date_modified`: transactions that began earlier may commit later, and it never goes back. */
export const modifiedNow = (): string => 'greatest(date_modified, clock_timestamp())';

/** Adds, edits and deletes plain records: no rule beyond "it is yours and it is alive". A resource with one writes its methods out. */
export class PlainRecords<R extends OwnedRow, K extends string & keyof R> {
  constructor(
    private readonly db: Db,
    private readonly row: new () => R,
    private readonly key: K,
    private readonly changed: EventType<Key<K>>,
  ) {}

  add(call: Call): Promise<Key<K>> {
    return this.db.transact(call, (tx) => this.insert(tx, call));
  }
  edit(call: Call<Key<K>>): Promise<Key<K>> {
    return this.db.transact(call, (tx) => this.update(tx, call, call.input));
  }
  delete(call: Call<Key<K>>): Promise<Key<K>> {
    return this.db.transact(call, (tx) => this.update(tx, call, { date_deleted: () => 'now()' }));
  }

  /** Inserts the call's fields as a new record and tells of it. */
  async insert(tx: Tx, { caller, input }: Call): Promise<Key<K>> {
    const values = { ...this.columnsOf(tx, input), account_id: caller.account_id };
    const { identifiers } = await tx.manager.insert(this.row, values as unknown as QueryDeepPartialEntity<R>);
    return this.tell(tx, Number(identifiers[0]?.[this.key]), 1);
  }

  /** Changes the living record that the call names, and publishes that, with `details` beside the key. */
  async update(tx: Tx, { caller, input }: Call<Key<K>>, changes: object, details: object = {}): Promise<Key<K>> {
    const id = input[this.key];
    // Lock first: a date taken before the wait could be older than a poller's cursor.
    const stored = await this.claim(tx, caller, id);
    const set = { ...this.columnsOf(tx, changes), version: () => 'version + 1', date_modified: modifiedNow };
    await tx.manager
      .createQueryBuilder()
      .update(this.row)
      .set(set as unknown as QueryDeepPartialEntity<R>)
      .where({ account_id: caller.account_id, [this.key]: id })
      .execute();
    return this.tell(tx, id, stored.version + 1, details);
  }

  /** Locks the record. A caller limited to channel groups does not change the records of others. */
  private claim(tx: Tx, caller: Caller, id: number): Promise<OwnedRow> {
    const { columns } = tx.manager.connection.getMetadata(this.row);
    const isGrouped = columns.some((column) => column.propertyName === 'channel_group_id');
    const row = this.row as unknown as new () => OwnedRow & { channel_group_id: number };
    return isGrouped ? claimInScope(tx, caller, row, { [this.key]: id }) : claim(tx, row, { [this.key]: id });
  }

  private async tell(tx: Tx, id: number, version: number, details: object = {}): Promise<Key<K>> {
    const key = { [this.key]: id } as Key<K>;
    publish(tx, this.changed, { ...details, ...key }, version);
    return key;
  }

  /** The input's fields that are columns of the table; the key never changes. */
  private columnsOf(tx: Tx, input: object): object {
    const { columns } = tx.manager.connection.getMetadata(this.row);
    const names = new Set(columns.map((column) => column.propertyName).filter((name) => name !== this.key));
    return Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)));
  }
}
