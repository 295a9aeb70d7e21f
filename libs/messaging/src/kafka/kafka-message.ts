import type { Event } from '@stockbook/contracts';
import type { Proofs } from '@stockbook/process';
import type { KafkaMessage } from 'kafkajs';
import { aggregateKey } from '../bus/event-bus.js';

/**
 * The key decides the partition, which keeps the order. The header `proof` says that a process of this system has sent
 * the event to this topic of Kafka, which belongs to one generation. It has no time, because a refill sends events that
 * are days old.
 */
export function toMessage(event: Event, topic: string, proofs: Proofs) {
  const key = aggregateKey(event);
  const value = JSON.stringify(event.traceparent ? { ...event, traceparent: undefined } : event);
  const { traceparent } = event;
  return { key, value, headers: { proof: proofs.of(topic, key, value), ...(traceparent && { traceparent }) } };
}

export interface Place {
  readonly topic: string;
  readonly partition: number;
}

export const placeName = ({ topic, partition }: Place): string => `${topic}/${partition}`;

/** Returns the topic that keeps malformed messages for ever. */
export const malformedOf = (topic: string): string => `${topic}.malformed`;

export class Malformed extends Error {
  override readonly name = 'Malformed';
}

const upTo = (most: number) => (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most;
const like = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const isTraceparent = like(/^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/);
const INT = 2 ** 31 - 1;

/** The columns of the consumers set these limits. */
const RULES: Readonly<Record<keyof Omit<Event, 'traceparent'>, (value: unknown) => boolean>> = {
  event_id: like(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i),
  account_id: upTo(INT),
  topic: like(/^[\w.-]+$/),
  name: like(/^[\w.-]+$/),
  version: upTo(INT),
  aggregate_id: upTo(Number.MAX_SAFE_INTEGER),
  sequence: upTo(Number.MAX_SAFE_INTEGER),
  created_at: (value) => like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)(value) && !Number.isNaN(Date.parse(String(value))),
  payload: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

type Read = Pick<KafkaMessage, 'key' | 'value' | 'headers'>;

function checkSender({ key, value, headers }: Read, topic: string, proofs: Proofs): void {
  const proof = headers?.['proof']?.toString() ?? '';
  if (!proofs.holds(proof, topic, key?.toString() ?? '', value?.toString() ?? ''))
    throw new Malformed('no process of this system has sent it: it has no valid proof');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws Malformed if a consumer could not even park the event. */
export function toEvent({ value, headers }: Read, topic: string): Event {
  const read = parsed(value);
  const broken = Object.entries(RULES).find(([field, holds]) => !holds(read[field]));
  if (broken) throw new Malformed(`its ${broken[0]} is ${JSON.stringify(read[broken[0]]) ?? 'missing'}`);
  if (read['topic'] !== topic) throw new Malformed(`its topic is ${JSON.stringify(read['topic'])}`);
  const traceparent = headers?.['traceparent']?.toString();
  if (isTraceparent(traceparent)) read['traceparent'] = traceparent;
  else if ('traceparent' in read) delete read['traceparent'];
  return read as unknown as Event;
}

export interface MalformedMessage extends Place {
  readonly message: KafkaMessage;
  readonly fault: Malformed;
}

/** Without `proofs` it does not check who has sent the messages. */
export function readEvents(
  { topic, partition }: Place,
  messages: readonly KafkaMessage[],
  { prefix, proofs }: { readonly prefix: string; readonly proofs?: Proofs },
) {
  const events: Event[] = [];
  const malformed: MalformedMessage[] = [];
  for (const message of messages) {
    try {
      if (proofs) checkSender(message, topic, proofs);
      events.push(toEvent(message, topic.slice(prefix.length)));
    } catch (fault) {
      if (!(fault instanceof Malformed)) throw fault;
      malformed.push({ topic, partition, message, fault });
    }
  }
  return { events, malformed };
}

function parsed(value: Buffer | null): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(utf8.decode(value ?? Buffer.alloc(0)));
    if (RULES.payload(read)) return read as Record<string, unknown>;
  } catch (error) {
    throw new Malformed(`it is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  throw new Malformed('it is no JSON object');
}
