import { once } from 'node:events';
import { connect } from 'node:net';
import { isTransient, Transient } from './fault.js';

const withCode = (code: unknown) => Object.assign(new Error('x'), { code });

test.each([
  ['08006', true],
  ['25P03', true],
  ['40P01', true],
  ['53300', true],
  ['57P01', true],
  ['ECONNREFUSED', true],
  ['ECONNRESET', true],
  ['23505', false],
  ['22012', false],
  ['0A000', false],
  ['0800', false],
  ['ENOENT', false],
  [40001, false],
])('the code %s passes by itself: %s', (code, expected) => {
  expect(isTransient(withCode(code))).toBe(expected);
});

test('a Unix socket without a server passes by itself', async () => {
  const [fault] = await once(connect('/stockbook/no-such-socket'), 'error');
  expect(fault).toMatchObject({ code: 'ENOENT' });
  expect(isTransient(fault)).toBe(true);
});

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
])('what pg says without a code passes by itself: %s', (sentence) => {
  expect(isTransient(new Error(sentence))).toBe(true);
});

test('a prepared statement that a migration has outdated passes by itself', () => {
  expect(isTransient(Object.assign(withCode('0A000'), { routine: 'RevalidateCachedQuery' }))).toBe(true);
});

test('any error can say that it passes', () => {
  expect(isTransient(new Transient('not now'))).toBe(true);
  expect(isTransient(Object.assign(new Error('x'), { transient: true }))).toBe(true);
  expect(isTransient(Object.assign(withCode('08006'), { transient: false }))).toBe(false);
});

test('nothing else passes', () => {
  for (const fault of [undefined, null, 'ECONNRESET', new Error('x')]) expect(isTransient(fault)).toBe(false);
});
