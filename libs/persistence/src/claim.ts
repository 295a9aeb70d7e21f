import { noRecord, Refused } from '@stockbook/contracts';
import type { EntityTarget, FindOptionsWhere } from 'typeorm';
import type { OwnedRow } from './columns.js';
import type { Tx } from './tx.js';

/** Locks one living record of the transaction's account until the end, or refuses: `There is no brand 7.` */
export async function claim<R extends OwnedRow>(tx: Tx, row: EntityTarget<R>, key: FindOptionsWhere<R>): Promise<R> {
  const found = await tx.manager.findOne(row, {
    where: { ...key, account_id: tx.account_id } as FindOptionsWhere<R>,
    lock: { mode: 'pessimistic_write' },
  });
  if (!found) throw new Refused(noRecord(nameOf(tx, row), String(Object.values(key)[0])));
  return found;
}

/** A record's name in sentences: its table's. */
export const nameOf = <R extends OwnedRow>(tx: Tx, row: EntityTarget<R>): string =>
  tx.manager.connection.getMetadata(row).tableName.replaceAll('_', ' ');
