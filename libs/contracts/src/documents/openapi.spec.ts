import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createHmac } from 'node:crypto';
import { once, read, resource, write } from '../contract.js';
import { Done } from '../common.js';
import { keepsRules } from '../fields/compiled-rules.js';
import { fieldsOf, Id, ListOf, Money, One, Text } from '../fields/fields.js';
import { type OpenApi, openApi } from './openapi.js';
import { endpoints, operations } from '../tree.js';

class ShelfKey {
  @Id() shelf_id!: number;
}
class ShelfBoard {
  @Text({ max: 20 }) wood!: string;
  @Money({ optional: true, cost: true, doc: 'In the base currency.' }) unit_cost?: number;
}
class ShelfAdd {
  @Text({ min: 1 }) name!: string;
  @ListOf(() => ShelfBoard, { min: 1, max: 9 }) boards!: ShelfBoard[];
  @One(() => ShelfBoard, { optional: true, doc: 'The uppermost one.' }) top?: ShelfBoard;
}
const shelf = resource('inventory/shelf', 'inventory', {
  add: once(ShelfAdd, ShelfKey, 'Adds a shelf.'),
  dust: write(ShelfKey, Done, 'Dusts a shelf.', { additive: true, bodyLimit: 8 * 1_048_576 }),
  get: read(ShelfKey, ShelfAdd, 'Shows a shelf.'),
});

