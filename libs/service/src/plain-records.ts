import { type Call, type Caller, type EventType, noRecord, Refused } from '@stockbook/contracts';
import { publish } from '@stockbook/messaging';
import { claimInScope, type Db, nameOf, type OwnedRow, type Tx } from '@stockbook/persistence';
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

  /** Changes the living record that the call names, in one statement, and tells of it. */
  async update(tx: Tx, { caller, input }: Call<Key<K>>, changes: object): Promise<Key<K>> {
    const id = input[this.key];
    if (caller.channel_group_ids) await this.checkScope(tx, caller, id);
    const set = { ...this.columnsOf(tx, changes), version: () => 'version + 1', date_modified: modifiedNow };
    const query = tx.manager
      .createQueryBuilder()
      .update(this.row)
      .set(set as unknown as QueryDeepPartialEntity<R>)
      .where({ account_id: caller.account_id, [this.key]: id })
      .andWhere('date_deleted IS NULL')
      .returning('*');
    const [row]: { version: number }[] = (await query.execute()).raw;
    if (!row) throw new Refused(noRecord(nameOf(tx, this.row), id));
    return this.tell(tx, id, row.version);
  }

  /** A caller limited to channel groups does not change the records of others. */
  private async checkScope(tx: Tx, caller: Caller, id: number): Promise<void> {
    const { columns } = tx.manager.connection.getMetadata(this.row);
    if (!columns.some((column) => column.propertyName === 'channel_group_id')) return;
    const grouped = this.row as unknown as new () => OwnedRow & { channel_group_id: number };
    await claimInScope(tx, caller, grouped, { [this.key]: id });
  }

  private async tell(tx: Tx, id: number, version: number): Promise<Key<K>> {
    const key = { [this.key]: id } as Key<K>;
    publish(tx, this.changed, key, version);
    return key;
  }

  /** What of the input is a column of the table; the rest is no plain field, and the key never changes. */
  private columnsOf(tx: Tx, input: object): object {
    const { columns } = tx.manager.connection.getMetadata(this.row);
    const names = new Set(columns.map((column) => column.propertyName).filter((name) => name !== this.key));
    return Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)));
  }
}
