import { readFile } from 'node:fs/promises';
import { once, read, resource } from '../contract.js';
import { event } from '../events.js';
import { fact } from '../facts.js';
import { CommaIds, Day, Flag, Id, Int, ListOf, Money, OneOf, Text, When } from '../fields/fields.js';
import * as contracts from '../index.js';
import { incompatibilities, type Retired } from './incompatibilities.js';
import { type ContractOutline, outlineOf } from './outline.js';
import { corrected, retired } from './retired.js';

test('this contract serves the clients, services and events of the last release', async () => {
  const file = new URL('../../../../docs/released-contract.json', import.meta.url);
  const released: ContractOutline = JSON.parse(await readFile(file, 'utf8'));
  expect(incompatibilities(released, outlineOf(contracts, 'next'), retired)).toEqual(corrected);
  const names = [...Object.keys(released.operations), ...Object.keys(released.events)];
  expect(Object.keys(retired).filter((name) => !names.includes(name))).toEqual([]);
});

class Lid {
  @Text({ max: 20 }) color!: string;
}
class Jar {
  @Id() jar_id!: number;
  @Int({ min: 1, max: 9 }) size!: number;
  @OneOf(['clay', 'glass']) material!: 'clay' | 'glass';
  @Money() price!: number;
  @Text({ optional: true }) note?: string;
  @When({ optional: true }) date_fired?: string;
  @ListOf(() => Lid, { max: 5 }) lids!: Lid[];
}
class JarKey {
  @Id() jar_id!: number;
}

/** The classes of a contract's messages; `internal` ones are those between services and of events that are no facts. */
interface Shapes {
  readonly request?: typeof Jar;
  readonly response?: typeof Jar;
  readonly internal?: typeof Jar;
}

const outline = ({ request = Jar, response = Jar, internal = Jar }: Shapes = {}) =>
  outlineOf(
    {
      jar: resource('shop/jar', 'inventory', { add: once(request, response, 'Adds a jar.') }),
      jarLookup: resource('internal/jar', 'inventory', { match: read(JarKey, internal, 'Finds a jar.') }),
      jarChanged: fact('inventory.jar', response),
      jarBroken: event('inventory.jar', 'broken', internal, ({ jar_id }) => jar_id),
    },
    '1.0.0',
  );
const released = outline();
const found = (current: ContractOutline, gone: Retired = {}) => incompatibilities(released, current, gone);
const without = <T>(record: Readonly<Record<string, T>>, name: string) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

/** Makes jars with a further field, or with another one in place of that of the same name. */
function jarWith(name: string, decorator: unknown): typeof Jar {
  const Changed = { Jar: class extends Jar {} }.Jar;
  (decorator as (target: Jar, name: string) => void)(Changed.prototype, name);
  return Changed;
}
/** Returns the outline without a field of the class. */
const outlineWithout = (name: string, field: string): ContractOutline => ({
  ...released,
  classes: { ...released.classes, [name]: without(released.classes[name] ?? {}, field) },
});

