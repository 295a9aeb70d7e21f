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
      anyOf: [{ allOf: [record, { properties: { previous } }] }, { required: ['order_id'] }],
    });
  });
});
