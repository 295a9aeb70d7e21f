import { type Caller, type Fault, noReference } from '@stockbook/contracts';
import { type OwnedRow, type Tx, visibleTo } from '@stockbook/persistence';
import { In, type FindOptionsWhere } from 'typeorm';
import { referencesOf } from './refers.js';
import { nounOf } from './referrers.js';

interface NamedTarget {
  readonly field: string;
  readonly value: number | string;
}

/** A record that was found cannot be deleted before the transaction ends. */
export async function missingFaults(
  tx: Tx,
  caller: Caller,
  to: string,
  targets: readonly NamedTarget[],
  by = `${to.replaceAll(' ', '_')}_id`,
): Promise<Fault[]> {
  const row = targetOf(tx, to);
  if (!row || !targets.length) return [];
  const where = {
    account_id: tx.account_id,
    [by]: In(targets.map(({ value }) => value)),
  } as FindOptionsWhere<OwnedRow>;
  const query = tx.manager.createQueryBuilder<OwnedRow>(row.target, 'record').select(`record.${by}`, 'value');
  query.where(where).orderBy(`record.${by}`).setLock('pessimistic_read');
  const found = await visibleTo(caller, query).getRawMany<{ value: number | string }>();
  const values = new Set(found.map(({ value }) => value));
  return targets.flatMap(({ field, value }) => (values.has(value) ? [] : [noReference(field, to, value)]));
}

/** A reference that stays is not looked for, nor is 0 where the column has it by default. */
export async function referenceFaults<R extends OwnedRow>(
  tx: Tx,
  caller: Caller,
  entity: new () => R,
  given: { readonly [C in keyof R]?: R[C] | undefined },
  stored?: R,
): Promise<Fault[]> {
  const values = given as Readonly<Record<string, number | string | undefined>>;
  const kept = stored as Readonly<Record<string, unknown>> | undefined;
  const metadata = tx.manager.dataSource.getMetadata(entity);
  const faults: Fault[] = [];
  for (const { to, column, by } of referencesOf(entity)) {
    const value = values[column];
    const isNone = !value && metadata.findColumnWithPropertyName(column)?.default !== undefined;
    if (value !== undefined && !isNone && value !== kept?.[column])
      faults.push(...(await missingFaults(tx, caller, to, [{ field: column, value }], by)));
  }
  return faults;
}

/** Returns undefined for a record of another service. */
const targetOf = (tx: Tx, to: string) => tx.manager.dataSource.entityMetadatas.find((row) => nounOf(row) === to);
