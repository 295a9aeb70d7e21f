import {
  type Call,
  type CallOf,
  ownCall,
  Refused,
  settingsReference,
  type webhook,
  webhookChanged,
} from '@stockbook/contracts';
import { Db, statement, type Tx } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { actorOf, publishFact } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { EndpointGroups } from './channel-group/endpoint-groups.js';
import { AccountSubscriptions } from './endpoint/account-subscriptions.js';
import { kindFaults, sealedHeaders } from './endpoint/webhook-fields.js';
import { accessFaults, eventFaults, groupsOf } from './endpoint/webhook-rights.js';
import { shownOnce, WebhookSecrets } from './endpoint/webhook-secrets.js';
import { toWebhook, urlToStore } from './endpoint/webhook-shown.js';
import { WebhookRow } from './endpoint/webhook.entity.js';
import { WebhookChanges } from './webhook-changes.js';

const MOST_ENDPOINTS = 20;

const COUNT = statement(
  'count_webhooks',
  'SELECT count(*)::int AS count FROM integration.webhook WHERE account_id = $1 AND date_deleted IS NULL',
);
const ADD_HEALTH = statement(
  'add_webhook_health',
  'INSERT INTO integration.webhook_health (account_id, webhook_id) VALUES ($1, $2)',
);

/** The account was unsubscribed between the two steps of an add. */
class Outdated extends Error {}

interface NewWebhook {
  readonly domain: string;
  readonly channel_group_ids: number[] | null;
  readonly events: readonly string[];
  readonly write: (tx: Tx) => Promise<number>;
}

@Injectable()
export class WebhookAdd {
  constructor(
    private readonly db: Db,
    private readonly services: Services,
    private readonly secrets: WebhookSecrets,
    private readonly subscriptions: AccountSubscriptions,
    private readonly groups: EndpointGroups,
    private readonly changes: WebhookChanges,
  ) {}

  async add(call: CallOf<typeof webhook.add>) {
    const { caller, input } = call;
    const channel_group_ids = groupsOf(caller, input.channel_group_ids);
    const { kind = 'push', url = '' } = input;
    if (kind === 'push' && !url) throw new Refused({ code: 'invalid', field: 'url', message: 'url is required.' });
    await this.changes.check(call, input);
    Refused.ifAny([
      ...kindFaults(kind, input),
      ...accessFaults(caller, input.events),
      ...eventFaults(input.events, channel_group_ids),
    ]);
    const { account_id } = caller;
    const issued = kind === 'push' ? this.secrets.issue(account_id) : undefined;
    const headers = sealedHeaders(input.headers ?? {}, {}, this.secrets, account_id);
    const values = {
      ...input,
      kind,
      url: url && urlToStore(url),
      headers,
      account_id,
      secrets: issued ? [issued.stored] : [],
      secret_hint: issued?.secret_hint ?? '',
      view_cost: input.view_cost ?? false,
      channel_group_ids,
    };
    const { output } = await this.services.ask(settingsReference.get, ownCall(call, {}));
    const write = (tx: Tx) => this.insert(tx, call, values);
    let added;
    do added = await this.tryToAdd(call, { domain: output.domain, channel_group_ids, events: input.events, write });
    while (!added);
    return issued ? shownOnce(call, added, issued.secret) : added;
  }

  /** Returns undefined if the account was unsubscribed between the two steps: then both begin again. */
  private async tryToAdd(call: Call, { domain, channel_group_ids, events, write }: NewWebhook) {
    const version = call.dry_run ? undefined : await this.subscriptions.subscribe(this.db, call, domain, events);
    const groups = await this.groups.read(call, channel_group_ids);
    try {
      return await this.db.transact(call, async (tx) => {
        if (version !== undefined && !(await this.subscriptions.confirm(tx, version))) throw new Outdated();
        this.groups.add(tx, groups);
        return { webhook_id: await write(tx) };
      });
    } catch (error) {
      if (error instanceof Outdated) return undefined;
      throw error;
    }
  }

  private async insert(tx: Tx, call: Call, values: QueryDeepPartialEntity<WebhookRow>): Promise<number> {
    const [found] = await tx.query<{ count: number }>(COUNT, [tx.account_id]);
    if (found && found.count >= MOST_ENDPOINTS)
      throw new Refused({ code: 'invalid', message: `An account has at most ${MOST_ENDPOINTS} endpoints.` });
    const { identifiers } = await tx.manager.insert(WebhookRow, values);
    const webhook_id = Number(identifiers[0]?.['webhook_id']);
    await tx.query(ADD_HEALTH, [tx.account_id, webhook_id]);
    const row = await tx.manager.findOneByOrFail(WebhookRow, { account_id: tx.account_id, webhook_id });
    publishFact(tx, webhookChanged, {
      id: webhook_id,
      sequence: row.version,
      change: 'added',
      actor: actorOf(call),
      after: toWebhook(row),
    });
    return webhook_id;
  }
}
