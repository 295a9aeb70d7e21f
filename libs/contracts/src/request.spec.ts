import { leastCpuMs } from '@stockbook/testing/cpu-time';
import { read, resource, write } from './contract.js';
import { fieldsOf, Id, Json, ListOf, One, Quantity, Text } from './fields/fields.js';
import { deviations } from './fields/parse.js';
import { soundPart } from './fields/sound-part.js';
import { fieldNamed, readRequest } from './request.js';
import { operations } from './tree.js';

class Part {
  @Text({ min: 1 }) code!: string;
}
class Line {
  @Id({ optional: true }) item_id?: number;
  @Quantity() quantity!: number;
  @ListOf(() => Part, { optional: true }) parts?: Part[];
}
class OrderEdit {
  @Id() order_id!: number;
  @Id({ optional: true }) location_id?: number;
  @Json({ optional: true }) configuration?: Record<string, unknown>;
  @One(() => Part, { optional: true }) main?: Part;
  @ListOf(() => Line, { min: 1 }) products!: Line[];
}
class Done {}
const { edit, get } = resource('sale/order', 'sales', {
  edit: write(OrderEdit, Done, 'Edits.'),
  get: read(Part, Done, 'Reads.'),
});

const reader = { zone: 'utc', view_cost: true };
const sound = { order_id: 1, products: [{ quantity: 1 }] };
const given = (body: object) => readRequest(edit, body, reader);
const auth = { domain: 'd', api_key: 'k', auth_timestamp: 1, auth_signature: 's' };

describe('a field that the operation does not have', () => {
  it('is named by a warning, with the nearest known name', () => {
    const body = {
      ...sound,
      location: 3,
      colour: 'red',
      products: [{ quantity: 1 }, { quantity: 1, qty: 2, parts: [{ code: 'a', cod: 1 }] }],
    };
    const { faults, warnings, input } = given({ ...body, main: { code: 'a', constructor: 1 } });
    expect(faults).toEqual([]);
    expect(warnings).toEqual([
      'order/edit has no field products[1].qty; did you mean products[1].quantity?',
      'order/edit has no field products[1].parts[0].cod; did you mean products[1].parts[0].code?',
      'order/edit has no field location; did you mean location_id?',
      'order/edit has no field colour.',
      'order/edit has no field main.constructor.',
    ]);
    expect(Object.keys(input)).toEqual(['order_id', 'main', 'products']);
  });

  it('is refused by a strict request, together with all other faults', () => {
    const { faults, warnings } = given({ ...sound, order_id: 'x', location: 3, strict: '1', dry_run: 'perhaps' });
    expect(warnings).toEqual([]);
    expect(faults.map(({ code, field }) => [code, field])).toEqual([
      ['invalid', 'order_id'],
      ['invalid', 'dry_run'],
      ['unknown_field', 'location'],
    ]);
    expect(faults[2]?.message).toBe('order/edit has no field location; did you mean location_id?');
  });

  it('is none of the authentication, the options, or what is in free content', () => {
    const body = {
      ...sound,
      ...auth,
      idempotency_key: 'k',
      dry_run: false,
      strict: true,
      configuration: { a: { b: [{ c: 1 }] } },
    };
    expect(given(body)).toMatchObject({ faults: [], warnings: [] });
    expect(readRequest(get, { code: 'a', ...auth, idempotency_key: 'k', dry_run: 'maybe' }, reader)).toMatchObject({
      faults: [],
      warnings: [],
    });
  });

  it('is one of twenty at most, and its name is cut at 100 characters', () => {
    const names = Array.from({ length: 30 }, (_, i) => [`${i}${'🍵'.repeat(200)}`, 1]);
    const { warnings } = given({ ...sound, ...Object.fromEntries(names) });
    expect(warnings).toHaveLength(21);
    expect(warnings[0]).toBe(`order/edit has no field 0${'🍵'.repeat(99)}….`);
    expect(warnings.at(-1)).toBe('The request has more unknown fields than are listed here.');
  });

  it.each([
    ['at the top', (body: object) => ({ ...sound, ...body })],
    ['in a line', (body: object) => ({ ...sound, products: [{ quantity: 1, ...body }] })],
  ])('costs little, even where there are 100,000 of them %s', async (_, place) => {
    const body = place(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`quantiy_${i}`, i])));
    expect(await leastCpuMs(() => expect(given(body).warnings).toHaveLength(21))).toBeLessThan(500);
  });
});

