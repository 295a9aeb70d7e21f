import { PageRequest } from '../common.js';
import { type Class, Day, Flag, Id, Int, ListOf, Money, One, OneOf, Quantity, Text, When } from './fields.js';
import { deviations, parse, withoutCost } from './parse.js';
import { type Fault, Refused } from './refused.js';

class Part {
  @Text({ min: 1 }) name!: string;
  @Money({ optional: true, cost: true }) cost?: number;
}
class Line {
  @Quantity() quantity!: number;
  @ListOf(() => Part, { optional: true }) parts?: Part[];
}
class Bill {
  @Id() bill_id!: number;
  @Day({ optional: true }) day?: string;
  @One(() => Part, { optional: true }) main?: Part;
  @ListOf(() => Line, { min: 1 }) lines!: Line[];
  @ListOf(() => Part, { optional: true, cost: true }) expenses?: Part[];
}
class BillGet extends PageRequest {
  @When({ optional: true, bound: 'end' }) filter_date_end?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @OneOf(['bill_id', 'cost', 'average_cost', 'costume'], { optional: true })
  sort?: 'bill_id' | 'cost' | 'average_cost' | 'costume';
}

const seeing = { zone: 'Asia/Singapore', view_cost: true };
const blind = { ...seeing, view_cost: false };
const json = (value: object): unknown => JSON.parse(JSON.stringify(value));

function faultsOf(type: Class, body: object, reader = seeing): readonly Fault[] {
  try {
    parse(type, body, reader);
    return [];
  } catch (error) {
    if (error instanceof Refused) return error.faults;
    throw error;
  }
}
const messagesOf = (type: Class, body: object, reader = seeing) =>
  faultsOf(type, body, reader).map(({ message }) => message);

describe('parse', () => {
  it('reads lenient spellings at every depth and leaves unknown fields out', () => {
    const body = {
      bill_id: '7',
      colour: 'red',
      lines: [{ quantity: '2', note: 1, parts: [{ name: 'a', cost: '1.50' }] }],
    };
    const input = parse(Bill, body, seeing);
    expect(json(input)).toEqual({ bill_id: 7, lines: [{ quantity: 2, parts: [{ name: 'a', cost: 1.5 }] }] });
    expect(input).toBeInstanceOf(Bill);
  });

  it('reads dates in the zone of the account', () => {
    const body = { filter_date_end: '2026-03-01', page: '2', filter_deleted: '1' };
    const read = { page: 2, filter_deleted: true, filter_date_end: '2026-03-01T15:59:59.999999Z' };
    expect(json(parse(BillGet, body, seeing))).toEqual(read);
    expect(parse(BillGet, body, { ...seeing, zone: 'utc' }).filter_date_end).toBe('2026-03-01T23:59:59.999999Z');
  });

  it.each([{ order: 'asc' }, { order: 'Asc', sort: '' }])('reads the page %j', (body) => {
    expect(json(parse(BillGet, body, seeing))).toEqual({ order: 'ASC' });
  });

  it('reads an empty order as the default one', () => {
    expect(json(parse(BillGet, { order: '', sort: 'bill_id' }, seeing))).toEqual({ sort: 'bill_id' });
  });

  it('leaves what was given as it was', () => {
    const body = { bill_id: '7', lines: [{ quantity: '2' }] };
    parse(Bill, body, blind);
    expect(body).toEqual({ bill_id: '7', lines: [{ quantity: '2' }] });
  });

  it('reports all faults at once, each with its path', () => {
    const lines = [{ quantity: 1 }, { quantity: 0, parts: [{ name: 'a' }, { name: '' }, {}] }, { quantity: 1.5 }];
    const body = { day: 'monday', main: { name: true }, lines };
    expect(messagesOf(Bill, body)).toEqual([
      'bill_id is required.',
      'day must be a day like 2026-03-01, or empty.',
      'main.name must be a text of 1 to 65536 characters.',
      'lines[1].quantity must be an integer of at least 1.',
      'lines[1].parts[1].name must not be blank.',
      'lines[1].parts[2].name is required.',
      'lines[2].quantity must be an integer of at least 1.',
    ]);
    expect(faultsOf(Bill, body)[3]).toEqual({
      code: 'invalid',
      field: 'lines[1].quantity',
      message: 'lines[1].quantity must be an integer of at least 1.',
    });
  });

  it('reports the faults of a hundred objects of lists, and judges no more of them', () => {
    const sound = Array.from({ length: 400 }, () => ({ quantity: 1 }));
    const lines = [...sound, ...Array.from({ length: 600 }, () => ({ quantity: 1, parts: [{}, {}, {}] }))];
    const messages = messagesOf(Bill, { bill_id: 1, lines });
    expect(messages).toHaveLength(75);
    expect(messages[0]).toBe('lines[400].parts[0].name is required.');
    expect(messages.at(-1)).toBe('lines[424].parts[2].name is required.');
    expect(messagesOf(Bill, { bill_id: 1, lines: [...sound, ...lines, 7] })).toEqual([
      'lines must be a list of 1 to 1000 objects.',
    ]);
  });

  it('refuses null, also for an optional field', () => {
    const body = { bill_id: null, main: null, lines: [{ quantity: 1, parts: null }] };
    expect(messagesOf(Bill, body)).toEqual([
      'bill_id must be an integer of at least 0.',
      'main must be an object.',
      'lines[0].parts must be a list of 0 to 1000 objects.',
    ]);
  });

  it.each([
    [{ limit: 0 }, 'limit must be an integer from 1 to 100.'],
    [{ limit: 101 }, 'limit must be an integer from 1 to 100.'],
    [{ page: 0 }, 'page must be an integer of at least 1.'],
    [{ order: 'UP' }, 'order must be one of ASC, DESC.'],
    [{ sort: 'colour' }, 'sort must be one of bill_id, cost, average_cost, costume.'],
  ])('refuses the page %j', (body, message) => {
    expect(messagesOf(BillGet, body)).toEqual([message]);
  });
});