interface Properties {
  readonly properties: Readonly<Record<string, { readonly type?: string | readonly string[] }>>;
}
const schemasOf = ({ components }: OpenApi): Readonly<Record<string, Properties>> => Object(components['schemas']);

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const bodyOf = (schema: object) => ({ content: { 'application/json': { schema } } });
const whole = openApi(endpoints.values(), { version: '1.2.3' });
const small = openApi(Object.values(shelf), { version: '1.2.3', url: 'https://shop.example' });
const [add, dust, get] = ['add', 'dust', 'get'].map((verb) => small.paths[`/inventory/shelf/${verb}`]?.post);

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 without loose references', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone({ ...whole }))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('holds valid JSON Schemas only', () => {
    const ajv = new Ajv2020({ strictTypes: false, keywords: ['components'], formats: { int64: true } });
    ajv.addSchema({ components: whole.components }, 'document');
    for (const name of Object.keys(whole.components['schemas'] ?? {})) {
      expect(ajv.getSchema(`document#/components/schemas/${name}`)).toBeInstanceOf(Function);
    }
  });

  it('types each constant, and needs no other security than the signature', () => {
    const untyped = /\{(?:"description":"[^"]*",)?"const":/.exec(JSON.stringify(whole));
    expect(untyped).toBeNull();
    expect(whole.security).toEqual([]);
  });

  it('describes each tag', () => {
    expect(whole.tags.filter(({ description }) => !description)).toEqual([]);
  });

  it('states the bounds of numbers and the form of days', () => {
    const schemas = whole.components['schemas'];
    expect(schemas).toMatchObject({
      BrandGet: {
        properties: {
          page: { minimum: 1, maximum: 2_147_483_647 },
          filter_date_modified: { pattern: '^(\\d{4}-\\d{2}-\\d{2}.*)?$' },
        },
      },
      OrderProductAdd: { properties: { price: { exclusiveMinimum: -1e11, exclusiveMaximum: 1e11 } } },
    });
  });

  it('says which texts of a request may be numbers, and types those of an answer as texts', () => {
    const typesOf = (name: string) => schemasOf(whole)[name]?.properties ?? {};
    const either = { type: ['string', 'integer'] };
    expect(typesOf('BrandGet')).toMatchObject({ filter_name: either, filter_channel_group_id: either });
    expect(typesOf('OrderProductAdd')).toMatchObject({ sku: either });
    expect(typesOf('BrandGet')).toMatchObject({ filter_date_modified: { type: 'string' }, sort: { type: 'string' } });
    for (const answered of ['Brand', 'ListedOrder', 'OrderTotal', 'Authentication']) {
      expect(Object.values(typesOf(answered)).filter(({ type }) => Array.isArray(type))).toEqual([]);
    }
  });

  it('takes a number for a text exactly where it says so', () => {
    const schemas = schemasOf(whole);
    const wrong = [];
    for (const { request } of operations.values()) {
      for (const [name, { read }] of Object.entries(fieldsOf(request))) {
        const { type = '' } = schemas[request.name]?.properties[name] ?? {};
        const isTaken = keepsRules(request, name, read?.(7, { zone: 'UTC' }) ?? 7);
        if ([type].flat().includes('string') && [type].flat().includes('integer') !== isTaken)
          wrong.push([request.name, name]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has every operation once, as a POST with an id of its own', () => {
    expect(Object.keys(whole.paths)).toEqual([...endpoints.keys()].map((path) => `/${path}`));
    const ids = Object.values(whole.paths).map(({ post }) => post['operationId']);
    expect(new Set(ids).size).toBe(endpoints.size);
    expect(ids).toContain('inventory_brand_add');
  });

  it('names its version, its server and a tag per resource', () => {
    expect(small).toMatchObject({ info: { version: '1.2.3' }, servers: [{ url: 'https://shop.example' }] });
    expect(small.tags).toEqual([{ name: 'inventory/shelf' }]);
    expect(whole.servers).toEqual([{ url: '/' }]);
  });

  it('asks for the authentication and the request, and lets writes be repeated', () => {
    const asked = [ref('Authentication'), ref('Repeatable'), ref('WriteOptions'), ref('ShelfAdd')];
    expect(add).toMatchObject({
      tags: ['inventory/shelf'],
      summary: 'Adds a shelf.',
      parameters: [{ $ref: '#/components/parameters/Idempotency-Key' }],
      requestBody: { required: true, ...bodyOf({ allOf: asked }) },
    });
    expect(get).toMatchObject({
      parameters: [],
      requestBody: bodyOf({ allOf: [ref('Authentication'), ref('RequestOptions'), ref('ShelfKey')] }),
    });
  });

  it('answers a write with success and the response, a read with the response', () => {
    expect(add).toMatchObject({
      responses: { 200: bodyOf({ allOf: [ref('Success'), ref('Warned'), ref('ShelfKey')] }) },
    });
    expect(dust).toMatchObject({ responses: { 200: bodyOf({ allOf: [ref('Success'), ref('Warned')] }) } });
    expect(get).toMatchObject({ responses: { 200: bodyOf({ allOf: [ref('Warned'), ref('ShelfAdd')] }) } });
  });

  it('describes a class with its required fields, the classes it holds and its cost fields', () => {
    const { ShelfAdd, ShelfBoard } = small.components['schemas'] ?? {};
    expect(ShelfAdd).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 65_536 },
        boards: { type: 'array', minItems: 1, maxItems: 9, items: ref('ShelfBoard') },
        top: { ...ref('ShelfBoard'), description: 'The uppermost one.' },
      },
      required: ['name', 'boards'],
    });
    expect(ShelfBoard).toMatchObject({
      properties: { unit_cost: { description: 'In the base currency. Only with the permission to view cost.' } },
      required: ['wood'],
    });
  });

  it('documents which writes replay an identical request without a key', () => {
    const replays = 'Without an `idempotency_key`, a byte-identical request returns the first answer.';
    expect(add).toHaveProperty('description', expect.stringContaining(replays));
  });

  it('documents the permission, the size of the body, and what is additive', () => {
    expect(get).toHaveProperty(
      'description',
      'Needs the permission to access `inventory/shelf`. The body may have up to 1 MiB.',
    );
    expect(get).not.toHaveProperty('x-additive');
    expect(dust).toMatchObject({
      'x-additive': true,
      description:
        'Needs the permission to modify `inventory/shelf`. The body may have up to 8 MiB. ' +
        'Without an `idempotency_key`, each request is executed. ' +
        'Additive: the specification that this API follows does not have this operation.',
    });
  });

  it('says since when an operation is deprecated, and when it ends', () => {
    const deprecated = { since: '2026-12-01', sunset: '2027-06-30' };
    const { paths } = openApi([{ ...shelf.dust, deprecated }], { version: '1.2.3' });
    expect(paths['/inventory/shelf/dust']?.post).toMatchObject({
      deprecated: true,
      description: expect.stringContaining('It is deprecated since 2026-12-01; it may be gone from 2027-06-30 on.'),
      responses: { 200: { headers: { Deprecation: expect.anything(), Sunset: expect.anything() } } },
    });
    expect(dust).not.toHaveProperty('deprecated');
    expect(JSON.stringify(dust)).not.toContain('Sunset');
  });

  it('lists the failures that each operation can answer with', () => {
    const statusesOf = (post?: Readonly<Record<string, unknown>>) =>
      Object.keys(Object(post?.['responses'])).map(Number);
    expect(statusesOf(add)).toEqual([200, 400, 401, 403, 408, 409, 413, 415, 422, 429, 500, 503, 504]);
    expect(statusesOf(dust)).toEqual([200, 400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 500, 503, 504]);
    expect(statusesOf(get)).toEqual([200, 400, 401, 403, 408, 413, 415, 429, 500, 503, 504]);
    expect(small.components['responses']?.['409']).toMatchObject({
      description: expect.stringContaining('`locked`: The record is locked.'),
      headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
      ...bodyOf(ref('Failure')),
    });
    expect(small.components['responses']?.['429']).toHaveProperty('headers.Retry-After');
  });

  it('refuses two classes of one name', () => {
    const other = () => {
      class ShelfKey {
        @Text() name!: string;
      }
      return read(ShelfKey, Done, 'Finds a shelf.');
    };
    const { find } = resource('inventory/shelf', 'inventory', { find: other() });
    expect(() => openApi([shelf.get, find], { version: '1' })).toThrow('Two schemas are named ShelfKey.');
  });

  it('refuses a class that holds another one of its name', () => {
    const inner = () => {
      class Box {
        @Text() label!: string;
      }
      return Box;
    };
    class Box {
      @One(inner) box!: InstanceType<ReturnType<typeof inner>>;
    }
    const { open } = resource('inventory/box', 'inventory', { open: read(Box, Done, 'Opens a box.') });
    expect(() => openApi([open], { version: '1' })).toThrow('Two schemas are named Box.');
  });

  it('describes a class that holds itself', () => {
    class Branch {
      @ListOf(() => Branch) branches!: Branch[];
    }
    const { climb } = resource('garden/tree', 'inventory', { climb: read(Branch, Branch, 'Climbs a tree.') });
    const { schemas } = openApi([climb], { version: '1' }).components;
    expect(schemas).toHaveProperty('Branch.properties.branches.items', ref('Branch'));
  });

  it('refuses a class with the name of a shared schema', () => {
    class Failure {
      @Text() reason!: string;
    }
    const { fail } = resource('inventory/shelf', 'inventory', { fail: read(Failure, Done, 'Fails.') });
    expect(() => openApi([fail], { version: '1' })).toThrow('Two schemas are named Failure.');
  });

  it('explains signing by an example that holds', () => {
    const { description } = whole.info;
    const [, secret = '', path = ''] = /the secret `(.+?)`, a request to `(.+?)`/s.exec(description) ?? [];
    const [signed = '', sent = ''] = [...description.matchAll(/^ {4}(\{.+\})$/gm)].map(([, body]) => body);
    const signature = createHmac('sha256', secret).update(`${path}\n${signed}`).digest('hex');
    expect(operations.has(path.slice(1))).toBe(true);
    expect(sent).toBe(signed.replace('"auth_signature":""', `"auth_signature":"${signature}"`));
  });
});
