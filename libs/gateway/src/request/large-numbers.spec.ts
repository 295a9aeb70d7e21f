import { parseStrictJson } from '@stockbook/auth';
import { BatchedNumbers } from './large-numbers.js';

const LARGE = '12345678901234567890';
const NAME = `name is the number ${LARGE}, which JSON does not keep exactly: send it in quotes.`;

function judge(text: string) {
  const bytes = Buffer.from(text);
  const numbers = new BatchedNumbers();
  const json = parseStrictJson(bytes, numbers.rule);
  if (json.faults) return { refused: json.faults };
  return { areMet: numbers.areMet, faults: Object.fromEntries(numbers.faultsIn(bytes, json.value)) };
}
const add = (body: string) => `{"path":"inventory/brand/add","body":${body}}`;

test('large numbers are judged by the operation of their request, and shown as they were sent', () => {
  const get = `{"path":"inventory/brand/get","body":{"name":${LARGE},"brand_id":${LARGE}}}`;
  expect(judge(`{"requests":[${add('{"name":"x"}')},${add(`{"name":${LARGE}}`)},${get}]}`)).toEqual({
    areMet: true,
    faults: {
      1: [NAME],
      2: [`brand_id is ${LARGE}, but must lie between -9007199254740991 and 9007199254740991.`],
    },
  });
});

test('a body is found behind an escaped key, blanks and braces in texts, and before its path', () => {
  const request = `{ "x{": "{\\"body\\":{", "b\\u006fdy" :\n {"x":"}{","name":${LARGE}}, "path":"inventory/brand/add"}`;
  expect(judge(`{"body":{},"requests" : [{}, ${request}]}`)).toEqual({ areMet: true, faults: { 1: [NAME] } });
});

test('each request lists its own faults, at most twenty', () => {
  const request = add(`{"name":[${Array(30).fill(LARGE).join()}]}`);
  const { faults } = judge(`{"requests":[${Array(3).fill(request).join()}]}`);
  expect(Object.values(faults ?? {}).map((all) => all.length)).toEqual([21, 21, 21]);
});

test.each([
  ['unknown fields', add(`{"x":${LARGE},"y":[{"name":1e400}]}`)],
  ['a request without an operation', `{"path":"no/such/thing","body":{"name":${LARGE}}}`],
  ['a request without a path', `{"body":{"name":${LARGE}}}`],
])('large numbers of %s are no fault', (_, request) => {
  expect(judge(`{"requests":[${request}]}`)).toEqual({ areMet: true, faults: {} });
});

test.each([
  ['no large number', `[${add('{"name":9007199254740991}')}]`],
  ['an object instead of a list', `{"body":{"name":${LARGE}}}`],
  ['lists in its list', `[[{"body":{"name":${LARGE}}}]]`],
])('nothing is read again of a batch with %s', (_, requests) => {
  expect(judge(`{"requests":${requests}}`)).toEqual({ areMet: false, faults: {} });
});

test.each([LARGE, `[${LARGE}]`, `[{"name":${LARGE}},"{"]`])('a body that is no object never throws: %s', (body) => {
  expect(judge(`{"requests":[${add(body)}]}`)).toHaveProperty('areMet', true);
});

test('a large number of the batch itself refuses the batch', () => {
  const faults = [`in_order is ${LARGE}, but must lie between -9007199254740991 and 9007199254740991.`];
  expect(judge(`{"in_order":${LARGE},"requests":[]}`)).toEqual({ refused: faults });
});
