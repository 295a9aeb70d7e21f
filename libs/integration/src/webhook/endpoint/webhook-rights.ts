import type { Caller, Fault } from '@stockbook/contracts';
import type { WebhookRow } from './webhook.entity.js';

type Rights = Pick<WebhookRow, 'webhook_id' | 'view_cost'>;

/** Whether a caller has all rights that an endpoint has, and so may see what it gets. */
export const hasRightsOf = (caller: Caller, { view_cost }: Pick<Rights, 'view_cost'>): boolean =>
  caller.view_cost || !view_cost;

/** Why a caller may not do what would show them what an endpoint gets. `doing`: `change the url of`. */
export function rightsFaults(caller: Caller, row: Rights, doing: string): Fault[] {
  if (hasRightsOf(caller, row)) return [];
  const message = `You may not ${doing} webhook ${row.webhook_id}: it needs the permission to view cost.`;
  return [{ code: 'forbidden', message }];
}
