import { SYSTEM, webhookChanged, type WebhookStatus } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { modifiedNow, publishFact } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { toWebhook } from './webhook-shown.js';
import { WebhookRow } from './webhook.entity.js';

type Key = Pick<WebhookRow, 'account_id' | 'webhook_id'>;

/** Changes the status of endpoints by what their receivers do; each change is a fact. */
@Injectable()
export class WebhookStatuses {
  constructor(private readonly db: Db) {}

  async fail(key: Key): Promise<void> {
    await this.change(key, 'failing', ['enabled'], 'failing', { failing_since: () => 'now()' });
  }

  async disable(key: Key, disabled_reason: string): Promise<void> {
    await this.change(key, 'disabled', ['enabled', 'failing'], 'disabled', { disabled_reason });
  }

  async recover(key: Key): Promise<void> {
    await this.change(key, 'enabled', ['failing'], 'recovered', { failing_since: null });
  }

  private change(
    { account_id, webhook_id }: Key,
    status: WebhookStatus,
    from: readonly WebhookStatus[],
    change: 'failing' | 'disabled' | 'recovered',
    values: object,
  ): Promise<void> {
    return this.db.transactFor([account_id], async (tx) => {
      const where = { account_id, webhook_id, date_deleted: IsNull() };
      const stored = await tx.manager.findOne(WebhookRow, { where, lock: { mode: 'pessimistic_write' } });
      if (!stored || !from.includes(stored.status)) return;
      const set = { ...values, status, version: () => 'version + 1', date_modified: modifiedNow };
      await tx.manager.update(WebhookRow, { account_id, webhook_id }, set);
      const row = await tx.manager.findOneByOrFail(WebhookRow, { account_id, webhook_id });
      const states = { before: toWebhook(stored), after: toWebhook(row) };
      publishFact(tx, webhookChanged, { id: webhook_id, sequence: row.version, change, actor: SYSTEM, ...states });
    });
  }
}
