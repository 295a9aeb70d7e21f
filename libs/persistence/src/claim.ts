import { type Caller, noRecord, Refused } from '@stockbook/contracts';
import type { EntityTarget, FindOptionsWhere } from 'typeorm';
import type { OwnedRow } from './schema/columns.js';
import { changeFaults, isScoped, maySee } from './scope.js';
import type { Tx } from './tx.js';

/** Refuses a record that the caller may not change: `There is no brand 7.` */
export async function claim<R extends OwnedRow>(
  tx: Tx,
  caller: Caller,
  row: EntityTarget<R>,
  key: FindOptionsWhere<R>,
): Promise<R> {
  const found = await tx.manager.findOne(row, {
    where: { ...key, account_id: tx.account_id } as FindOptionsWhere<R>,
    lock: { mode: 'pessimistic_write' },
  });
  const [name, id] = [claimName(tx, row), String(Object.values(key)[0])];
  if (!found || (isScoped(found) && !maySee(caller, found))) throw new Refused(noRecord(name, id));
  Refused.ifAny(changeFaults(caller, found, `${name} ${id}`));
  return found;
}

/** Returns the record's name in messages: `channel group`. */
const claimName = <R extends OwnedRow>(tx: Tx, row: EntityTarget<R>): string =>
  tx.manager.dataSource.getMetadata(row).tableName.replaceAll('_', ' ');
