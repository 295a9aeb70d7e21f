import { type Caller, type Fault, noReference } from '@stockbook/contracts';
import { claimName, type OwnedRow, type Tx, visibleTo } from '@stockbook/persistence';

interface Reference<R> {
  readonly row: new () => R;
  readonly key: string & keyof R;
  /** 0 refers to none. */
  readonly id: number;
  /** The request's field, where it is not named like the key. */
  readonly field?: string;
}

/**
 * The fault of a reference to a record that does not exist or that the caller may not see. A record that was found cannot be
 * deleted before the transaction ends.
 */
export async function referenceFaults<R extends OwnedRow>(
  tx: Tx,
  caller: Caller,
  { row, key, id, field = key }: Reference<R>,
): Promise<Fault[]> {
  if (!id) return [];
  const query = tx.manager.createQueryBuilder(row, 'record').setLock('pessimistic_read');
  query.where({ account_id: caller.account_id, [key]: id });
  return (await visibleTo(caller, query).getOne()) ? [] : [noReference(field, claimName(tx, row), id)];
}
