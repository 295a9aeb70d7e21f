import type { Big } from 'big.js';
import fc from 'fast-check';
import { type Happening, StockModel } from './stock-model.fixture.js';
import { allowNegative, demand, Stockroom } from './stockroom.fixture.js';

let room: Stockroom;
beforeAll(async () => {
  room = await Stockroom.open();
});
afterAll(async () => {
  expect(room.faults).toEqual([]);
  await room.close();
});

const location = fc.nat({ max: 1 });
const quantity = fc.integer({ min: 1, max: 40 });
const unit_cost = fc.option(
  fc.integer({ min: 0, max: 200_000 }).map((tenThousandths) => tenThousandths / 10_000),
  { nil: undefined },
);
/** This is one batch of the bus. */
const demands = fc.uniqueArray(fc.record({ order: fc.nat({ max: 3 }), quantity: fc.nat({ max: 30 }) }), {
  selector: ({ order }) => order,
  minLength: 1,
});
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('receipt'), location, quantity, unit_cost }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deduction'), location, quantity, unit_cost }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('transfer'), location, to: location, quantity }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('demands'), demands }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('policy'), allow: fc.boolean() }) },
);

/** Lets it happen in the database, and returns whether it was granted. */
async function happen(account: number, what: Happening, step: number): Promise<boolean> {
  const at = (index: number) => ({ item_id: 7, location_id: index + 1 });
  if (what.kind === 'demands') {
    const eventOf = ({ order, quantity }: (typeof what.demands)[number]) =>
      demand(account, order + 1, step, [{ ...at(order % 2), quantity }]);
    await room.deliver(...what.demands.map(eventOf));
    return true;
  }
  if (what.kind === 'policy') {
    await room.deliver(allowNegative(account, what.allow, step));
    return true;
  }
  const cost = 'unit_cost' in what && what.unit_cost !== undefined ? { unit_cost: String(what.unit_cost) } : {};
  const sign = what.kind === 'receipt' ? 1 : -1;
  const lines = [{ ...at(what.location), quantity: sign * what.quantity, ...cost }];
  if (what.kind === 'transfer') lines.push({ ...at(what.to), quantity: what.quantity });
  const granted = await room.move(account, lines).then(
    () => true,
    () => false,
  );
  await room.settled();
  return granted;
}

const near = (found: string | undefined, expected: Big) =>
  expect(Math.abs(Number(found ?? 0) - expected.toNumber())).toBeLessThan(1e-5);

async function compare(account: number, model: StockModel): Promise<void> {
  const cost = await room.cost(account);
  const levels = await Promise.all([room.onHand(account, 7, 1), room.onHand(account, 7, 2)]);
  expect(levels.map((level) => level ?? 0)).toEqual(model.levels);
  expect(Number(cost?.quantity ?? 0)).toBe(model.quantity);
  near(cost?.pool_cost, model.pool);
  near(cost?.average_cost, model.average);
  for (const line of await room.demandLines(account)) {
    const expected = model.orders[line.document_id - 1];
    expect([line.wanted, line.taken]).toEqual([expected?.wanted, expected?.taken]);
    near(line.value, expected!.value);
  }
  expect((await room.verify(account)).faults).toEqual([]);
}

test('whatever happens, stock, cost and orders are what the rules say, and every sum is right', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 25, size: 'max' }), async (happenings) => {
      const account = await room.account();
      const model = new StockModel();
      for (const [index, what] of happenings.entries()) {
        expect(await happen(account, what, index + 1)).toBe(model.apply(what));
        await compare(account, model);
      }
    }),
    { numRuns: 25 },
  );
});
