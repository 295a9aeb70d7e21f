import type { SecretKeys } from '@stockbook/auth';
import { type Db, statement } from '@stockbook/persistence';
import { isDeepStrictEqual } from 'node:util';
import { IsNull } from 'typeorm';
import { WebhookRow } from './webhook.entity.js';
import { webhookOwner } from './webhook-secrets.js';

const ACCOUNTS = statement(
  'accounts_with_webhooks',
  'SELECT DISTINCT account_id FROM integration.webhook WHERE date_deleted IS NULL',
);

/** Returns how many endpoints had another key. */
export async function resealWebhooks(db: Db, keys: SecretKeys): Promise<number> {
  let count = 0;
  for (const { account_id } of await db.query<{ account_id: number }>(ACCOUNTS, []))
    count += await db.transactFor([account_id], async ({ manager }) => {
      const where = { account_id, date_deleted: IsNull() };
      const rows = await manager.find(WebhookRow, { where, lock: { mode: 'pessimistic_write' } });
      const owner = webhookOwner(account_id);
      const changed = rows.flatMap(({ webhook_id, secrets, headers }) => {
        const resealed = {
          secrets: secrets.map((each) => ({ ...each, ...keys.reseal(each, owner) })),
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name, keys.reseal(value, owner)]),
          ),
        };
        return isDeepStrictEqual(resealed, { secrets, headers }) ? [] : [{ webhook_id, resealed }];
      });
      for (const { webhook_id, resealed } of changed)
        await manager.update(WebhookRow, { account_id, webhook_id }, resealed);
      return changed.length;
    });
  return count;
}
