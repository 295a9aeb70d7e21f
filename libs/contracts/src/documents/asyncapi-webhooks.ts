import { fieldsOf } from '../fields/fields.js';
import { TEST_DATA, TEST_EVENT, type WebhookSection, webhookSections } from '../integration/webhook-events.js';
import { deliveryTriggers } from '../integration/webhook-record.js';
import { component, type Schema, type Schemas } from './schemas.js';

const text = { type: 'string' };
const described = (description: string, schema: Schema = text): Schema => ({ ...schema, description });

const headers: Schema = {
  type: 'object',
  properties: {
    'webhook-id': described('The event_id. A delivery that is sent once more keeps it.', { ...text, format: 'uuid' }),
    'webhook-timestamp': described('Of the attempt, in seconds since 1970.'),
    'webhook-signature': described(
      'v1, and the base64 of HMAC-SHA256; two, with a space between, while a secret is rotated.',
    ),
    'stockbook-attempt': described('Counts the attempts of the delivery from 1.'),
    'stockbook-trigger': { ...text, enum: deliveryTriggers },
    'stockbook-delivery': described('Unique among attempts.'),
    traceparent: described('W3C trace context of the request that the event is of, where that is traced.'),
  },
  required: [
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
    'stockbook-attempt',
    'stockbook-trigger',
    'stockbook-delivery',
  ],
};

const properties: Readonly<Record<string, Schema>> = {
  event: text,
  type: described('The event, by the name that Standard Webhooks gives the field.'),
  event_id: { ...text, format: 'uuid' },
  timestamp: { ...text, format: 'date-time' },
  sequence: described('Grows with each change of a record; 0 of a test.', { type: 'integer' }),
  domain: described('The domain of the account.'),
  data: { type: 'object' },
};
const truncated = described('true of a body of more than 256 KiB, whose data is that of a thin body.', {
  type: 'boolean',
  const: true,
});
const body: Schema = { type: 'object', properties: { ...properties, truncated }, required: Object.keys(properties) };

/** The schemas that no class declares. */
export const webhookSchemas = { WebhookHeaders: headers, WebhookBody: body };

/** Returns a message for each event that endpoints subscribe to, and for the test, by its name. */
export const webhookMessages = (schemas: Schemas): Readonly<Record<string, Schema>> =>
  Object.fromEntries([
    ...webhookSections.flatMap((section) => {
      const data = dataOf(section, schemas);
      return section.events.map((event) => [event, webhookMessage(event, data)]);
    }),
    [
      TEST_EVENT,
      webhookMessage(TEST_EVENT, {
        type: 'object',
        properties: { message: { ...text, const: TEST_DATA.message } },
        required: ['message'],
      }),
    ],
  ]);

const webhookMessage = (event: string, data: Schema): Schema => ({
  name: event,
  headers: component('schemas', 'WebhookHeaders'),
  payload: {
    allOf: [
      component('schemas', 'WebhookBody'),
      { properties: { event: { ...text, const: event }, type: { ...text, const: event }, data } },
    ],
  },
});

function dataOf({ fact, key }: WebhookSection, schemas: Schemas): Schema {
  const former = fieldsOf(fact.payload)['previous']?.of;
  const previous = former ? { properties: { previous: schemas.refTo(former()) } } : {};
  const record = schemas.refTo(fact.record);
  const full = { allOf: [record, { type: 'object', ...previous, required: ['previous'] }] };
  const shown = [...key, 'date_modified'].filter((field) => field in fieldsOf(fact.record));
  const thin = described('Of a thin body; with date_modified, if the record has it.', {
    type: 'object',
    properties: Object.fromEntries(
      shown.map((field) => [field, { $ref: `${String(record['$ref'])}/properties/${field}` }]),
    ),
    required: key,
    // Without this, a full body with a broken record would pass as a thin one.
    additionalProperties: false,
  });
  return { oneOf: [full, thin] };
}
