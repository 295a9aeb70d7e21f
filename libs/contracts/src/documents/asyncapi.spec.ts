import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import * as contracts from '../index.js';

interface Document {
  readonly servers: Readonly<Record<string, object>>;
  readonly channels: Readonly<Record<string, { readonly servers: readonly { readonly $ref: string }[] }>>;
  readonly operations: Readonly<
    Record<string, { readonly action: string; readonly channel: { readonly $ref: string } }>
  >;
}
const text = JSON.stringify(contracts.asyncApi(contracts.eventsIn(contracts), { version: '1.0.0' }));
const document: Document = JSON.parse(text);

describe('the AsyncAPI document', () => {
  it('holds against the schema of AsyncAPI 3.0', () => {
    // The schema brings its own meta-schema.
    const ajv = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false });
    const holds = ajv.compile(specs.schemas['3.0.0']);
    holds(document);
    expect(holds.errors).toBeNull();
  });

  it('has all that it refers to', () => {
    const found = (ref: string) =>
      ref
        .slice(2)
        .split('/')
        .reduce<unknown>((part, name) => Object(part)[name], document);
    const refs = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = '']) => ref);
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter((ref) => !ref.startsWith('#/') || found(ref) === undefined)).toEqual([]);
  });

  it('has an operation that sends the messages of each channel', () => {
    expect(Object.values(document.operations).map(({ action, channel }) => [action, channel.$ref])).toEqual(
      Object.keys(document.channels).map((name) => ['send', `#/channels/${name}`]),
    );
  });

  it('has the server of each channel: Kafka of events, the endpoint of webhooks', () => {
    expect(document.servers).toMatchObject({ kafka: { protocol: 'kafka' }, endpoint: { protocol: 'https' } });
    const { webhooks, ...topics } = document.channels;
    expect(webhooks?.servers).toEqual([{ $ref: '#/servers/endpoint' }]);
    for (const { servers } of Object.values(topics)) expect(servers).toEqual([{ $ref: '#/servers/kafka' }]);
  });
});
