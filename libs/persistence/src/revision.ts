import { type Call, type Fault, noRecord, operations, Refused, resourceOf, revisedBy } from '@stockbook/contracts';
import type { DataSource, EntityMetadata } from 'typeorm';
import { sqlStateOf } from './connection/statement.js';
import { OwnedRow } from './schema/columns.js';
import { visibleTo } from './scope.js';
import type { Tx } from './tx.js';

/** The lock comes first, so of several writers who have seen the same revision one succeeds. */
export async function atRevision<T>(tx: Tx, call: Call, work: () => Promise<T>): Promise<T> {
  if (call.if_revision === undefined) return work();
  const stale = await staleness(tx, call, call.if_revision);
  if (!stale) return work();
  // The work is rolled back. It says first whether the caller may know of the record at all.
  await work().catch((failure: unknown) => {
    if (sqlStateOf(failure) || hidesRecord(failure)) throw failure;
  });
  throw new Refused(stale);
}

const hidesRecord = (failure: unknown): boolean =>
  failure instanceof Refused && failure.faults.some(({ code }) => code === 'unknown_record' || code === 'forbidden');

async function staleness(
  tx: Tx,
  { caller, input, operation: path = '' }: Call,
  wanted: number,
): Promise<Fault | undefined> {
  const operation = operations.get(path);
  const revised = operation && revisedBy(operation);
  if (!revised) throw new Error(`${path} names no record that has a revision.`);
  const row = rowOf(tx.manager.dataSource, revised.key, resourceOf(operation));
  const { [revised.key ?? '']: id = 0 }: { [name: string]: unknown } = { ...input };
  const query = tx.manager.createQueryBuilder<OwnedRow>(row.target, 'record').setLock('pessimistic_write');
  query.where('record.account_id = :account_id', { account_id: tx.account_id });
  if (revised.key) query.andWhere(`record.${revised.key} = :id`, { id });
  const found = await visibleTo(caller, query).getOne();
  const name = (revised.key?.replace(/_id$/, '') ?? row.tableName).replaceAll('_', ' ');
  if (!found) return noRecord(name, String(id));
  if (found.version === wanted) return undefined;
  const named = revised.key ? `${name} ${String(id)}` : `the ${name}`;
  const message = `if_revision is ${wanted}, but ${named} has revision ${found.version} by now.`;
  const named_id = revised.key && { id: Number(id) };
  return { code: 'stale', field: 'if_revision', message, ...named_id, revision: found.version };
}

/** Returns the table whose key is the account and this id; without one, the table that has the name of the resource. */
function rowOf(source: DataSource, key: string | undefined, resource: string): EntityMetadata {
  const found = source.entityMetadatas.find(({ target, tableName, primaryColumns }) => {
    const names = primaryColumns.map(({ databaseName }) => databaseName).filter((name) => name !== 'account_id');
    const isOwned = typeof target === 'function' && target.prototype instanceof OwnedRow;
    return isOwned && (key ? names.join() === key : !names.length && resource.endsWith(`/${tableName}`));
  });
  if (!found) throw new Error(`No table has the records of ${resource}.`);
  return found;
}
