import { type Event, type OrderChange, orderChanged, type Service, SYSTEM } from '@stockbook/contracts';
import { toMessage } from '@stockbook/messaging';
import type { Proofs } from '@stockbook/process';
import { Kafka, logLevel, type Message, Partitioners } from 'kafkajs';
import { v7 as uuidV7 } from 'uuid';

/** These keys are above every id that the load draws. */
const FIRST_KEY = 2_000_000_000;
/** No bigint column holds this number. */
const TOO_LARGE = 2 ** 63;

/** An event that consumers park, except the services that do not read its flaw. */
export interface PlantedEvent extends Event {
  readonly harmless_to: readonly Service[];
}

/** Integration reads no payload of an account without webhooks. */
const NO_WEBHOOKS: readonly Service[] = ['integration'];

/** Messages that consumers cannot apply, from a sender that is not the system. */
export class Plants {
  /** Events of keys of their own, which must all be parked in their order. */
  readonly events: PlantedEvent[] = [];
  /** Malformed messages, which must end up in the topic `<topic>.malformed`. */
  readonly malformed: string[] = [];
  private readonly kafka: Kafka;

  constructor(
    brokers: readonly string[],
    private readonly proofs: Proofs,
  ) {
    this.kafka = new Kafka({ clientId: 'chaos', brokers: [...brokers], logLevel: logLevel.NOTHING });
  }

  /** Behind the unknown kind and the too large numbers it plants a good event, which must wait. */
  async plant(account_id: number): Promise<string> {
    const key = FIRST_KEY + this.events.length;
    const events = [
      eventOf(account_id, key, 1, { name: 'sale.order.exploded' }),
      eventOf(account_id, key, 2, {}),
      eventOf(account_id, key + 1, 1, { number: TOO_LARGE }),
      eventOf(account_id, key + 1, 2, {}),
    ];
    const malformed = [`{"no event": ${key}`, JSON.stringify(eventOf(account_id, key, 1, {}))];
    const messages = events.map((event) => toMessage(event, event.topic, this.proofs));
    await this.send([...malformed.map((value) => ({ key: null, value })), ...messages]);
    this.events.push(
      ...events.map((event) => ({ ...event, harmless_to: event.aggregate_id === key ? [] : NO_WEBHOOKS })),
    );
    this.malformed.push(...malformed);
    return `${events.length} events and ${malformed.length} messages that are none, in account ${account_id}`;
  }

  async notKept(): Promise<string[]> {
    if (!this.malformed.length) return [];
    const missing = new Set(this.malformed);
    const topic = `${orderChanged.topic}.malformed`;
    const consumer = this.kafka.consumer({ groupId: `chaos-${uuidV7()}` });
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await new Promise<void>((found) => {
        setTimeout(found, 15_000).unref();
        void consumer.run({
          eachMessage: async ({ message }) => {
            missing.delete(String(message.value));
            if (!missing.size) found();
          },
        });
      });
    } finally {
      await consumer.disconnect();
    }
    return [...missing];
  }

  private async send(messages: Message[]): Promise<void> {
    const producer = this.kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    await producer.connect();
    await producer.send({ topic: orderChanged.topic, messages }).finally(() => producer.disconnect());
  }
}

interface Flaw {
  readonly name?: string;
  /** The version of the demand, which inventory keeps, and the id of the user, which settings keeps. */
  readonly number?: number;
}

function eventOf(account_id: number, order_id: number, sequence: number, flaw: Flaw): Event<OrderChange> {
  const { topic, name, version } = orderChanged;
  const document = { document: 'order', document_id: order_id, version: flaw.number ?? sequence } as const;
  const author = { user_id: 0, username: 'chaos' };
  const demand = { ...document, ...author, lines: [] };
  const payload: OrderChange = {
    order_id,
    change: 'edited',
    actor: { ...SYSTEM, ...author, user_id: flaw.number ?? 0 },
    demand,
  };
  const created_at = new Date().toISOString();
  const head = { event_id: uuidV7(), account_id, topic, name: flaw.name ?? name, version };
  return { ...head, aggregate_id: order_id, sequence, created_at, payload };
}
