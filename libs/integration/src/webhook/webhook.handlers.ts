import { type CallOf, Refused, shownDate, webhook } from '@stockbook/contracts';
import { Db, listQuery, pageOf, recordMarks } from '@stockbook/persistence';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { LOCK_ENDPOINTS } from './dispatch/dispatch-statements.js';
import { AccountSubscriptions } from './endpoint/account-subscriptions.js';
import { refusePull } from './endpoint/webhook-fields.js';
import { claimEndpoint, rightsFaults, seenBy } from './endpoint/webhook-rights.js';
import { shownOnce, WebhookSecrets } from './endpoint/webhook-secrets.js';
import { toWebhook } from './endpoint/webhook-shown.js';
import { WebhookRow } from './endpoint/webhook.entity.js';
import { CANCEL, type Counted, COUNTS, HEALTH_OF, type HealthOf } from './endpoint-statements.js';
import { WebhookAdd } from './webhook-add.js';
import { WebhookChanges } from './webhook-changes.js';
import { WebhookEdit } from './webhook-edit.js';

const HOUR_MS = 3_600_000;
const DEFAULT_GRACE_HOURS = 24;

/** Users limited to channel groups see the endpoints of these groups alone. */
@Controller()
export class WebhookHandlers {
  constructor(
    private readonly db: Db,
    private readonly secrets: WebhookSecrets,
    private readonly subscriptions: AccountSubscriptions,
    private readonly adding: WebhookAdd,
    private readonly editing: WebhookEdit,
    private readonly changes: WebhookChanges,
  ) {}

  @Handles(webhook.add)
  add(call: CallOf<typeof webhook.add>) {
    return this.adding.add(call);
  }

  @Handles(webhook.edit)
  edit(call: CallOf<typeof webhook.edit>) {
    return this.editing.edit(call);
  }

  @Handles(webhook.delete)
  delete(call: CallOf<typeof webhook.delete>) {
    return this.db.transact(call, async (tx) => {
      const stored = await claimEndpoint(tx, call.caller, call.input.webhook_id);
      await this.subscriptions.lock(tx);
      await this.changes.write(tx, call, stored, { date_deleted: () => 'now()' }, 'deleted');
      tx.send(LOCK_ENDPOINTS, [tx.account_id, [stored.webhook_id]]);
      await tx.query(CANCEL, [tx.account_id, stored.webhook_id]);
      return { webhook_id: stored.webhook_id };
    });
  }

  @Handles(webhook.rotateSecret)
  async rotateSecret(call: CallOf<typeof webhook.rotateSecret>) {
    const { caller, input } = call;
    const { secret, stored, secret_hint } = this.secrets.issue(caller.account_id);
    const rotated = await this.db.transact(call, async (tx) => {
      const known = await claimEndpoint(tx, call.caller, call.input.webhook_id);
      refusePull(known);
      Refused.ifAny(rightsFaults(caller, known, 'rotate the secret of'));
      const expires_at = new Date(Date.now() + (input.grace_hours ?? DEFAULT_GRACE_HOURS) * HOUR_MS);
      const secrets = this.secrets.rotated(known.secrets, stored, expires_at);
      await this.changes.write(tx, call, known, { secrets, secret_hint }, 'secret_rotated');
      return { webhook_id: known.webhook_id };
    });
    return shownOnce(call, rotated, secret);
  }

  @Handles(webhook.get)
  async get(call: CallOf<typeof webhook.get>) {
    const { caller, input } = call;
    const query = listQuery(this.db, WebhookRow, 'webhook_id', call);
    if (input.filter_status) query.andWhere('webhook.status = :status', { status: input.filter_status });
    if (caller.channel_group_ids) query.andWhere(seenBy(':groups'), { groups: caller.channel_group_ids });
    const sorts = { date_added: 'webhook.date_added', date_modified: 'webhook.date_modified' };
    const [rows, total, cut] = await pageOf(this.db, query, input, 'webhook_id', sorts);
    const ids = rows.map(({ webhook_id }) => webhook_id);
    const [health, counts] = await Promise.all([
      this.db.query<HealthOf>(HEALTH_OF, [caller.account_id, ids]),
      this.db.query<Counted>(COUNTS, [caller.account_id, ids]),
    ]);
    const webhooks = rows.map((row) => {
      const own = health.find(({ webhook_id }) => webhook_id === row.webhook_id);
      const deliveries = counts.filter(({ webhook_id }) => webhook_id === row.webhook_id);
      return {
        ...toWebhook(row),
        last_success: shownDate(own?.last_success ?? null),
        last_error: own?.last_error ?? '',
        deliveries: deliveries.map(({ state, count }) => ({ state, count })),
        ...recordMarks(input, row),
      };
    });
    return { total, ...cut, webhooks };
  }
}
