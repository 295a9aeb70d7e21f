import { IdOrName, Name, Text, Texts } from './fields.js';
import { itHolds, same } from './fields.fixture.js';
import { parse } from './parse.js';

class OfText {
  @Text({ max: 3 }) value!: string;
}
class OfLongText {
  @Text() value!: string;
}
class OfCode {
  @Text({ max: 3, trim: true }) value!: string;
}
class OfTexts {
  @Texts() value!: string[];
}
class OfName {
  @Name() value!: string;
}
class OfMethod {
  @IdOrName() value!: number | string;
}

const numbers = [1.5, 2 ** 53];
const noText = [null, true, {}, [], ['a']];
const cup = '\u{1F375}';

itHolds({
  Text: {
    type: OfText,
    accepts: [...same('', ' ', 'abc', 'ö/"', ' a '), [7, '7'], [-12, '-12'], [0, '0']],
    refuses: {
      'a text of at most 3 characters': [...noText, 1_000, 'abcd', 'a\0'],
      'a text of at most 3 characters: send it in quotes': numbers,
    },
  },
  'Text of the usual length': {
    type: OfLongText,
    accepts: [...same('a'.repeat(65_536)), [4_006_381_333_931, '4006381333931']],
    refuses: { 'a text of at most 65536 characters': ['a'.repeat(65_537)] },
  },
  'Text beyond the first 65,536 characters of Unicode': {
    type: OfText,
    accepts: same(cup.repeat(3)),
    refuses: { 'a text of at most 3 characters': [cup.repeat(4), `${cup}abc`] },
  },
  'Text whose characters are written in two parts': {
    type: OfText,
    accepts: [
      ['e\u0301e\u0301e\u0301', '\u00e9\u00e9\u00e9'],
      ['\u212b', '\u00c5'],
    ],
    refuses: { 'a text of at most 3 characters': ['e\u0301e\u0301e\u0301e\u0301'] },
  },
  'Text that is trimmed': {
    type: OfCode,
    accepts: [
      ...same('', 'abc', 'a b'),
      [' abc\t', 'abc'],
      ['  ', ''],
      ['\u00a0e\u0301\u3000', '\u00e9'],
      ['\ufeffa\u00adb\u200b\u200fc\u2060 \u200b', 'abc'],
    ],
    refuses: {
      'a text of at most 3 characters': [...noText, ' abcd '],
      'a text of at most 3 characters: send it in quotes': numbers,
    },
  },
  Texts: {
    type: OfTexts,
    accepts: same([], ['a', '007']),
    refuses: {
      'a list of at most 1000 texts of at most 255 characters': [null, 'a', 7, [null], ['a'.repeat(256)]],
      'a list of at most 1000 texts of at most 255 characters: send it in quotes': [['a', 7], [1.5]],
    },
  },
  Name: {
    type: OfName,
    accepts: [...same('a', ' a ', 'a'.repeat(1_000), cup.repeat(1_000)), [7, '7']],
    refuses: {
      'a text of 1 to 1000 characters': [...noText, 'a'.repeat(1_001), cup.repeat(1_001), 'a\0'],
      'a text of 1 to 1000 characters: send it in quotes': numbers,
    },
  },
  IdOrName: {
    type: OfMethod,
    accepts: [...same(0, 7, 'Cash', '1.5', ' 7', '-7', 'a'.repeat(1_000)), ['7', 7], ['', 0], ['e\u0301', '\u00e9']],
    refuses: {
      'an id or a name of at most 1000 characters': [
        ...[null, true, {}, [], -1, 1.5, 2 ** 53, '9'.repeat(30), ' ', 'a'.repeat(1_001), 'a\0'],
      ],
    },
  },
});

test.each(['', ' ', '\t\n', '\u00a0\u3000'])('refuses the blank name %j by saying so', (value) => {
  expect(() => parse(OfName, { value }, { zone: 'utc', view_cost: true })).toThrow('value must not be blank.');
});