describe('the field of a number', () => {
  it.each([
    [['location_id'], 'location_id'],
    [['auth_timestamp'], 'auth_timestamp'],
    [['products', 'quantity'], 'quantity'],
    [['configuration', 'a', 'b'], 'configuration'],
  ])('%j is %s', (names, field) => {
    const all = { ...fieldsOf(OrderEdit), ...fieldsOf(Line) };
    expect(fieldNamed(edit, names)).toEqual(all[field] ?? expect.anything());
  });

  it.each([[['location']], [['products', 'qty']], [['main', 'a', 'b']], [['constructor']]])('%j is none', (names) => {
    expect(fieldNamed(edit, names)).toBeUndefined();
  });
});

describe('what can be judged of a malformed request', () => {
  it('keeps sound fields, leaves out optional ones and puts stand-ins for the others', () => {
    const products = [{ item_id: 7, quantity: 'x' }, 'line', { item_id: 'x', quantity: 2, parts: [{ code: '' }] }];
    const { input } = given({ order_id: 'x', location_id: 'x', products });
    expect(soundPart(OrderEdit, input)).toEqual({
      order_id: 0,
      products: [{ item_id: 7, quantity: 1 }, { quantity: 1 }, { quantity: 2, parts: [{ code: '-' }] }],
    });
  });

  it('is a sound input of every operation, whatever was sent', () => {
    const unsound: string[] = [];
    for (const operation of operations.values())
      for (const value of [undefined, null, 'x', -1, [[]], {}, [null, { a: 1 }]]) {
        const body = Object.fromEntries(Object.keys(fieldsOf(operation.request)).map((name) => [name, value]));
        const part = soundPart(operation.request, readRequest(operation, body, reader).input);
        if (!part || deviations(operation.request, JSON.parse(JSON.stringify(part))).length)
          unsound.push(operation.path);
      }
    expect(unsound).toEqual([]);
  });
});

describe('every flag of every operation', () => {
  const flags = [...operations.values()].flatMap(({ path, request, kind }) => {
    const own = [...flagsOf(request, '')].map((field) => [path, field] as const);
    return [...own, [path, 'strict'] as const, ...(kind === 'write' ? [[path, 'dry_run'] as const] : [])];
  });

  it.each(flags)('%s %s', (path, field) => {
    const operation = operations.get(path)!;
    const judged = (value: unknown) => {
      const body = field
        .split('.')
        .reduceRight<unknown>((inner, name) => (name === '[]' ? [inner] : { [name]: inner }), value);
      const { faults, input, options } = readRequest(operation, Object(body), reader);
      const read = field
        .split('.')
        .reduce<unknown>((at, name) => Object(at)[name === '[]' ? 0 : name], { ...input, ...options });
      const path = field.replaceAll('.[]', '[0]');
      return faults.some((fault) => fault.field === path) ? undefined : Boolean(read);
    };
    expect([true, 1, '1'].map(judged)).toEqual([true, true, true]);
    expect([false, 0, '0'].map(judged)).toEqual([false, false, false]);
    expect([2, 'true', '', null].map(judged)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

/** Finds flags by their schema, whichever decorator declares them. */
function* flagsOf(type: Parameters<typeof fieldsOf>[0], parent: string): Generator<string> {
  for (const [name, { schema, of, list }] of Object.entries(fieldsOf(type))) {
    const {
      type: kind,
      minimum,
      maximum,
      enum: words = [],
    } = schema as { type?: string; minimum?: number; maximum?: number; enum?: unknown[] };
    const isFlag =
      kind === 'boolean' ||
      (minimum === 0 && maximum === 1) ||
      words.map(String).some((word) => /^([01]|true|false)$/.test(word));
    if (isFlag) yield parent + name;
    const path = `${parent}${name}.${list ? '[].' : ''}`;
    // A category of categories ends at its second level.
    if (of && path.split('.').length < 6) yield* flagsOf(of(), path);
  }
}
