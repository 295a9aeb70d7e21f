import { CommaIds, Day, fieldsOf, Ids, Json, ListOf, Money, Name, One, OneOf, parseIds, Text, When } from './fields.js';
import { itHolds, noText, same } from './fields.fixture.js';
import { parse } from './parse.js';

class OfName {
  @Name() value!: string;
}
class OfStart {
  @When() value!: string;
}
class OfEnd {
  @When({ bound: 'end' }) value!: string;
}
class OfDay {
  @Day() value!: string;
}
class OfOrder {
  @OneOf(['ASC', 'DESC']) value!: 'ASC' | 'DESC';
}
class OfDirection {
  @OneOf(['ASC', 'DESC'], { anyCase: true }) value!: 'ASC' | 'DESC';
}
class OfCommaIds {
  @CommaIds() value!: string;
}
class OfIds {
  @Ids({ min: 1, max: 3 }) value!: number[];
}
class OfLines {
  @ListOf(() => OfName, { max: 2 }) value!: OfName[];
}
class OfOne {
  @One(() => OfName) value!: OfName;
}
class OfJson {
  @Json() value!: Record<string, unknown>;
}

const sevens = (count: number) => Array(count).fill('7').join(',');
const aWhen = 'a date-time like 2026-03-01T08:15:30Z, 2026-03-01 08:15:30 or 2026-03-01, or empty';
const line = { value: 'a' };
const nested = (levels: number): object => (levels > 1 ? { a: nested(levels - 1) } : {});

itHolds({
  When: {
    type: OfStart,
    accepts: [
      ...same('', '2026-03-01T08:15:30Z'),
      ['2026-03-01T08:15:30+07:00', '2026-03-01T01:15:30Z'],
      ['2026-03-01 08:15:30', '2026-03-01T00:15:30Z'],
      ['2026-03-01T08:15:30', '2026-03-01T00:15:30Z'],
      ['2026-03-01', '2026-02-28T16:00:00Z'],
      ['0000-00-00', ''],
      ['0000-00-00 00:00:00', ''],
    ],
    refuses: {
      [aWhen]: [
        ...noText,
        'now',
        '0000-00-01',
        '0000-00-00 00:00:01',
        '1767225600',
        '2026-02-30',
        '2026-3-1',
        '01.03.2026',
      ],
    },
  },
  'When as an end': {
    type: OfEnd,
    accepts: [
      ['', ''],
      ['0000-00-00', ''],
      ['2026-03-01', '2026-03-01T15:59:59.999999Z'],
      ['2026-03-01T08:15:30Z', '2026-03-01T08:15:30.999999Z'],
    ],
    refuses: { [aWhen]: [...noText, 'today', '2026-13-01'] },
  },
  Day: {
    type: OfDay,
    accepts: [...same('', '2026-03-01', '2024-02-29'), ['0000-00-00', '']],
    refuses: {
      'a day like 2026-03-01, or empty': [
        ...noText,
        ...['2026-02-29', '2026-3-1', '0000-01-01', '2026-03-01T00:00:00Z', '20260301', ' 2026-03-01'],
      ],
    },
  },
  OneOf: {
    type: OfOrder,
    accepts: same('ASC', 'DESC'),
    refuses: { 'one of ASC, DESC': [...noText, '', 'asc', 'ASC ', 'UP'] },
  },
  'OneOf in any case': {
    type: OfDirection,
    accepts: [...same('ASC', 'DESC'), ['asc', 'ASC'], ['Desc', 'DESC']],
    refuses: { 'one of ASC, DESC': [...noText, '', 'asc ', 'up'] },
  },
  CommaIds: {
    type: OfCommaIds,
    accepts: [...same('', '1', '1,2,3', '9007199254740991', sevens(100)), [7, '7'], [0, '0'], ['1, 2 ,3', '1,2,3']],
    refuses: {
      'up to 100 ids, separated by commas': [
        ...[null, true, {}, [1, 2], -1, 1.5, 1e21],
        ...['-1', 'a', '1;2', ',', '1,', '1,,2', '9007199254740992', sevens(101)],
      ],
    },
  },
  Ids: {
    type: OfIds,
    accepts: [
      ...same([1], [3, 2, 1], [Number.MAX_SAFE_INTEGER]),
      [
        ['1', 2],
        [1, 2],
      ],
    ],
    refuses: {
      'a list of 1 to 3 ids': [null, 1, '1', {}, [], [1, 2, 3, 4], [0], [-1], [1.5], ['a'], [null], [2 ** 53]],
    },
  },
  ListOf: {
    type: OfLines,
    accepts: same([], [line], [line, line]),
    refuses: {
      'a list of 0 to 2 objects': [null, 'a', {}, { 0: line }, ['a'], [null], [[]], [line, 1], [line, line, line]],
    },
  },
  One: {
    type: OfOne,
    accepts: same(line),
    refuses: { 'an object': [null, 'a', 1, [], [line]] },
  },
  Json: {
    type: OfJson,
    accepts: same({}, { a: { b: [1, null, 'c'] } }, { path: '\\u0000' }, nested(16), { a: 'x'.repeat(65_528) }),
    refuses: {
      'an object of at most 65536 bytes as JSON, with at most 16 levels': [
        ...[null, 'a', 1, [], [{}], { a: ['\0'] }, { 'a\0': 1 }, { a: '\\\0' }],
        ...[nested(17), { a: [nested(15)] }, { a: 'x'.repeat(65_529) }],
      ],
    },
  },
});

test('parseIds takes a CommaIds field apart', () => {
  expect([parseIds(''), parseIds('0'), parseIds('3,1,2')]).toEqual([[], [0], [3, 1, 2]]);
});

describe('a class that extends another', () => {
  class Loose {
    @Text({ optional: true }) name?: string;
    @Money({ optional: true, cost: true, doc: 'Of one piece.' }) unit_cost?: number;
  }
  class Strict extends Loose {
    @Text({ min: 2, doc: 'As printed.' }) override name!: string;
    @Day() day!: string;
  }
  const reader = { zone: 'utc', view_cost: true };

  it('has the inherited fields first, its own declarations instead of inherited ones', () => {
    expect(Object.keys(fieldsOf(Strict))).toEqual(['name', 'unit_cost', 'day']);
    expect(fieldsOf(Strict)).toMatchObject({
      name: { optional: false, cost: false, doc: 'As printed.' },
      unit_cost: { optional: true, cost: true, doc: 'Of one piece.' },
    });
    expect(Object.keys(fieldsOf(Loose))).toEqual(['name', 'unit_cost']);
  });

  it('asks for what it declares as required', () => {
    expect(() => parse(Strict, { day: '' }, reader)).toThrow('name is required.');
    expect(() => parse(Strict, { day: '', name: 'a' }, reader)).toThrow(
      'name must be a text of 2 to 65536 characters.',
    );
    expect(parse(Loose, {}, reader)).toEqual({});
  });
});

test('an optional OneOf reads the empty text as absent', () => {
  class Loose {
    @OneOf(['ASC', 'DESC'], { optional: true }) order?: 'ASC' | 'DESC';
  }
  expect(parse(Loose, { order: '' }, { zone: 'utc', view_cost: true })).toEqual(new Loose());
});
