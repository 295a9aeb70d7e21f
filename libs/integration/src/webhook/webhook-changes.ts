import { type Call, Refused, webhookChanged } from '@stockbook/contracts';
import { Db, type Tx } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { actorOf, modifiedNow, publishFact } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { Dispatcher } from './dispatch/dispatcher.js';
import { fieldFaults, filterFaults, type GivenFields } from './endpoint/webhook-fields.js';
import { toWebhook } from './endpoint/webhook-shown.js';
import { WebhookRow } from './endpoint/webhook.entity.js';
import { AllowedNetworks } from './http/networks.js';

/** Judges given fields of endpoints, and writes changes of stored ones. */
@Injectable()
export class WebhookChanges {
  constructor(
    private readonly db: Db,
    private readonly services: Services,
    private readonly networks: AllowedNetworks,
    private readonly dispatcher: Dispatcher,
  ) {}

  async check(call: Call, given: GivenFields): Promise<void> {
    const faults = fieldFaults(given, this.networks);
    if (given.view_cost && !call.caller.view_cost)
      faults.push({ code: 'forbidden', field: 'view_cost', message: 'view_cost needs the permission to view cost.' });
    Refused.ifAny([...faults, ...(await filterFaults(call, given, this.db, this.services))]);
  }

  async write(
    tx: Tx,
    call: Call,
    stored: WebhookRow,
    changes: object,
    change: 'edited' | 'deleted' | 'secret_rotated',
  ): Promise<void> {
    const { account_id, webhook_id } = stored;
    const set = { ...changes, version: () => 'version + 1', date_modified: modifiedNow };
    await tx.manager.update(WebhookRow, { account_id, webhook_id }, set);
    const row = await tx.manager.findOneOrFail(WebhookRow, { where: { account_id, webhook_id }, withDeleted: true });
    const states = { before: toWebhook(stored), after: toWebhook(row) };
    tx.afterCommit(() => this.dispatcher.refresh(stored));
    publishFact(tx, webhookChanged, { id: webhook_id, sequence: row.version, change, actor: actorOf(call), ...states });
  }
}
