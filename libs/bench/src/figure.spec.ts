import { Bench } from './bench.js';
import { WrongRun } from './check/faults.js';
import { chosen, type Figure, isWrong, type Measured, measureOutcome } from './figure.js';
import { allFigures } from './figures/all.js';
import { outcomeTable } from './report/table.js';

const bench: Bench = Object.create(Bench.prototype);
const numbers: Measured = { value: 250, latencies_ms: [1_234.5, 12.34], limit: 1_000 };
const figure = (measure: Figure['measure'], name = 'made'): Figure => ({ name, unit: 'x/s', measure });

test('a figure is reported with its ratio to the limit', async () => {
  const outcome = await measureOutcome(
    figure(async () => ({ ...numbers, notes: ['busy'] })),
    bench,
  );
  expect(outcome).toEqual({
    figure: { name: 'made', unit: 'x/s', value: 250, p50_ms: 12.34, p99_ms: 1_234.5, limit: 1_000, ratio: 0.25 },
    notes: ['busy'],
  });
  const [head, line] = outcomeTable([outcome]).split('\n');
  expect(head).toBe('figure  value  unit  p50 ms  p99 ms  limit  ratio');
  expect(line).toBe('made      250  x/s     12.3    1235   1000  0.250  busy');
});

test.each([undefined, 0])('without a limit (%s) there is no ratio', async (limit) => {
  expect(
    await measureOutcome(
      figure(async () => ({ ...numbers, limit })),
      bench,
    ),
  ).toMatchObject({ figure: { ratio: null } });
});

test('a wrong run has no figure, but its faults; another failure ends the benchmark', async () => {
  const wrong = figure(() => Promise.reject(new WrongRun(['One order is lost.', 'Stock is wrong.'])));
  const outcome = await measureOutcome(wrong, bench);
  expect(outcome).toEqual({ name: 'made', faults: ['One order is lost.', 'Stock is wrong.'] });
  expect(outcomeTable([outcome])).toContain('wrong: One order is lost. Stock is wrong.');
  await expect(
    measureOutcome(
      figure(() => Promise.reject(new Error('broken'))),
      bench,
    ),
  ).rejects.toThrow('broken');
});

test('a figure that there was no time for is no wrong one', () => {
  const outcome = { name: 'made', faults: [] };
  expect(isWrong(outcome)).toBe(false);
  expect(outcomeTable([outcome])).toContain('left out: no time');
});

test('one figure is chosen by its name, and several by what they begin with', () => {
  const names = (name?: string) => chosen(allFigures, name).map((each) => each.name);
  expect(names('order_add_settled')).toEqual(['order_add_settled']);
  expect(names('item_get')).toEqual(['item_get_100', 'item_get_sku']);
  expect(names('order')).toEqual(expect.arrayContaining(['order_add_settled_1', 'order_get_page_9000']));
  expect(names('item_ge')).toEqual([]);
  expect(names('long_run')).toEqual(['long_run_rate', 'long_run_p99', 'long_run_bytes']);
  expect(names()).not.toContain('long_run_rate');
  expect(new Set(allFigures.map((each) => each.name)).size).toBe(allFigures.length);
});
