import { ok, World } from '@stockbook/testing';
import { DateTime } from 'luxon';
import { Counter } from '../../counter.fixture.js';

let world: World;
beforeAll(async () => void (world = await World.shared()));

/** The time zone database of the process and that of PostgreSQL may differ in the rules of such zones. */
const ZONES = ['America/Vancouver', 'Africa/Casablanca', 'Asia/Kathmandu', 'UTC'];
const TIMES = [
  '1955-07-01T06:30:00Z',
  '2026-03-08T09:59:59Z',
  '2026-11-01T07:30:00Z',
  '2026-12-15T06:30:00Z',
  '2026-12-15T07:30:00Z',
  '2026-12-15T08:30:00Z',
  '2090-01-02T23:59:59Z',
];

test.each(ZONES)('sums orders by the days that its filters mean, in %s', async (zone) => {
  const counter = await Counter.open(world, zone);
  for (const date_ordered of TIMES) await counter.place({ date_ordered, total: 1 });
  const days = TIMES.map((time) => DateTime.fromISO(time, { zone }).toISODate());
  const summary = async (date_start: string, date_end: string) =>
    ok(await counter.orders.getSummary({ date_start, date_end, group_by: 'day', order: 'ASC' })).summary;
  const expected = [...new Set(days)].map((day) => ({ key: day, orders: days.filter((each) => each === day).length }));
  expect(await summary('', '')).toMatchObject(expected);
  for (const day of expected) expect(await summary(day.key ?? '', day.key ?? '')).toMatchObject([day]);
});
