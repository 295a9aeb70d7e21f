import { cartOf, evaluate, lineOf, promotionOf } from './promotions.fixture.js';

test.each([
  ['Friday 21:59', '2026-03-06T21:59Z', 'UTC', false],
  ['Friday 22:00', '2026-03-06T22:00Z', 'UTC', true],
  ['Saturday 01:00', '2026-03-07T01:00Z', 'UTC', true],
  ['Saturday 02:00', '2026-03-07T02:00Z', 'UTC', false],
  ['Friday 01:00', '2026-03-06T01:00Z', 'UTC', false],
  ['Saturday 23:00', '2026-03-07T23:00Z', 'UTC', false],
  ['Saturday 01:00 in Sydney', '2026-03-06T14:00Z', 'Australia/Sydney', true],
  ['Saturday 01:00 in New York', '2026-03-07T06:00Z', 'America/New_York', true],
  ['Friday 01:00 in New York', '2026-03-06T06:00Z', 'America/New_York', false],
])('hours across midnight belong to the weekday on which they begin: %s', (_, now, zone, applies) => {
  const fridays = promotionOf('percent', { percent: 10, weekdays: [5], hours: ['22:00', '02:00'] });
  expect(evaluate(cartOf([lineOf(10)]), [fridays], { zone }, new Date(now)).total).toBe(applies ? 9 : 10);
});

test.each([
  ['before the clock goes forward', '2026-03-29T00:59Z', true],
  ['when 02:00 is 03:00', '2026-03-29T01:00Z', false],
  ['the first time at 02:30', '2026-10-25T00:30Z', true],
  ['the second time at 02:30', '2026-10-25T01:30Z', true],
  ['at 03:00 after the clock went back', '2026-10-25T02:00Z', false],
])('the hours of a Saturday night follow the clock of Berlin: %s', (_, now, applies) => {
  const hours = ['22:00', now.startsWith('2026-03') ? '02:00' : '03:00'];
  const saturdays = promotionOf('percent', { percent: 10, weekdays: [6], hours });
  const rules = { zone: 'Europe/Berlin' };
  expect(evaluate(cartOf([lineOf(10)]), [saturdays], rules, new Date(now)).total).toBe(applies ? 9 : 10);
});

test.each([
  ['not before the first night: Saturday 01:00', '2026-03-07T01:00Z', 'not_started'],
  ['the first night: Saturday 22:00', '2026-03-07T22:00Z', undefined],
  ['the last night: Sunday 22:00', '2026-03-08T22:00Z', undefined],
  ['the last night until its end: Monday 01:59', '2026-03-09T01:59Z', undefined],
  ['not behind its end: Monday 02:00', '2026-03-09T02:00Z', 'ended'],
  ['no night behind the last one: Monday 22:00', '2026-03-09T22:00Z', 'ended'],
])('a promotion over midnight has whole nights from date_start to date_end, %s', (_, now, code) => {
  const dates = { date_start: '2026-03-07', date_end: '2026-03-08' };
  const nights = promotionOf('percent', { percent: 10, hours: ['22:00', '02:00'] }, dates);
  const { rejected } = evaluate(cartOf([lineOf(10)], { explain: true }), [nights], {}, new Date(now));
  expect(rejected[0]?.code).toBe(code);
});
