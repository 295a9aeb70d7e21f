import type { Reply } from '@stockbook/contracts';
import { ok, openShop, orderOf, type Shop, type TestUser, World } from '@stockbook/testing';

const CLIENTS = 4;
const OPERATIONS = 45;
const seed = Number(process.env['STOCKBOOK_TEST_SEED'] ?? Date.now() % 1_000_000);

let world: World;
let user: TestUser;
let shop: Shop;
let item_ids: number[];
let set_id: number;
let purchase_order_id: number;
beforeAll(async () => {
  world = await World.open();
  user = await world.account();
  shop = await openShop(user);
  const { item, purchase_order } = user.api.inventory;
  const names = ['Mug', 'Bowl', 'Lamp', 'Vase'];
  item_ids = await Promise.all(names.map(async (name) => ok(await item.add({ name, cost: 2 })).item_id));
  set_id = ok(await item.add({ name: 'Set', item_bundles: componentsOf([item_ids[0]!, item_ids[1]!]) })).item_id;
  const ordered = item_ids.map((item_id) => ({ item_id, quantity: 500, cost: 2 }));
  const order = { location_id: shop.store_id, item: ordered };
  ({ purchase_order_id } = ok(await purchase_order.add(order)));
});
afterAll(() => world.close());

const componentsOf = (ids: readonly number[]) =>
  ids.map((bundle_item_id, at) => ({ bundle_item_id, quantity: at + 1 }));

/** A generator of whole numbers below a limit, the same for the same seed (mulberry32). */
function randomOf(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A request that the state of the stock may refuse, and nothing else. */
async function attempt(request: Promise<Reply<object>>): Promise<void> {
  const { error_details } = { error_details: [], ...(await request) };
  const codes = error_details.map(({ code }: { code: string }) => code);
  expect(['insufficient_stock', 'unknown_record', 'unknown_reference', 'invalid', 'locked']).toEqual(
    expect.arrayContaining(codes),
  );
}

/** Adds, edits and deletes documents of every kind, and sells, in an order of its own. */
async function work(random: (below: number) => number): Promise<void> {
  const { addition, deduction, item, reservation, stock_take_job, transfer, transfer_job } = user.api.inventory;
  const { store_id, depot_id } = shop;
  const places = [store_id, depot_id] as const;
  const picked = () => item_ids.filter(() => random(2)).concat(item_ids[random(item_ids.length)]!);
  /** Bundles are sold too. */
  const sold = () => [...picked(), ...(random(2) ? [set_id] : [])];
  const lines = (ids = picked()) =>
    ids
      .toSorted(() => random(3) - 1)
      .map((item_id) => ({
        item_id,
        name: '',
        quantity: 1 + random(9),
        cost: 1 + random(5),
        location_id: places[random(2)]!,
      }));
  const transferred = () =>
    lines().map(({ location_id, ...line }) => {
      const to_location_id = location_id === store_id ? depot_id : store_id;
      return { ...line, from_location_id: location_id, to_location_id };
    });
  const planned = () => {
    const [from_location_id, to_location_id] = random(2) ? [store_id, depot_id] : [depot_id, store_id];
    return { from_location_id, to_location_id, items: lines().map(({ item_id, quantity }) => ({ item_id, quantity })) };
  };
  const arriving = () => planned().items.map((line) => ({ ...line, quantity: 1 + random(3) }));
  const outstanding = (['receive', 'return', 'lose'] as const)[random(3)];
  const latest = 1 + random(OPERATIONS);
  const counted = () => picked().map((item_id) => ({ item_id, quantity: random(60) }));
  const stock_take = { item_stock_take_job_id: 1 + random(OPERATIONS / 5) };
  const job = { item_transfer_job_id: 1 + random(OPERATIONS / 3) };
  const comment = `${random(1_000_000)}`;
  const order = orderOf(
    shop,
    sold().map((item_id) => ({ item_id, quantity: 1 + random(4) })),
    { comment },
  );
  const actions: readonly (() => Promise<Reply<object>>)[] = [
    () => addition.add({ addition: lines(), comment }),
    () => addition.add({ addition: lines(), comment, purchase_order_id }),
    () => addition.edit({ item_addition_id: latest, addition: lines() }),
    () => addition.delete({ item_addition_id: latest }),
    () => deduction.add({ deduction: lines(sold()), comment }),
    () => deduction.edit({ item_deduction_id: latest, deduction: lines(sold()) }),
    () => deduction.delete({ item_deduction_id: latest }),
    () => item.edit({ item_id: set_id, item_bundles: componentsOf([...new Set(picked())]) }),
    () => reservation.add({ location_id: store_id, comment, reservation: lines(sold()) }),
    () => reservation.edit({ item_reservation_id: latest, reservation: lines(sold()) }),
    () => reservation.delete({ item_reservation_id: latest }),
    () => transfer.add({ transfer: transferred(), comment }),
    () => transfer.edit({ item_transfer_id: latest, transfer: transferred() }),
    () => transfer.delete({ item_transfer_id: latest }),
    () => stock_take_job.add({ location_id: places[random(2)]!, comment, all: true }),
    () => stock_take_job.count({ ...stock_take, items: counted() }),
    () => stock_take_job.count({ ...stock_take, items: counted() }),
    () => stock_take_job.complete(stock_take),
    () => transfer_job.add({ ...planned(), comment }),
    () => transfer_job.edit({ ...job, ...planned() }),
    () => transfer_job.ship(job),
    () => transfer_job.receive({ ...job, items: arriving() }),
    () => transfer_job.receive(job),
    () => transfer_job.complete({ ...job, outstanding }),
    () => transfer_job.cancel(job),
    () => user.api.sale.order.add({ ...order, order_status_id: shop.paid_id }),
  ];
  // Goods must come before they go.
  const action = actions[Math.max(0, random(actions.length + 2) - 2)]!;
  await attempt(action());
}

test(`Documents and orders of ${CLIENTS} clients at once leave balances, costs and receipts that are proved; seed ${seed}.`, async () => {
  const client = async (_: unknown, number: number) => {
    const random = randomOf(seed + number);
    for (let operation = 0; operation < OPERATIONS; operation++) await work(random);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await world.settled();
  const { faults, checked } = ok(await user.api.inventory.flow.verify({}));
  expect(faults).toEqual([]);
  expect(checked.flows).toBeGreaterThan(100);
}, 60_000);
