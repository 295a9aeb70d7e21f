import {
  type Call,
  type Caller,
  type Fault,
  type PlainChange,
  type PlainFactType,
  Refused,
} from '@stockbook/contracts';
import {
  claim,
  type Db,
  recordMarks,
  listQuery,
  type ListRequest,
  type OwnedRow,
  pageOf,
  type Sorts,
  type Tx,
} from '@stockbook/persistence';
import type { FindOptionsWhere, QueryDeepPartialEntity, SelectQueryBuilder } from 'typeorm';
import { referenceFaults } from '../references/missing-references.js';
import { useFaults } from '../references/referrers.js';
import { actorOf, isChange, publishFact } from './facts.js';

type Key<K extends string> = { [P in K]: number };

type Settable<R extends OwnedRow> = Omit<R, keyof OwnedRow>;

/** `I extends OnlyColumns<I, R>` refuses input fields that are no settable column. */
export type OnlyColumns<I, R extends OwnedRow> = {
  [F in keyof I]: F extends keyof Settable<R> ? Settable<R>[F] | undefined : never;
};

/** Refuses a channel group that does not exist or is closed to the caller; 0 stands for all. */
export interface ChannelGroupCheck {
  checkChannelGroup(caller: Caller, wanted: number): Promise<void>;
}

/** The resource's own rules, checked first in the transaction. */
type OwnRules = (tx: Tx) => Promise<void>;

/** TypeORM fails only at the first write, and does not name the entity. */
export function requireListed({ source, schema }: Db, row: new () => object): void {
  // Handlers also start without a database, where a tool asks which events a service consumes.
  if (source.isInitialized && !source.hasMetadata(row))
    throw new Error(`${row.name} is not in \`rows\` of the definition of the service ${schema}.`);
}

/** Returns SQL for a time that never goes back, although an earlier transaction may commit later. */
export const modifiedNow = (): string => 'greatest(date_modified, clock_timestamp())';

export class PlainRecords<R extends OwnedRow, K extends string & keyof R, Shown extends object = object> {
  constructor(
    private readonly db: Db,
    private readonly row: new () => R,
    private readonly key: K,
    private readonly changed: PlainFactType<Shown>,
    private readonly show: (row: R) => Shown,
    /** This is checked before the transaction, because it may call another service. */
    private readonly groups?: ChannelGroupCheck,
  ) {
    requireListed(db, row);
  }

  async add<I extends OnlyColumns<I, R>>(call: Call<I & object>, rules?: OwnRules): Promise<Key<K>> {
    await this.checkChannelGroup(call, 0);
    return this.db.transact(call, async (tx) => {
      await rules?.(tx);
      return this.insert(tx, call);
    });
  }

  async edit<I extends Key<K> & OnlyColumns<I, R>>(call: Call<I>, rules?: OwnRules): Promise<Key<K>> {
    await this.checkChannelGroup(call);
    return this.db.transact(call, async (tx) => {
      await rules?.(tx);
      return this.update(tx, call, call.input);
    });
  }

  /** `uses` returns what keeps the record besides the references that entities declare. */
  delete(call: Call<Key<K>>, uses?: (tx: Tx) => Promise<readonly Fault[]>): Promise<Key<K>> {
    return this.db.transact(call, async (tx) => this.remove(tx, call, await uses?.(tx)));
  }

  /** Returns a rule of `add` and `edit`: the declared references that the request gives exist. */
  existingReferences(call: Call): OwnRules {
    return async (tx) => {
      const stored = this.key in call.input ? await this.claim(tx, call as Call<Key<K>>) : undefined;
      Refused.ifAny(await referenceFaults(tx, call.caller, this.row, call.input, stored));
    };
  }

  /** Serves resources with filters of their own. */
  query(call: Call<ListRequest & Partial<Key<K>>>): SelectQueryBuilder<R> {
    return listQuery(this.db, this.row, this.key, call);
  }

  async list<Q extends ListRequest & Partial<Key<K>>>(call: Call<Q>, sorts: Sorts<Q>, query = this.query(call)) {
    const [rows, total, cut] = await pageOf(this.db, query, call.input, this.key, sorts);
    return { total, ...cut, records: rows.map((row) => ({ ...this.show(row), ...recordMarks(call.input, row) })) };
  }

  async insert<I extends OnlyColumns<I, R>>(tx: Tx, call: Call<I & object>): Promise<Key<K>> {
    const values = { ...call.input, account_id: tx.account_id };
    const { identifiers } = await tx.manager.insert(this.row, values as unknown as QueryDeepPartialEntity<R>);
    return this.publish(tx, call, Number(identifiers[0]?.[this.key]), 'added');
  }

  /** Writes no event if nothing changes. */
  async update<C extends OnlyColumns<C, R>>(tx: Tx, call: Call<Key<K>>, changes: C & object): Promise<Key<K>> {
    const stored = await this.claim(tx, call);
    if (!isChange(stored, changes)) return this.recordKey(call.input[this.key]);
    return this.change(tx, call, stored, changes, 'edited');
  }

  /** Refuses while other records of the service refer to it. */
  async remove(tx: Tx, call: Call<Key<K>>, uses: readonly Fault[] = []): Promise<Key<K>> {
    const stored = await this.claim(tx, call);
    Refused.ifAny([...(await useFaults(tx, call.caller, this.row, stored)), ...uses]);
    return this.change(tx, call, stored, { date_deleted: () => 'now()' }, 'deleted');
  }

  private async checkChannelGroup({ caller, input }: Call, unlessGiven?: number): Promise<void> {
    const { channel_group_id = unlessGiven } = input as { channel_group_id?: number };
    if (channel_group_id !== undefined) await this.groups?.checkChannelGroup(caller, channel_group_id);
  }

  /** Takes the date after the wait for the lock: an earlier one could be older than a poller's cursor. */
  private async change(tx: Tx, call: Call<Key<K>>, stored: R, changes: object, change: PlainChange): Promise<Key<K>> {
    const id = call.input[this.key];
    const set = { ...changes, version: () => 'version + 1', date_modified: modifiedNow };
    await tx.manager.update(this.row, this.whereIs(tx, id), set as unknown as QueryDeepPartialEntity<R>);
    return this.publish(tx, call, id, change, stored);
  }

  private claim(tx: Tx, { caller, input }: Call<Key<K>>): Promise<R> {
    return claim(tx, caller, this.row, { [this.key]: input[this.key] } as FindOptionsWhere<R>);
  }

  private async publish(tx: Tx, call: Call, id: number, change: PlainChange, before?: R): Promise<Key<K>> {
    const row = await tx.manager.findOneOrFail(this.row, { where: this.whereIs(tx, id), withDeleted: true });
    const states = { before: before && this.show(before), after: this.show(row) };
    publishFact(tx, this.changed, { id, sequence: row.version, change, actor: actorOf(call), ...states });
    return this.recordKey(id);
  }

  private recordKey(id: number): Key<K> {
    return { [this.key]: id } as Key<K>;
  }

  private whereIs({ account_id }: Tx, id: number): FindOptionsWhere<R> {
    return { [this.key]: id, account_id } as FindOptionsWhere<R>;
  }
}
