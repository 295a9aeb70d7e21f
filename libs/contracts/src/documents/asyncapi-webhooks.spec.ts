import { Ajv2020 } from 'ajv/dist/2020.js';
import * as contracts from '../index.js';

const { components, channels } = contracts.asyncApi(contracts.eventsIn(contracts), { version: '1.0.0' }) as unknown as {
  components: {
    messages: Record<string, { payload: { allOf: [object, { properties: { data: object } }] } }>;
    schemas: Record<string, { properties: Record<string, object>; required?: string[] }>;
  };
  channels: { webhooks: { messages: object } };
};

describe('the webhooks of AsyncAPI', () => {
  it('have a message for each event that has an example, with the fields of its body', () => {
    const examples = Object.entries(contracts.webhookExamples());
    expect(Object.keys(channels.webhooks.messages).sort()).toEqual(examples.map(([event]) => event).sort());
    for (const [event, example] of examples) {
      expect(Object.keys(example)).toEqual(components.schemas['WebhookBody']?.required);
      expect(components.messages[event]?.payload.allOf[1].properties).toMatchObject({ event: { const: event } });
    }
  });

  it('name the record with its former values, or the ids of a thin body', () => {
    const { data } = components.messages['sale_order.edited']!.payload.allOf[1].properties;
    const [record, previous] = ['Order', 'OrderPrevious'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    expect(data).toMatchObject({
      oneOf: [{ allOf: [record, { properties: { previous } }] }, { required: ['order_id'] }],
    });
  });

  it('tell a sound body from a broken one, full and thin, for each section', () => {
    const ajv = new Ajv2020({
      strictTypes: false,
      keywords: ['components'],
      formats: { int64: true, uuid: true, 'date-time': true },
    });
    ajv.addSchema({ components }, 'document');
    const examples = contracts.webhookExamples();
    for (const { fact, key, events } of contracts.webhookSections)
      for (const event of events) {
        const example: object = examples[event]!;
        const data: Record<string, unknown> = Object(Object(example).data);
        const thin = Object.fromEntries(key.map((field) => [field, data[field]]));
        const [required = ''] = Object.entries(contracts.fieldsOf(fact.record))
          .filter(([field, { optional }]) => !optional && !key.includes(field))
          .map(([field]) => field);
        const { [required]: _missing, ...incomplete } = data;
        const { [key[0]!]: _key, ...nameless } = thin;
        const holds = (body: object) =>
          ajv.validate(`document#/components/messages/${event}/payload`, { ...example, data: body });
        const verdicts = [
          data,
          thin,
          incomplete,
          nameless,
          { ...thin, [key[0]!]: [] },
          { ...data, [required]: [] },
        ].map(holds);
        expect([event, ...verdicts]).toEqual([event, true, true, false, false, false, false]);
      }
  });
});
