import { ok, openShop, orderOf, type TestUser, World } from '@stockbook/testing';

const PAGE_BYTES = 4 * 1_048_576;

let world: World;
let user: TestUser;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
});

interface Answer {
  readonly total: number;
  readonly truncated?: boolean;
  readonly next_page?: number;
  readonly next_limit?: number;
}
interface Walk {
  readonly ids: number[];
  readonly totals: number[];
  readonly cuts: number;
}

/** Follows cut pages until one is whole. */
async function walk<A extends Answer>(
  get: (page: object) => Promise<A>,
  idsOf: (answer: A) => number[],
): Promise<Walk> {
  const [ids, totals]: [number[], number[]] = [[], []];
  let [cuts, next] = [0, { page: 1, limit: 100 }];
  for (;;) {
    const answer = await get({ ...next, order: 'ASC' });
    const own = idsOf(answer);
    if (own.length > 1) expect(JSON.stringify(answer).length).toBeLessThan(1.1 * PAGE_BYTES);
    ids.push(...own);
    totals.push(answer.total);
    if (!answer.truncated && ids.length >= answer.total) return { ids, totals, cuts };
    const { next_page = next.page + 1, next_limit = next.limit } = answer;
    if (answer.truncated) cuts++;
    next = { page: next_page, limit: next_limit };
  }
}

async function expectWhole(walked: Promise<Walk>, added: readonly number[]): Promise<void> {
  const { ids, totals, cuts } = await walked;
  expect(ids).toEqual(added);
  expect(new Set(totals)).toEqual(new Set([added.length]));
  expect(cuts).toBeGreaterThan(0);
}

test('pages of large items are cut at 4 MiB and lose none', async () => {
  const { item } = user.api.inventory;
  const languages = await Promise.all(
    ['da', 'fi', 'sv'].map(async (code) => ok(await user.api.setting.language.add({ name: code, code })).language_id),
  );
  const plain_description = 'x'.repeat(262_144);
  const translations = languages.map((language_id) => ({ language_id, plain_description }));
  const added: number[] = [];
  for (let i = 0; i < 7; i++) added.push(ok(await item.add({ name: 'Mug', translations })).item_id);
  const get = async (page: object) => ok(await item.get({ ...page, sort: 'date_added' }));
  await expectWhole(
    walk(get, ({ items }) => items.map(({ item_id }) => item_id)),
    added,
  );
});

test('pages of orders with many long lines are cut at 4 MiB and lose none', async () => {
  const { order } = user.api.sale;
  const shop = await openShop(user);
  const lines = Array.from({ length: 600 }, () => ({ item_id: 0, quantity: 1, price: 1, name: 'x'.repeat(1_000) }));
  const added: number[] = [];
  for (let i = 0; i < 7; i++) added.push(ok(await order.add(orderOf(shop, lines))).order.order_id);
  const get = async (page: object) => ok(await order.get(page));
  await expectWhole(
    walk(get, ({ orders }) => orders.map(({ order_id }) => order_id)),
    added,
  );
});

test('pages of large plain records are cut at 4 MiB and lose none', async () => {
  const { announcement } = user.api.extension.dashboard;
  const description = '€'.repeat(65_536);
  const added: number[] = [];
  for (let i = 0; i < 23; i++) added.push(ok(await announcement.add({ title: `${i}`, description })).announcement_id);
  const get = async (page: object) => ok(await announcement.get(page));
  await expectWhole(
    walk(get, ({ announcements }) => announcements.map(({ announcement_id }) => announcement_id)),
    added,
  );
});