describe('without the permission to view cost', () => {
  it('cost fields are ignored at every depth, even malformed ones', () => {
    const lines = [{ quantity: 1, parts: [{ name: 'a', cost: 'much' }] }];
    const body = { bill_id: 1, lines, main: { name: 'b', cost: 9 }, expenses: 'many' };
    expect(json(parse(Bill, body, blind))).toEqual({
      bill_id: 1,
      main: { name: 'b' },
      lines: [{ quantity: 1, parts: [{ name: 'a' }] }],
    });
    expect(messagesOf(Bill, body)).toEqual([
      'lines[0].parts[0].cost must be a number with at most 11 digits and 4 decimals.',
      'expenses must be a list of 0 to 1000 objects.',
    ]);
  });

  it.each(['cost', 'average_cost'] as const)('sorting by %s is refused', (sort) => {
    const message = `You may not sort by ${sort}: it needs the permission to view cost.`;
    expect(faultsOf(BillGet, { sort }, blind)).toEqual([{ code: 'forbidden', field: 'sort', message }]);
    expect(faultsOf(BillGet, { sort })).toEqual([]);
  });

  it('sorting by anything else is not', () => {
    expect([
      ...messagesOf(BillGet, { sort: 'bill_id' }, blind),
      ...messagesOf(BillGet, { sort: 'costume' }, blind),
    ]).toEqual([]);
  });

  it('the refused sort is reported beside other faults', () => {
    expect(messagesOf(BillGet, { sort: 'cost', limit: 0 }, blind)).toEqual([
      'limit must be an integer from 1 to 100.',
      'You may not sort by cost: it needs the permission to view cost.',
    ]);
  });

  it('responses lose their cost fields at every depth', () => {
    const part = { name: 'a', cost: 1 };
    const bill = { bill_id: 1, main: part, lines: [{ quantity: 1, parts: [part, part] }], expenses: [part] };
    expect(withoutCost(Bill, bill)).toEqual({
      bill_id: 1,
      main: { name: 'a' },
      lines: [{ quantity: 1, parts: [{ name: 'a' }, { name: 'a' }] }],
    });
    expect(bill.main).toEqual({ name: 'a', cost: 1 });
  });

  it('a response without cost fields stays the very same', () => {
    class Plain {
      @Int() count!: number;
    }
    const response = { count: 1 };
    expect(withoutCost(Plain, response)).toBe(response);
  });
});

describe('deviations', () => {
  const good = { bill_id: 1, day: '2026-03-01', main: { name: 'a', cost: 1 }, lines: [{ quantity: 1, parts: [] }] };
  const deviationsOf = (change: object) => deviations(Bill, { ...good, ...change }).map(({ message }) => message);

  it('finds nothing wrong in what fits', () => {
    expect(deviationsOf({})).toEqual([]);
    expect(deviationsOf({ day: undefined, main: undefined })).toEqual([]);
  });

  it.each([
    ['a missing field', { bill_id: undefined }, 'bill_id is required.'],
    ['a missing field below', { lines: [{}] }, 'lines[0].quantity is required.'],
    ['a strange field', { colour: 'red' }, 'colour is not a field of the contract.'],
    ['a strange field in an object', { main: { name: 'a', size: 1 } }, 'main.size is not a field of the contract.'],
    [
      'a strange field in a list of a list',
      { lines: [{ quantity: 1 }, { quantity: 1, parts: [{ name: 'a', size: 1 }] }] },
      'lines[1].parts[0].size is not a field of the contract.',
    ],
    ['null instead of an absent field', { main: null }, 'main must be an object.'],
    ['a number as text, which only requests may write', { bill_id: '1' }, 'bill_id must be an integer of at least 0.'],
    ['a wrong type below', { lines: [{ quantity: '1' }] }, 'lines[0].quantity must be an integer of at least 1.'],
    ['a list that is none', { lines: {} }, 'lines must be a list of 1 to 1000 objects.'],
  ])('finds %s', (_, change, message) => {
    expect(deviationsOf(change)).toEqual([message]);
  });

  it('finds dates and flags in a spelling that only requests may have', () => {
    const found = deviations(BillGet, { filter_date_end: '2026-03-01', filter_deleted: 1 });
    expect(found.map(({ field }) => field)).toEqual(['filter_date_end', 'filter_deleted']);
  });
});