describe('refuses', () => {
  it('an operation or event that is removed', () => {
    const { operations, events } = released;
    expect(found({ ...released, operations: without(operations, 'shop/jar/add') })).toEqual([
      'The operation shop/jar/add is removed.',
    ]);
    expect(found({ ...released, events: without(events, 'inventory.jar.broken') })).toEqual([
      'The event inventory.jar.broken is removed.',
    ]);
  });

  it('a field that is removed, once with its uses', () => {
    expect(found(outlineWithout('Lid', 'color'))).toEqual([
      'The field Lid.color is removed: response of internal/jar/match, request of shop/jar/add, ' +
        'response of shop/jar/add and 2 more.',
    ]);
  });

  it('a type that changes', () => {
    expect(found(outline({ request: jarWith('size', Text()) }))).toEqual([
      'The field Jar.size is string instead of integer: request of shop/jar/add.',
    ]);
    expect(found(outline({ internal: jarWith('lids', Text()) }))).toEqual([
      'The field Jar.lids is string instead of a list of objects: ' +
        'response of internal/jar/match, event inventory.jar.broken.',
    ]);
    expect(found(outline({ response: jarWith('size', Id()) }))).toEqual([
      'The field Jar.size is integer (int64) instead of integer: ' +
        'response of shop/jar/add, event inventory.jar.changed.',
    ]);
  });

  it.each([
    ['a field that requests have to have', 'weight', Int(), 'Jar.weight is new and required'],
    ['an optional field that becomes required', 'note', Text(), 'Jar.note is required: before, it was optional'],
    ['a lower maximum', 'size', Int({ min: 1, max: 8 }), 'Jar.size has the maximum 8 instead of 9'],
    ['a higher minimum', 'size', Int({ min: 2, max: 9 }), 'Jar.size has the minimum 2 instead of 1'],
    ['a word less', 'material', OneOf(['clay']), 'Jar.material takes these words no more: glass'],
    [
      'a shorter text',
      'note',
      Text({ optional: true, max: 9 }),
      'Jar.note has at most this many characters: 9 instead',
    ],
    [
      'dates in place of any text',
      'note',
      When({ optional: true }),
      'Jar.note is a text like 2026-03-01T08:15:30Z instead',
    ],
    [
      'other texts than dates',
      'date_fired',
      CommaIds({ optional: true }),
      'Jar.date_fired is a text like 1,2,3 instead',
    ],
    ['a shorter list', 'lids', ListOf(() => Lid, { max: 4 }), 'Jar.lids has at most this many entries: 4 instead of 5'],
    ['a cost field', 'price', Money({ cost: true }), 'Jar.price newly needs the permission to view cost'],
  ])('in requests %s', (_, name, decorator, sentence) => {
    expect(found(outline({ request: jarWith(name, decorator) }))).toEqual([
      expect.stringContaining(`The field ${sentence}`),
    ]);
  });

  it.each([
    ['a field that may be absent', Int({ optional: true, min: 1, max: 9 }), 'may be absent: before, it was required'],
    ['a cost field', Int({ cost: true, min: 1, max: 9 }), 'newly needs the permission to view cost'],
  ])('in responses %s', (_, decorator, sentence) => {
    expect(found(outline({ response: jarWith('size', decorator) }))).toEqual([
      expect.stringContaining(`The field Jar.size ${sentence}: response of shop/jar/add`),
    ]);
  });

  it('in responses any text in place of dates', () => {
    expect(found(outline({ response: jarWith('date_fired', Text({ optional: true })) }))).toEqual([
      'The field Jar.date_fired is any text instead of a text like 2026-03-01T08:15:30Z: ' +
        'response of shop/jar/add, event inventory.jar.changed.',
    ]);
  });

  it.each([
    [
      'any text in place of dates',
      'date_fired',
      Text({ optional: true }),
      'any text instead of a text like 2026-03-01T',
    ],
    ['dates in place of any text', 'note', Day({ optional: true }), 'a text like 2026-03-01 instead of any text'],
  ])('in internal messages %s', (_, name, decorator, sentence) => {
    expect(found(outline({ internal: jarWith(name, decorator) }))).toContainEqual(expect.stringContaining(sentence));
  });

  it('a required field of an internal response or an event, which the last release does not write', () => {
    expect(found(outline({ internal: jarWith('weight', Int()) }))).toEqual([
      'The field Jar.weight is new and required: response of internal/jar/match, event inventory.jar.broken.',
    ]);
  });

  it.each([
    [{ service: 'sales' as const }, 'moves from inventory to sales, where callers do not ask yet.'],
    [{ kind: 'read' as const }, 'is a read: in the last release it is a write.'],
    [
      { rights: ['modify shop/jar', 'access shop/lid for lid_id'] },
      'newly needs the right to access shop/lid for lid_id.',
    ],
    [{ bodyLimit: 1_000 }, 'takes 1000 bytes at most: before, 1048576.'],
    [{ replaysIdentical: false }, 'executes an identical request again instead of returning the first answer.'],
  ])('an operation with %j', (change, sentence) => {
    const operations = { ...released.operations };
    operations['shop/jar/add'] = { ...operations['shop/jar/add']!, ...change };
    expect(found({ ...released, operations })).toEqual([`The operation shop/jar/add ${sentence}`]);
  });

  it.each([
    [{ topic: 'inventory.lid' }, 'moves from the topic inventory.jar to inventory.lid.'],
    [{ version: 2 }, 'has version 2 instead of 1: add another kind of event.'],
    [{ isFact: undefined }, 'is a fact no more: it lacks its record.'],
  ])('an event with %j', (change, sentence) => {
    const events = { ...released.events };
    events['inventory.jar.changed'] = { ...events['inventory.jar.changed']!, ...change };
    expect(found({ ...released, events })).toContain(`The event inventory.jar.changed ${sentence}`);
  });

  it('a webhook subscription or fault that is removed, and another status of a fault', () => {
    expect(found({ ...released, webhooks: released.webhooks.slice(1) })).toEqual([
      `The webhook subscription ${released.webhooks[0]} is removed.`,
    ]);
    expect(found({ ...released, faults: { ...without(released.faults, 'stale'), locked: 423 } })).toEqual([
      'The fault locked has the status 423 instead of 409.',
      'The fault stale is removed.',
    ]);
  });

  it('a field that every request has to have besides its own', () => {
    const Authentication = { ...released.classes['Authentication'], nonce: { type: 'string' } };
    expect(found({ ...released, classes: { ...released.classes, Authentication } })).toEqual([
      'The field Authentication.nonce is new and required: requests of all operations.',
    ]);
  });
});

