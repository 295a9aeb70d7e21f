import type { Call, EventType } from '@stockbook/contracts';
import { publish } from '@stockbook/messaging';
import { claim, type Db, type OwnedRow, type Tx } from '@stockbook/persistence';
import type { FindOptionsWhere, QueryDeepPartialEntity } from 'typeorm';

type Key<K extends string> = { [P in K]: number };

/** The columns of a record that a request may set. */
type Settable<R extends OwnedRow> = Omit<R, keyof OwnedRow>;

/** An input whose every field is such a column, by name and type: `I extends OnlyColumns<I, R>`. */
export type OnlyColumns<I, R extends OwnedRow> = {
  [F in keyof I]: F extends keyof Settable<R> ? Settable<R>[F] | undefined : never;
};

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

  add<I extends OnlyColumns<I, R>>(call: Call<I & object>): Promise<Key<K>> {
    return this.db.transact(call, (tx) => this.insert(tx, call));
  }
  edit<I extends Key<K> & OnlyColumns<I, R>>(call: Call<I>): Promise<Key<K>> {
    return this.db.transact(call, (tx) => this.update(tx, call, call.input));
  }
  delete(call: Call<Key<K>>): Promise<Key<K>> {
    return this.db.transact(call, (tx) => this.remove(tx, call));
  }

  /** Inserts the call's fields as a new record and publishes that. */
  async insert<I extends OnlyColumns<I, R>>(tx: Tx, { caller, input }: Call<I & object>): Promise<Key<K>> {
    const values = { ...input, account_id: caller.account_id };
    const { identifiers } = await tx.manager.insert(this.row, values as unknown as QueryDeepPartialEntity<R>);
    return this.publishChange(tx, Number(identifiers[0]?.[this.key]), 1, {});
  }

  /** Changes the living record that the call names, and publishes that. */
  update<C extends OnlyColumns<C, R>>(tx: Tx, call: Call<Key<K>>, changes: C & object): Promise<Key<K>> {
    return this.change(tx, call, changes, {});
  }

  /** Deletes the living record that the call names, and publishes that, with `details` beside the key. */
  remove(tx: Tx, call: Call<Key<K>>, details: object = {}): Promise<Key<K>> {
    return this.change(tx, call, { date_deleted: () => 'now()' }, details);
  }

  private async change(tx: Tx, { caller, input }: Call<Key<K>>, changes: object, details: object): Promise<Key<K>> {
    const id = input[this.key];
    // Lock first: a date taken before the wait could be older than a poller's cursor.
    const stored = await claim(tx, caller, this.row, { [this.key]: id } as FindOptionsWhere<R>);
    const set = { ...changes, [this.key]: id, version: () => 'version + 1', date_modified: modifiedNow };
    await tx.manager
      .createQueryBuilder()
      .update(this.row)
      .set(set as unknown as QueryDeepPartialEntity<R>)
      .where({ account_id: caller.account_id, [this.key]: id })
      .execute();
    return this.publishChange(tx, id, stored.version + 1, details);
  }

  private publishChange(tx: Tx, id: number, version: number, details: object): Key<K> {
    const key = { [this.key]: id } as Key<K>;
    publish(tx, this.changed, { ...details, ...key }, version);
    return key;
  }
}
