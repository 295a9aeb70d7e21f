import { type Caller, type Fault, noRecord, noReference, Refused } from '@stockbook/contracts';
import type { EntityTarget, FindOptionsWhere } from 'typeorm';
import type { OwnedRow } from './columns.js';
import type { Tx } from './tx.js';
import { maySee } from './visibility.js';

/** Locks one living record of the transaction's account until the end, or refuses: `There is no brand 7.` */
export async function claim<R extends OwnedRow>(tx: Tx, row: EntityTarget<R>, key: FindOptionsWhere<R>): Promise<R> {
  const found = await tx.manager.findOne(row, {
    where: { ...key, account_id: tx.account_id } as FindOptionsWhere<R>,
    lock: { mode: 'pessimistic_write' },
  });
  if (!found) throw new Refused(noRecord(nameOf(tx, row), String(Object.values(key)[0])));
  return found;
}

interface GroupedRow extends OwnedRow {
  channel_group_id: number;
}

/**
 * Locks a record that the caller may change, or refuses. A caller limited to channel groups sees records of all groups (0), but
 * changes only those of their own.
 */
export async function claimInScope<R extends GroupedRow>(
  tx: Tx,
  caller: Caller,
  row: EntityTarget<R>,
  key: FindOptionsWhere<R>,
): Promise<R> {
  const found = await claim(tx, row, key);
  const [what, id] = [nameOf(tx, row), String(Object.values(key)[0])];
  if (!maySee(caller, found.channel_group_id)) throw new Refused(noRecord(what, id));
  if (!caller.channel_group_ids || found.channel_group_id) return found;
  const message = `You may not change ${what} ${id}: it belongs to all channel groups, and you are limited to some.`;
  throw new Refused({ code: 'forbidden', message });
}

/** Why the caller may not put a record into this channel group, as far as the caller's limits go. 0 are all groups. */
export function scopeFaults(caller: Caller, channel_group_id: number): Fault[] {
  const own = caller.channel_group_ids;
  if (!own || (channel_group_id && maySee(caller, channel_group_id))) return [];
  if (channel_group_id) return [noReference('channel_group_id', 'channel group', channel_group_id)];
  const message = `channel_group_id must be one of your channel groups (${own.join(', ')}), not 0.`;
  return [{ code: 'forbidden', field: 'channel_group_id', message }];
}

/** A record's name in sentences: its table's. */
export const nameOf = <R extends OwnedRow>(tx: Tx, row: EntityTarget<R>): string =>
  tx.manager.dataSource.getMetadata(row).tableName.replaceAll('_', ' ');