describe('accepts', () => {
  it.each([
    ['an optional field', 'weight', Int({ optional: true })],
    ['a required field that becomes optional', 'size', Int({ optional: true, min: 1, max: 9 })],
    ['wider limits', 'size', Int({ min: 0, max: 99 })],
    ['a longer list', 'lids', ListOf(() => Lid, { max: 50 })],
    ['a further word', 'material', OneOf(['clay', 'glass', 'steel'])],
    ['larger ids', 'size', Id()],
  ])('in requests of clients %s', (_, name, decorator) => {
    expect(found(outline({ request: jarWith(name, decorator) }))).toEqual([]);
  });

  it.each([
    ['a field', 'weight', Int()],
    ['an optional field that becomes required', 'note', Text()],
    ['narrower limits', 'size', Int({ min: 2, max: 3 })],
    ['a word more or less', 'material', OneOf(['glass', 'steel'])],
    ['dates in place of any text', 'note', When({ optional: true })],
  ])('in responses to clients and in facts %s', (_, name, decorator) => {
    expect(found(outline({ response: jarWith(name, decorator) }))).toEqual([]);
  });

  it('an optional field of internal messages and events', () => {
    expect(found(outline({ internal: jarWith('fragile', Flag({ optional: true })) }))).toEqual([]);
  });

  it('further operations, events, webhook subscriptions and faults, fewer rights and larger bodies', () => {
    const add = { ...released.operations['shop/jar/add']!, rights: [], bodyLimit: 2_000_000 };
    const current = {
      ...released,
      operations: { ...released.operations, 'shop/jar/add': add, 'shop/jar/fill': add },
      events: { ...released.events, 'inventory.jar.filled': released.events['inventory.jar.broken']! },
      webhooks: [...released.webhooks, 'inventory_jar'],
      faults: { ...released.faults, full: 409 },
    };
    expect(found(current)).toEqual([]);
  });

  it('another name of a class', () => {
    class Pot extends Jar {}
    expect(found(outline({ request: Pot, response: Pot, internal: Pot }))).toEqual([]);
  });

  it('without an internal operation or an event that the last release does not use any more', () => {
    const current = {
      ...released,
      operations: without(released.operations, 'internal/jar/match'),
      events: without(released.events, 'inventory.jar.broken'),
    };
    const names = ['internal/jar/match', 'inventory.jar.broken'];
    const since = (release: string) => Object.fromEntries(names.map((name) => [name, release]));
    expect(found(current, since('0.9.0'))).toEqual([]);
    expect(found(current, since('1.0.0'))).toHaveLength(2);
  });
});
