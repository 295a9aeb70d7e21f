import { actionAudited, type AuditedAction, type Call } from '@stockbook/contracts';
import { outboxRow, publishAll } from '@stockbook/messaging';
import type { Tx } from '@stockbook/persistence';
import { randomInt } from 'node:crypto';
import { actorOf } from './facts.js';

const MOST = 2 ** 48 - 1;

/** Publishes for the audit log what a request has done about records without changing them. */
export function publishActions(
  tx: Tx,
  call: Call,
  { change, resource }: Pick<AuditedAction, 'change' | 'resource'>,
  record_ids: readonly number[],
): void {
  const about = { change, resource, actor: actorOf(call) };
  const rows = record_ids.map((record_id) =>
    outboxRow(actionAudited, { action_id: randomInt(1, MOST), record_id, ...about }, 1, tx.account_id),
  );
  publishAll(tx, rows);
}
