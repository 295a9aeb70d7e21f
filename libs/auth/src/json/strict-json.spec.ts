import { leastCpuMs } from '@stockbook/testing/cpu-time';
import fc from 'fast-check';
import { editedBytes } from './edited-bytes.fixture.js';
import type { NumberRule } from './json-scan.js';
import { parseStrictJson } from './strict-json.js';

const read = (body: string | Buffer) => parseStrictJson(Buffer.from(body));
const notJson = (line: number, column: number, what: string) =>
  `The body is not valid JSON at line ${line}, column ${column}: ${what} is expected there.`;
const beyond = (path: string, shown: string) =>
  `${path} is ${shown}, but must lie between -9007199254740991 and 9007199254740991.`;
const lone = (path: string, escape: string) => `${path} holds the lone surrogate ${escape}, which is no character.`;

const order = JSON.stringify(
  {
    domain: 'demo',
    auth_signature: 'f'.repeat(64),
    name: 'Café "\u{1f600}" \\ \t',
    total: -12.5e-1,
    flags: [true, false, null, [], {}],
    products: [{ item_id: 1, quantity: 2 }, { item_id: 9007199254740991 }],
  },
  undefined,
  1,
).replace('Caf', '\\u0043\\u00e9\\ud83d\\ude00\\/');

describe('a body is refused with one sentence', () => {
  it.each<[string, string | Buffer, string]>([
    ['nothing', '', 'The body must be a JSON object, so it must begin with {.'],
    ['an array', '[1]', 'The body must be a JSON object, so it must begin with {.'],
    ['a text', '"a"', 'The body must be a JSON object, so it must begin with {.'],
    ['null', 'null', 'The body must be a JSON object, so it must begin with {.'],
    ['a byte order mark', '\ufeff{}', 'The body must not begin with a byte order mark.'],
    ['a broken UTF-8 sequence', Buffer.from('7b2261223a22c3227d', 'hex'), 'The body is not valid UTF-8 at byte 6.'],
    ['an overlong slash', Buffer.from('7b2261223a22c0af227d', 'hex'), 'The body is not valid UTF-8 at byte 6.'],
    ['a surrogate as UTF-8', Buffer.from('7b2261223a22eda080227d', 'hex'), 'The body is not valid UTF-8 at byte 6.'],
    ['trailing garbage', '{"a":1} x', notJson(1, 9, 'the end of the body')],
    ['a second object', '{}{}', notJson(1, 3, 'the end of the body')],
    ['a trailing comma', '{"a":1,}', notJson(1, 8, 'a key in double quotes')],
    ['a trailing comma in an array', '{"a":[1,]}', notJson(1, 9, 'a value')],
    ['a missing comma on line 3', '{\n"a":1,\n"é" : 2 "c":3}', notJson(3, 9, '"," or "}"')],
    ['a missing comma in an array', '{"a":[1 2]}', notJson(1, 9, '"," or "]"')],
    ['a missing colon', '{"a" 1}', notJson(1, 6, '":"')],
    ['single quotes', "{'a':1}", notJson(1, 2, 'a key in double quotes')],
    ['an unknown escape', '{"a":"\\x41"}', notJson(1, 7, 'a valid escape sequence')],
    ['an escape without hex digits', '{"a":"\\u00\u00115"}', notJson(1, 7, 'a valid escape sequence')],
    ['an escape cut off', '{"a":"\\u00', notJson(1, 7, 'a valid escape sequence')],
    ['a raw newline', '{"a":"x\n"}', notJson(1, 8, 'an escape such as \\n instead of a control character')],
    ['a word', '{"a":nul}', notJson(1, 9, '"null"')],
    ['NaN', '{"a":NaN}', notJson(1, 6, 'a value')],
    ['a leading zero', '{"a":01}', 'a begins with a zero, which no JSON number does: send a code in quotes.'],
    [
      'a leading zero behind a minus',
      '{"a":[-00]}',
      'a[0] begins with a zero, which no JSON number does: send a code in quotes.',
    ],
    ['a lone minus', '{"a":-}', notJson(1, 7, 'a digit')],
    ['a leading plus', '{"a":+1}', notJson(1, 6, 'a value')],
    ['no digit after the point', '{"a":1.}', notJson(1, 8, 'a digit')],
    ['no digit in the exponent', '{"a":1e+}', notJson(1, 9, 'a digit')],
    ['a form feed as white space', '{\f}', notJson(1, 2, 'a key in double quotes')],
    ['a whole number beyond 2^53', '{"a":[{"b":9007199254740992}]}', beyond('a[0].b', '9007199254740992')],
    ['one that rounds to 2^53', '{"a":-9007199254740993}', beyond('a', '-9007199254740993')],
    ['one with an exponent', '{"a":1e16}', beyond('a', '1e16')],
    ['one that overflows', '{"a":-1e400}', beyond('a', '-1e400')],
    ['a million digits', `{"a":${'9'.repeat(1e6)}}`, beyond('a', '9'.repeat(60))],
    ['a lone high surrogate', '{"a":{"b":["\\ud800"]}}', lone('a.b[0]', '\\ud800')],
    ['a lone low surrogate', '{"a":"\\udc00\\ud83d\\ude00"}', lone('a', '\\udc00')],
    ['a high surrogate before another', '{"a":"\\ud83d\\ud83d\\ude00"}', lone('a', '\\ud83d')],
    ['a lone surrogate in a key', '{"\\uDBFF":1}', lone('\\uDBFF', '\\uDBFF')],
    ['a repeated key', '{"a":{"b":1,"c":2,"b":1}}', 'a.b stands more than once in the same object.'],
    ['a repeated key, escaped', '{"a":1,"\\u0061":2}', '\\u0061 stands more than once in the same object.'],
    ['__proto__', '{"a":[{"__proto__":{}}]}', 'a[0].__proto__ must be left out: __proto__ is not allowed as a key.'],
    [
      '__proto__, escaped',
      '{"\\u005f_proto__":1}',
      '\\u005f_proto__ must be left out: __proto__ is not allowed as a key.',
    ],
  ])('%s', (_, body, fault) => {
    expect(read(body)).toEqual({ faults: [fault] });
  });

  it('names every fault at once, in the order of the body', () => {
    const body = '{"a":1e400,"b":"\\udc00\\udc01","a":1,"c":{"__proto__":1}}';
    expect(read(body)).toEqual({
      faults: [
        beyond('a', '1e400'),
        lone('b', '\\udc00'),
        lone('b', '\\udc01'),
        'a stands more than once in the same object.',
        'c.__proto__ must be left out: __proto__ is not allowed as a key.',
      ],
    });
  });

  it('lists twenty faults at most', () => {
    const { faults } = read(`{"a":"${'\\ud800'.repeat(1_700_000)}"}`);
    expect(faults).toHaveLength(21);
    expect(faults?.at(-1)).toBe('The body has more faults than are listed here.');
  });

  it('wherever a good body is cut off', () => {
    const whole = Buffer.from(order);
    for (let length = 0; length < whole.length; length++) {
      // A cut between two surrogates leaves the first one alone, which is a fault of its own.
      const last = read(whole.subarray(0, length)).faults?.at(-1);
      expect(last).toMatch(
        /^The body (is not valid (JSON at .* is expected there|UTF-8 at byte \d+)|must be a JSON object, .*)\.$/,
      );
    }
  });
});

