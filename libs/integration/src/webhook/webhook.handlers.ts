import {
  type Call,
  type CallOf,
  Refused,
  ownCall,
  settingsReference,
  shownDate,
  webhook,
  webhookChanged,
} from '@stockbook/contracts';
import { Db, recordMarks, pageOf, listQuery, statement, type Tx } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { actorOf, Handles, isChange, modifiedNow, publishFact } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { EndpointGroups } from './channel-group/endpoint-groups.js';
import { isDeepStrictEqual } from 'node:util';
import { LOCK_ENDPOINTS } from './dispatch/dispatch-statements.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { AllowedNetworks } from './http/networks.js';
import { SCHEDULE_UNSUBSCRIBED } from './log/redelivery-statements.js';
import { AccountSubscriptions } from './endpoint/account-subscriptions.js';
import {
  CANCEL,
  CLOSE_BREAKER,
  type Counted,
  COUNTS,
  HEALTH_OF,
  type HealthOf,
  RELEASE_ALL,
} from './endpoint-statements.js';
import {
  fieldFaults,
  type GivenFields,
  kindFaults,
  referenceFaults,
  refusePull,
  sealedHeaders,
} from './endpoint/webhook-fields.js';
import { accessFaults, claimEndpoint, eventFaults, groupsOf, rightsFaults, seenBy } from './endpoint/webhook-rights.js';
import { WebhookSecrets } from './endpoint/webhook-secrets.js';
import { toWebhook, urlToStore } from './endpoint/webhook-shown.js';
import { WebhookRow } from './endpoint/webhook.entity.js';

const MOST_ENDPOINTS = 20;
const HOUR_MS = 3_600_000;
const DEFAULT_GRACE_HOURS = 24;

const COUNT = statement(
  'count_webhooks',
  'SELECT count(*)::int AS count FROM integration.webhook WHERE account_id = $1 AND date_deleted IS NULL',
);
const ADD_HEALTH = statement(
  'add_webhook_health',
  'INSERT INTO integration.webhook_health (account_id, webhook_id) VALUES ($1, $2)',
);

/** Users limited to channel groups see the endpoints of these groups alone. */
@Controller()
export class WebhookHandlers {
  constructor(
    private readonly db: Db,
    private readonly services: Services,
    private readonly secrets: WebhookSecrets,
    private readonly subscriptions: AccountSubscriptions,
    private readonly groups: EndpointGroups,
    private readonly networks: AllowedNetworks,
    private readonly dispatcher: Dispatcher,
  ) {}

  @Handles(webhook.add)
  async add(call: CallOf<typeof webhook.add>) {
    const { caller, input } = call;
    const channel_group_ids = groupsOf(caller, input.channel_group_ids);
    const { kind = 'push', url = '' } = input;
    if (kind === 'push' && !url) throw new Refused({ code: 'invalid', field: 'url', message: 'url is required.' });
    await this.check(call, input);
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
    for (;;) {
      const version = call.dry_run
        ? undefined
        : await this.subscriptions.subscribe(this.db, call, output.domain, input.events);
      const groups = await this.groups.read(call, channel_group_ids);
      const added = await this.db
        .transact(call, async (tx) => {
          if (version !== undefined && !(await this.subscriptions.confirm(tx, version))) throw new Outdated();
          this.groups.add(tx, groups);
          return { webhook_id: await this.insert(tx, call, values) };
        })
        .catch((error: unknown) => {
          if (error instanceof Outdated) return undefined;
          throw error;
        });
      if (added) return issued ? shownOnce(call, added, issued.secret) : added;
    }
  }

  @Handles(webhook.edit)
  async edit(call: CallOf<typeof webhook.edit>) {
    const { caller, input } = call;
    const channel_group_ids = input.channel_group_ids && groupsOf(caller, input.channel_group_ids);
    await this.check(call, input);
    const groups = await this.groups.read(call, channel_group_ids ?? null);
    if (input.events && !call.dry_run) await this.subscriptions.extend(this.db, call, input.events);
    return this.db.transact(call, async (tx) => {
      const stored = await this.claim(tx, call);
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
        await this.change(tx, call, stored, changes, 'edited');
        tx.send(LOCK_ENDPOINTS, [tx.account_id, [webhook_id]]);
        tx.send(SCHEDULE_UNSUBSCRIBED, [tx.account_id, webhook_id]);
      }
      if (stored.ordered && fields.ordered === false) tx.send(RELEASE_ALL, [tx.account_id, webhook_id]);
      // Earlier failures do not count against an endpoint that is enabled again.
      if (enabled && stored.status === 'disabled') await tx.query(CLOSE_BREAKER, [tx.account_id, webhook_id]);
      return { webhook_id };
    });
  }

  @Handles(webhook.delete)
  delete(call: CallOf<typeof webhook.delete>) {
    return this.db.transact(call, async (tx) => {
      const stored = await this.claim(tx, call);
      await this.subscriptions.lock(tx);
      await this.change(tx, call, stored, { date_deleted: () => 'now()' }, 'deleted');
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
      const known = await this.claim(tx, call);
      refusePull(known);
      Refused.ifAny(rightsFaults(caller, known, 'rotate the secret of'));
      const expires_at = new Date(Date.now() + (input.grace_hours ?? DEFAULT_GRACE_HOURS) * HOUR_MS);
      const secrets = this.secrets.rotated(known.secrets, stored, expires_at);
      await this.change(tx, call, known, { secrets, secret_hint }, 'secret_rotated');
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

  private async check(call: Call, given: GivenFields): Promise<void> {
    const faults = fieldFaults(given, this.networks);
    if (given.view_cost && !call.caller.view_cost)
      faults.push({ code: 'forbidden', field: 'view_cost', message: 'view_cost needs the permission to view cost.' });
    Refused.ifAny([...faults, ...(await referenceFaults(call, given, this.db, this.services))]);
  }

  private claim(tx: Tx, { caller, input }: Call<{ webhook_id: number }>): Promise<WebhookRow> {
    return claimEndpoint(tx, caller, input.webhook_id);
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

  private async change(
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

/** The account was unsubscribed between the two steps of an add. */
class Outdated extends Error {}

/** The stored answer has no secret: only the first answer shows it. */
const shownOnce = <T extends object>({ dry_run }: Call, answer: T, secret: string): T & { secret?: string } => ({
  ...answer,
  ...(!dry_run && { secret }),
});

function switched({ status }: WebhookRow, enabled: boolean | undefined): Partial<WebhookRow> {
  if (enabled === undefined || enabled === (status !== 'disabled')) return {};
  return enabled
    ? { status: 'enabled', disabled_reason: '', failing_since: null }
    : { status: 'disabled', disabled_reason: 'by a user' };
}
