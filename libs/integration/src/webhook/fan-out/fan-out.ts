import {
  type AnyFact,
  accountChanged,
  type Event,
  type PayloadOf,
  sectionOfTopic,
  type WebhookSection,
} from '@stockbook/contracts';
import { PackedTexts, statement, type Tx } from '@stockbook/persistence';
import { Consumes, ConsumesFacts } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { endpointKey } from '../dispatch/lane/endpoint.js';
import { LOCK_ACCOUNTS, STORE, SUBSCRIBERS } from './fan-out-statements.js';
import { renderBodies, type WebhookFact } from './render.js';
import { type Filtered, isSubscribed, type Subscriber } from '../endpoint/subscriptions.js';

interface Account {
  readonly account_id: number;
  readonly domain: string;
  position: number;
}

interface StoredEvent extends Filtered, Pick<Event, 'event_id' | 'account_id' | 'sequence' | 'traceparent'> {
  readonly position: number;
  readonly date_added: string;
  readonly record_id: number;
  readonly body_thin: string;
  readonly full_at: number;
  readonly full_length: number;
  readonly cost_at: number | undefined;
  readonly cost_length: number | undefined;
}

const RENAME = statement(
  'rename_webhook_account',
  'UPDATE integration.webhook_account SET domain = $2 WHERE account_id = $1 AND domain <> $2',
);

/** Stores the events of accounts that have endpoints, and a delivery for each endpoint that subscribes. */
@Injectable()
export class FanOut {
  constructor(private readonly dispatcher: Dispatcher) {}

  @ConsumesFacts()
  async store(events: readonly Event<AnyFact & WebhookFact>[], tx: Tx): Promise<void> {
    const accounts = await this.lockAccounts(events, tx);
    if (!accounts.size) return;
    const subscribers = await tx.query<Subscriber>(SUBSCRIBERS, [[...accounts.keys()]]);
    const bodies = new PackedTexts();
    const stored = events.flatMap((event) => {
      const account = accounts.get(event.account_id);
      const section = sectionOfTopic.get(event.topic);
      return account && section ? storedEvent(event, section, account, subscribers, bodies) : [];
    });
    if (!stored.length) return;
    const deliveries = deliveriesOf(stored, subscribers);
    const moved = [...accounts.values()];
    tx.send(STORE, [
      moved.map(({ account_id }) => account_id),
      moved.map(({ position }) => position),
      JSON.stringify(stored),
      bodies.bytes,
      deliveries.map(({ webhook_id }) => webhook_id),
      deliveries.map(({ event }) => event.account_id),
      deliveries.map(({ event }) => event.position),
      deliveries.map(({ event }) => event.date_added),
      deliveries.map(({ event }) => event.section),
      deliveries.map(({ event }) => event.record_id),
    ]);
    const keys = new Set(deliveries.map(({ webhook_id, event }) => endpointKey({ ...event, webhook_id })));
    tx.afterCommit(() => this.dispatcher.wakeFor(keys));
  }

  @Consumes(accountChanged)
  async rename(events: readonly Event<PayloadOf<typeof accountChanged>>[], tx: Tx): Promise<void> {
    for (const { account_id, payload } of events) tx.send(RENAME, [account_id, payload.record.domain]);
  }

  /** Locks the accounts for which events are stored. All others cost one statement for the whole batch. */
  private async lockAccounts(events: readonly Event[], tx: Tx): Promise<Map<number, Account>> {
    const ids = events.filter(({ topic }) => sectionOfTopic.has(topic)).map(({ account_id }) => account_id);
    if (!ids.length) return new Map();
    const accounts = await tx.query<Account>(LOCK_ACCOUNTS, [[...new Set(ids)]]);
    return new Map(accounts.map((account) => [account.account_id, account]));
  }
}

const deliveriesOf = (events: readonly StoredEvent[], subscribers: readonly Subscriber[]) =>
  events.flatMap((event) =>
    subscribers
      .filter((each) => each.account_id === event.account_id && each.kind === 'push' && isSubscribed(each, event))
      .map(({ webhook_id }) => ({ webhook_id, event })),
  );

function storedEvent(
  event: Event<WebhookFact>,
  section: WebhookSection,
  account: Account,
  subscribers: readonly Subscriber[],
  bodies: PackedTexts,
): StoredEvent[] {
  const { payload, event_id, account_id, sequence, created_at, aggregate_id, traceparent } = event;
  const name = `${section.name}.${payload.change}`;
  if (!payload.record || !section.events.includes(name)) return [];
  const isCostWanted = subscribers.some((each) => each.account_id === account_id && each.view_cost);
  const { channel_id = null, channel_group_id = null, order_status_id = null }: Partial<Filtered> = payload.record;
  const { body_full, body_cost, body_thin } = renderBodies(section, name, event, account.domain, payload, isCostWanted);
  const full = bodies.add(body_full);
  const cost = body_cost === null ? undefined : bodies.add(body_cost);
  return [
    {
      account_id,
      event_id,
      sequence,
      traceparent,
      position: ++account.position,
      date_added: created_at,
      name,
      section: section.name,
      record_id: aggregate_id,
      channel_id,
      channel_group_id,
      order_status_id,
      body_thin,
      full_at: full.at,
      full_length: full.length,
      cost_at: cost?.at,
      cost_length: cost?.length,
    },
  ];
}