describe('a rule for numbers', () => {
  const asked: string[] = [];
  const rule: NumberRule = (keys) => {
    asked.push(keys.join('/'));
    return keys[0] === 'known' ? 'number' : keys[0] === 'c"ode' ? 'code' : undefined;
  };
  const judge = (body: string) => parseStrictJson(Buffer.from(body), rule);

  it('is asked for each inexact number by its keys', () => {
    expect(judge('{"known":[1,{"a":[1e20,2]}],"x":1e20,"c\\"ode":[12345678901234567890]}')).toEqual({
      faults: [
        'known[1].a[0] is 1e20, but must lie between -9007199254740991 and 9007199254740991.',
        'c\\"ode[0] is the number 12345678901234567890, which JSON does not keep exactly: send it in quotes.',
      ],
    });
    expect(new Set(asked)).toEqual(new Set(['known/a', 'x', 'c"ode']));
  });

  it('may leave numbers unjudged, however many there are', () => {
    asked.length = 0;
    const body = `{"x":[${'1e400,'.repeat(99_999)}0],"known":1}`;
    expect(judge(body)).toMatchObject({ value: { known: 1 } });
    expect(asked).toEqual(['x']);
  });

  it('costs little behind a long key, which is no field', async () => {
    const body = `{"${'k'.repeat(1_000_000)}":[${'{"a":1e400},'.repeat(20_000)}{}]}`;
    asked.length = 0;
    expect(await leastCpuMs(() => expect(judge(body).faults).toBeUndefined())).toBeLessThan(500);
    expect(new Set(asked)).toEqual(new Set(['/a']));
  });
});

describe('nesting', () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

  it('of 32 levels is read, one more is refused', () => {
    expect(read(nested(32)).faults).toBeUndefined();
    expect(read(nested(33))).toEqual({ faults: [`a${'[0]'.repeat(31)} is nested deeper than 32 levels.`] });
  });

  it.each([
    ['arrays', nested(200_000)],
    ['arrays never closed', `{"a":${'['.repeat(200_000)}`],
    ['objects', '{"a":'.repeat(200_000)],
  ])('of 200,000 levels of %s is refused at once', (_, body) => {
    expect(read(body).faults).toEqual([expect.stringMatching(/ is nested deeper than 32 levels\.$/)]);
  });
});

