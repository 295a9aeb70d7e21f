import { fieldsOf, listedBy, operations } from '@stockbook/contracts';
import { call, ok, openTenant, orderOf, requestOf, type Tenant, World } from '@stockbook/testing';

/** Lists whose rows have no id to go on behind, or which go on by another field. */
const OTHERS: Readonly<Record<string, string>> = {
  'extension/report/channel_payout/get': 'It goes on by `next`, in the order of the dates.',
  'integration/webhook/getEvent': 'It goes on by `after`, in the order of the commits.',
  'inventory/flow/getBalance': 'A balance is that of an item and a location.',
  'sale/order/getSummary': 'A sum of orders is no record.',
};

const pages = [...operations.values()].flatMap((operation) => {
  const { kind, path, request, response } = operation;
  const [name, { of }] = Object.entries(fieldsOf(response)).find(([, field]) => field.of && field.list) ?? ['', {}];
  return kind === 'read' && of && 'limit' in fieldsOf(request) ? [{ path, operation, name, type: of() }] : [];
});
const lists = pages.flatMap((page) =>
  page.path in OTHERS ? [] : [{ ...page, key: listedBy(page.operation)?.key ?? '' }],
);

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await World.shared();
  tenant = await openTenant(world, 'Mine');
  // This adds a second and a third record, where a request like the tenant's own adds one.
  for (const { path } of lists) {
    const add = operations.get(path.replace(/\/get(?=\w*$)/, '/add'));
    for (let i = 0; add && i < 2; i++) await send(add.path, await requestOf(world, tenant, add));
  }
  for (let i = 0; i < 2; i++) ok(await tenant.user.api.sale.order.add(promotedOrder()));
  await world.settled();
});

const promotedOrder = () => {
  const code = `promotion.${tenant.ids['promotion_id']}`;
  return orderOf(tenant.shop, [{ item_id: 0, quantity: 1 }], {
    totals: [{ code, name: 'Off', price: -1, sort_order: 0 }],
  });
};

const send = (path: string, body: object) => call(world.url, tenant.user.credentials, path, body);
type Body = Readonly<Record<string, unknown>>;

/** Names the record whose parts a list has. */
const needed = async (path: string) => requestOf(world, tenant, operations.get(path)!);

async function answerOf(path: string, request: Body): Promise<Body> {
  const { status, body } = await send(path, { ...(await needed(path)), ...request });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as Body;
}

test('every list that has pages goes on behind an id, or there is a reason that it does not', () => {
  const without = pages.filter(({ operation }) => !('after_id' in fieldsOf(operation.request)));
  expect(without.map(({ path }) => path).toSorted()).toEqual(Object.keys(OTHERS));
});

test('nearly every list of records has several here', async () => {
  const totals = await Promise.all(
    lists.map(async ({ path }) => [path, Number((await answerOf(path, {}))['total'])] as const),
  );
  const few = totals.filter(([, total]) => total < 2).map(([path]) => path);
  expect(few).toEqual([]);
});

describe.each(lists)('$path', ({ path, operation, name, type, key }) => {
  const records = (answer: Body) => answer[name] as readonly Body[];
  const idsOf = (answer: Body) => records(answer).map((record) => record[key]);

  it.each(['ASC', 'DESC'] as const)('goes on behind a record, %s, as by pages', async (order) => {
    const first = await answerOf(path, { order, limit: 100, after_id: 0 });
    const all = idsOf(first);
    expect(new Set(all).size).toBe(all.length);
    const numbers = all.map(Number);
    expect(numbers).toEqual([...numbers].sort((a, b) => (order === 'ASC' ? a - b : b - a)));
    const walked: unknown[] = [];
    for (let i = 0; i <= all.length / 3; i++) {
      const page = await answerOf(path, { order, limit: 3, after_id: walked.at(-1) ?? 0 });
      expect(page['total']).toBe(first['total']);
      walked.push(...idsOf(page));
    }
    expect(walked.slice(0, all.length)).toEqual(all);
  });

  it('counts nothing without `with_total`', async () => {
    const { total, ...rest } = await answerOf(path, {});
    expect(await answerOf(path, { with_total: false })).toEqual(rest);
  });

  it('shows the fields that are asked for, and the id', async () => {
    const whole = records(await answerOf(path, {}));
    for (const field of Object.keys(fieldsOf(type))) {
      const shown = records(await answerOf(path, { fields: field }));
      const wanted = whole.map((record) => ({
        [key]: record[key],
        ...(field in record && { [field]: record[field] }),
      }));
      expect(shown).toEqual(wanted);
    }
  });

  it('refuses what does not go together, and fields that it does not have', async () => {
    const given = await needed(path);
    const { body } = await send(path, { ...given, after_id: 1, page: 1, fields: `${key},sky` });
    expect(body).toMatchObject({
      error: [
        expect.stringMatching(/^fields names sky, which the records do not have/),
        'after_id and page cannot stand together.',
      ],
    });
    if (!('sort' in fieldsOf(operation.request))) return;
    const { body: sorted } = await send(path, { ...given, after_id: 1, sort: 'date_added' });
    expect(JSON.stringify(sorted)).toMatch(/after_id goes on in the order by|sort must be one of/);
  });
});
