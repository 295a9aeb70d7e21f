import { type Event, type EventType, topicsOf } from '../events.js';
import { webhookMessages, webhookSchemas } from './asyncapi-webhooks.js';
import { component, type Schema, Schemas } from './schemas.js';

/** An AsyncAPI 3.0 document of the events between the services, and of webhooks. */
export interface AsyncApi {
  readonly asyncapi: '3.0.0';
  readonly [part: string]: unknown;
}

export function asyncApi(events: readonly EventType[], { version }: { version: string }): AsyncApi {
  const schemas = new Schemas({ Envelope: envelope, Headers: headers, ...webhookSchemas });
  const messages = events.map(({ name, payload }) => [name, eventMessage(name, schemas.refTo(payload))]);
  const webhooks = webhookMessages(schemas);
  const topics = topicsOf(events);
  const channels = topics.map((topic) => {
    const own = events.filter((event) => event.topic === topic);
    return [topic, { address: topic, servers: [KAFKA], messages: refsTo(own.map(({ name }) => name)) }];
  });
  return {
    asyncapi: '3.0.0',
    info: { title: 'Stockbook events', version, description },
    defaultContentType: 'application/json',
    servers: {
      kafka: { host: 'localhost:9092', protocol: 'kafka', description: 'The broker of an installation.' },
      endpoint: webhookServer,
    },
    channels: { ...Object.fromEntries(channels), webhooks: webhookChannel(Object.keys(webhooks)) },
    operations: {
      ...Object.fromEntries(topics.map((topic) => [operationId(topic), operationOf(topic)])),
      [operationId('webhooks')]: { ...operationOf('webhooks'), bindings: { http: { method: 'POST' } } },
    },
    components: { messages: { ...Object.fromEntries(messages), ...webhooks }, schemas: schemas.all() },
  };
}

export const eventsIn = (module: object): EventType[] => Object.values(module).filter(isEvent);

const isEvent = (declared: unknown): declared is EventType =>
  typeof declared === 'object' && declared !== null && 'topic' in declared && 'payload' in declared;

const description =
  'The events that services publish to each other. The key is account:aggregate: ' +
  'events of one key arrive in order, at least once each.';

const text = { type: 'string' };
const number = { type: 'integer' };
const properties = {
  event_id: { ...text, format: 'uuid' },
  account_id: number,
  topic: text,
  name: text,
  version: { ...number, description: 'Of the payload.' },
  aggregate_id: number,
  sequence: { ...number, description: 'Counts the events of one aggregate, without gaps.' },
  created_at: { ...text, format: 'date-time' },
  payload: { type: 'object' },
} satisfies Record<keyof Omit<Event, 'traceparent'>, Schema>;
const envelope = { type: 'object', properties, required: Object.keys(properties) };

const headers = {
  type: 'object',
  properties: {
    traceparent: {
      ...text,
      description: 'W3C trace context of the work that published the event, where that is traced.',
    },
  },
};

const refsTo = (names: readonly string[]): Schema =>
  Object.fromEntries(names.map((name) => [name, component('messages', name)]));

const KAFKA = { $ref: '#/servers/kafka' };

const operationId = (channel: string): string => `send_${channel.replaceAll('.', '_')}`;

/** Stockbook sends each message of a channel; without a list of messages, an operation has all of its channel. */
const operationOf = (channel: string): Schema => ({ action: 'send', channel: { $ref: `#/channels/${channel}` } });

const webhookServer = {
  host: '{host}',
  pathname: '/{path}',
  protocol: 'https',
  description: 'An endpoint, by the `url` of `integration/webhook/add`.',
  variables: { host: { description: 'With the port, unless it is 443.' }, path: { description: 'With the query.' } },
};

const webhookChannel = (names: readonly string[]): Schema => ({
  address: null,
  servers: [{ $ref: '#/servers/endpoint' }],
  description: 'What Stockbook posts to the URL of an endpoint that subscribes to it.',
  messages: refsTo(names),
});

const eventMessage = (name: string, payload: Schema) => ({
  name,
  headers: component('schemas', 'Headers'),
  payload: { allOf: [component('schemas', 'Envelope'), { properties: { name: { ...text, const: name }, payload } }] },
});
