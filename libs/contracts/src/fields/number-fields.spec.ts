import { Flag, FlagNumber, Id, Int, Measure, Money, Quantity, Rate } from './fields.js';
import { itHolds, noNumber, same } from './fields.fixture.js';

class OfInt {
  @Int() value!: number;
}
class OfLimit {
  @Int({ min: 1, max: 100 }) value!: number;
}
class OfSeconds {
  @Int({ max: Number.MAX_SAFE_INTEGER }) value!: number;
}
class OfId {
  @Id() value!: number;
}
class OfQuantity {
  @Quantity() value!: number;
}
class OfMoney {
  @Money() value!: number;
}
class OfMeasure {
  @Measure({ min: 0 }) value!: number;
}
class OfRate {
  @Rate({ min: 0 }) value!: number;
}
class OfFlag {
  @Flag() value!: boolean;
}

class OfFlagNumber {
  @FlagNumber() value!: number;
}

itHolds({
  Int: {
    type: OfInt,
    accepts: [
      ...same(0, -1, 2_147_483_647, -2_147_483_647),
      ['7', 7],
      ['-7', -7],
      ['007', 7],
      ['7.0', 7],
      [0.1 * 30, 3],
      ['2.9999999999999996', 3],
    ],
    refuses: {
      'an integer': [...noNumber, 1.5, '1.5', 1.00000001, -2_147_483_648],
      'an integer of at most 2147483647': [2_147_483_648, '2147483648', 1e300, '99999999999999999999'],
    },
  },
  'Int with bounds': {
    type: OfLimit,
    accepts: [...same(1, 100), ['20', 20]],
    refuses: {
      'an integer from 1 to 100': [...noNumber, 0, '0', -5, 1.5, 101, '101'],
    },
  },
  'Int of 53 bits': {
    type: OfSeconds,
    accepts: same(1_767_225_600, Number.MAX_SAFE_INTEGER),
    refuses: { 'an integer': [...noNumber, 1.5] },
  },
  Id: {
    type: OfId,
    accepts: [...same(0, 1, 2_147_483_648, Number.MAX_SAFE_INTEGER), ['12', 12]],
    refuses: {
      'an integer of at least 0': [...noNumber, -1, 1.5],
      'an integer of at most 9007199254740991': [2 ** 53, '9007199254740992'],
    },
  },
  Quantity: {
    type: OfQuantity,
    accepts: [...same(1, 2_000_000_000), ['3', 3]],
    refuses: {
      'an integer of at least 1': [...noNumber, 0, -1, 1.5],
      'an integer of at most 2000000000': [2_000_000_001],
    },
  },
  Money: {
    type: OfMoney,
    accepts: [
      ...same(0, -1, 0.1, 19.99, 0.0001, -0.0001, 12_345_678_901.1234, 99_999_999_999.9999),
      ['19.99', 19.99],
      ['-5', -5],
      ['10.500000', 10.5],
      [0.1 + 0.2, 0.3],
      ['0.30000000000000004', 0.3],
      [1.005 * 3, 3.015],
      [0.3000000009, 0.3],
      [-1e-12, 0],
      [-0.1 - 0.2, -0.3],
    ],
    refuses: {
      'a number with at most 11 digits and 4 decimals': [
        ...noNumber,
        ...[0.00001, 0.30000001, 19.994999, 100_000_000_000, 1e300],
        ...['1.99999', '0.30000001', '100000000000'],
      ],
    },
  },
  Measure: {
    type: OfMeasure,
    accepts: [...same(0, 0.25, 1_000), ['1.5', 1.5]],
    refuses: {
      'a number of at least 0 with at most 11 digits and 4 decimals': [...noNumber, -0.0001, '-1', 0.00001],
    },
  },
  Rate: {
    type: OfRate,
    accepts: [
      ...same(0, 1, 1.08345678, 0.00000001, 0.0000005, 9_999_999.99999999),
      ['0.00000001', 0.00000001],
      [1.1 * 1.1, 1.21],
      [25_000.5 * 1.1, 27_500.55],
    ],
    refuses: {
      'a number of at least 0 with at most 7 digits and 8 decimals': [
        ...noNumber,
        -1,
        0.000000001,
        1.123456789,
        1.1234567801,
        10_000_000,
      ],
    },
  },
  FlagNumber: {
    type: OfFlagNumber,
    accepts: [...same(1, 0), [true, 1], ['1', 1], [false, 0], ['0', 0]],
    refuses: { 'true, false, 1 or 0': [null, 2, -1, '', 'true', 'false', 'yes', {}, [], [1]] },
  },
  Flag: {
    type: OfFlag,
    accepts: [...same(true, false), [1, true], ['1', true], [0, false], ['0', false]],
    refuses: { 'true, false, 1 or 0': [null, 2, -1, '', 'true', 'false', 'yes', {}, [], [1]] },
  },
});
