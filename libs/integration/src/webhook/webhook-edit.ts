import { type CallOf, Refused, type webhook } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { isChange } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { EndpointGroups } from './channel-group/endpoint-groups.js';
import { LOCK_ENDPOINTS } from './dispatch/dispatch-statements.js';
import { AccountSubscriptions } from './endpoint/account-subscriptions.js';
import { kindFaults, sealedHeaders } from './endpoint/webhook-fields.js';
import { accessFaults, claimEndpoint, eventFaults, groupsOf, rightsFaults } from './endpoint/webhook-rights.js';
import { WebhookSecrets } from './endpoint/webhook-secrets.js';
import { urlToStore } from './endpoint/webhook-shown.js';
import type { WebhookRow } from './endpoint/webhook.entity.js';
import { CLOSE_BREAKER, RELEASE_ALL } from './endpoint-statements.js';
import { SCHEDULE_UNSUBSCRIBED } from './log/redelivery-statements.js';
import { WebhookChanges } from './webhook-changes.js';

@Injectable()
export class WebhookEdit {
  constructor(
    private readonly db: Db,
    private readonly secrets: WebhookSecrets,
    private readonly subscriptions: AccountSubscriptions,
    private readonly groups: EndpointGroups,
    private readonly changes: WebhookChanges,
  ) {}

  async edit(call: CallOf<typeof webhook.edit>) {
    const { caller, input } = call;
    const channel_group_ids = input.channel_group_ids && groupsOf(caller, input.channel_group_ids);
    await this.changes.check(call, input);
    const groups = await this.groups.read(call, channel_group_ids ?? null);
    if (input.events && !call.dry_run) await this.subscriptions.extend(this.db, call, input.events);
    return this.db.transact(call, async (tx) => {
      const stored = await claimEndpoint(tx, caller, input.webhook_id);
      const { webhook_id, enabled, headers: given, url, ...others } = input;
      const fields = {
        ...others,
        ...(url !== undefined && { url: urlToStore(url, stored.url) }),
        ...(channel_group_ids !== undefined && { channel_group_ids }),
      };
      const merged = { ...stored, ...fields };
      Refused.ifAny([
        ...kindFaults(stored.kind, input),
        ...accessFaults(caller, merged.events, stored.events),
        ...eventFaults(merged.events, merged.channel_group_ids),
      ]);
      this.groups.add(tx, groups);
      if (merged.url !== stored.url) Refused.ifAny(rightsFaults(caller, stored, 'change the url of'));
      const headers = given && sealedHeaders(given, stored.headers, this.secrets, tx.account_id);
      if (headers && !isDeepStrictEqual(headers, stored.headers))
        Refused.ifAny(rightsFaults(caller, stored, 'change the headers of'));
      const changes = { ...fields, ...(headers && { headers }), ...switched(stored, enabled) };
      if (isChange(stored, changes)) {
        await this.changes.write(tx, call, stored, changes, 'edited');
        tx.send(LOCK_ENDPOINTS, [tx.account_id, [webhook_id]]);
        tx.send(SCHEDULE_UNSUBSCRIBED, [tx.account_id, webhook_id]);
      }
      if (stored.ordered && fields.ordered === false) tx.send(RELEASE_ALL, [tx.account_id, webhook_id]);
      // Earlier failures do not count against an endpoint that is enabled again.
      if (enabled && stored.status === 'disabled') await tx.query(CLOSE_BREAKER, [tx.account_id, webhook_id]);
      return { webhook_id };
    });
  }
}

function switched({ status }: WebhookRow, enabled: boolean | undefined): Partial<WebhookRow> {
  if (enabled === undefined || enabled === (status !== 'disabled')) return {};
  return enabled
    ? { status: 'enabled', disabled_reason: '', failing_since: null }
    : { status: 'disabled', disabled_reason: 'by a user' };
}