describe('a good body', () => {
  it('is read as JSON.parse reads it', () => {
    expect(read(order)).toMatchObject({ value: JSON.parse(order) });
  });

  it('may have keys that name something of every object', () => {
    const body = '{"constructor":1,"prototype":{"toString":2},"hasOwnProperty":null,"":3,"1":4}';
    expect(read(body)).toMatchObject({ value: JSON.parse(body) });
  });

  it('may repeat a key in another object, and repeat texts', () => {
    expect(read('{"a":{"a":["a","a",{"a":1},{"a":1}]}}').faults).toBeUndefined();
  });

  it('may hold a text of 1 MiB, however it is escaped', () => {
    const value = { a: '\u0001'.repeat(1024 * 1024) };
    expect(read(JSON.stringify(value))).toMatchObject({ value });
  });

  it('may have 100,000 entries of lists, those of inner lists included', () => {
    const withEntries = (count: number) => `{"a":[[${Array.from({ length: count - 2 }, () => '[]').join()}],{"b":1}]}`;
    expect(read(withEntries(100_000)).faults).toBeUndefined();
    expect(read(withEntries(100_001))).toEqual({ faults: ['The body has more than 100000 entries of lists.'] });
  });

  it('may have 100,000 keys', () => {
    const objectOf = (count: number) => `{${Array.from({ length: count }, (_, i) => `"${i}":1`).join()}}`;
    const withKeys = (count: number) =>
      `{"a":[${[...Array(Math.floor((count - 1) / 100)).fill(objectOf(100)), objectOf((count - 1) % 100)].join()}]}`;
    expect(read(withKeys(100_000)).faults).toBeUndefined();
    expect(read(withKeys(100_001))).toEqual({ faults: ['The body has more than 100000 keys.'] });
  });

  it('may have 20,000 of them behind the first 100 of their objects', () => {
    const objectOf = (count: number) => `{${Array.from({ length: count }, (_, i) => `"${i}":1`).join()}}`;
    expect(read(objectOf(20_100)).faults).toBeUndefined();
    const faults = ['The body has more than 20000 keys behind the first 100 of their objects.'];
    expect(read(objectOf(20_101))).toEqual({ faults });
    expect(read(`{"a":${objectOf(10_100)},"b":${objectOf(10_101)}}`)).toEqual({ faults });
  });

  it.each([
    ['{"auth_signature":"ab"}', 19],
    ['{ "é": 1, "auth_signature" :\n "ab" }', 32],
    ['{"auth\\u005fsignature":"ab"}', 24],
    ['{"a":{"auth_signature":"ab"},"auth_signature":""}', 47],
    ['{"a":[{"auth_signature":"ab"}],"auth_timestamp":"ab"}', -1],
    ['{"a":{"auth\\u005fsignature":"ab"}}', -1],
    ['{"auth_signature":12}', -1],
    ['{}', -1],
  ])('finds where the signature of %s stands', (body, signatureAt) => {
    expect(read(body)).toMatchObject({ signatureAt });
  });
});

describe('any body', () => {
  const objects = fc.dictionary(
    fc.string({ unit: 'grapheme' }).filter((key) => key !== '__proto__'),
    fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 8 }),
  );
  const isExact = (value: unknown): boolean =>
    typeof value === 'number'
      ? Math.abs(value) <= Number.MAX_SAFE_INTEGER
      : typeof value !== 'object' ||
        value === null ||
        Object.entries(value).every(([key, it]) => key !== '__proto__' && isExact(it));

  it('that JSON.stringify writes comes back as it was', () => {
    fc.assert(
      fc.property(objects.filter(isExact), fc.integer({ min: 0, max: 2 }), (value, indent) => {
        const body = JSON.stringify(value, undefined, indent);
        expect(read(body)).toMatchObject({ value: JSON.parse(body) });
      }),
    );
  });

  const reasons = [
    String.raw`begin with (\{|a byte order mark)`,
    'not valid UTF-8 at .*',
    'deeper than 32 levels',
    'more than once in the same object',
    'lone surrogate .*',
    'not allowed as a key',
    'but must lie between .*',
    'has more faults than are listed here',
  ];
  const stricter = new RegExp(String.raw`(${reasons.join('|')})\.$`);
  const judge = (bytes: Buffer): unknown => {
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    } catch {
      return undefined;
    }
  };

  const agrees = (bytes: Buffer): void => {
    const expected = judge(bytes);
    const found = parseStrictJson(bytes);
    if (!found.faults) expect(found.value).toEqual(expected);
    else if (expected === undefined) expect(found.faults).not.toEqual([]);
    else for (const fault of found.faults) expect(fault).toMatch(stricter);
  };

  it('with any one byte changed is taken or refused as JSON.parse does, but for the stricter rules', () => {
    const body = Buffer.from('{"a":[-1.5e+3 ,0],"\\u00e9\\n":"\\ud83d\\ude00é","b":{"c":true,"d":null}}');
    for (let at = 0; at < body.length; at++) {
      for (let byte = 0; byte < 256; byte++) agrees(Buffer.from(body).fill(byte, at, at + 1));
    }
  });

  it('with bytes added, removed and changed is, too', () => {
    const bodies = fc.oneof(
      fc.constant(order),
      objects.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(editedBytes(bodies), (bytes) => void agrees(bytes)),
      { numRuns: 3_000 },
    );
  });
});
