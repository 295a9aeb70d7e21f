import { timestampFault } from './timestamp.js';

const server = 1_767_225_600;
const now = server * 1000 + 999;
const late = (given: number, drift: string, allowed: number) =>
  `auth_timestamp ${given} is ${drift} the server's time ${server}; at most ${allowed} s are allowed.`;
const notWhole = 'auth_timestamp must be a whole number of seconds since 1970.';

test.each<[unknown, number | undefined, string | undefined]>([
  [server, undefined, undefined],
  [`${server}`, undefined, undefined],
  [server - 300, undefined, undefined],
  [server + 300, undefined, undefined],
  [server - 301, undefined, late(server - 301, '301 s behind', 300)],
  [server + 301, undefined, late(server + 301, '301 s ahead of', 300)],
  [server - 900, 900, undefined],
  [server - 901, 86_400, late(server - 901, '901 s behind', 900)],
  [server + 60, 1, undefined],
  [server + 61, 1, late(server + 61, '61 s ahead of', 60)],
  [0, undefined, late(0, `${server} s behind`, 300)],
  [
    now,
    undefined,
    `auth_timestamp ${now} seems to be in milliseconds; it must be in seconds, and the server's time is ${server}.`,
  ],
  [server + 0.5, undefined, notWhole],
  ['', undefined, notWhole],
  ['soon', undefined, notWhole],
  [null, undefined, notWhole],
  [undefined, undefined, notWhole],
  [[server], undefined, notWhole],
])('judges %j with a window of %j as %j', (given, window, fault) => {
  expect(timestampFault(given, now, window)).toBe(fault);
});
