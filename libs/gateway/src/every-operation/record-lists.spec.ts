import { fieldsOf, listedBy, operations, resourceOf } from '@stockbook/contracts';
import { call, openTenant, requestOf, type Tenant, World } from '@stockbook/testing';

const lists = [...operations.values()].flatMap((operation) => {
  const listed = listedBy(operation);
  return listed ? [{ path: operation.path, operation, ...listed }] : [];
});

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await World.shared();
  tenant = await openTenant(world, 'Mine');
  // This adds a second and a third record, where a request like the tenant's own adds one.
  for (const { operation } of lists) {
    const add = operations.get(`${resourceOf(operation)}/add`);
    for (let i = 0; add && i < 2; i++) await send(add.path, await requestOf(world, tenant, add));
  }
  await world.settled();
});

const send = (path: string, body: object) => call(world.url, tenant.user.credentials, path, body);
type Body = Readonly<Record<string, unknown>>;

async function answerOf(path: string, request: Body): Promise<Body> {
  const { status, body } = await send(path, request);
  expect(status).toBe(200);
  return body as Body;
}

test('nearly every list of records has several here', async () => {
  const totals = await Promise.all(lists.map(async ({ path }) => Number((await answerOf(path, {}))['total'])));
  expect(totals.filter((total) => total > 1).length).toBeGreaterThan(20);
});

describe.each(lists)('$path', ({ path, operation, name, type, key }) => {
  const records = (answer: Body) => answer[name] as readonly Body[];
  const idsOf = (answer: Body) => records(answer).map((record) => record[key]);

  it.each(['ASC', 'DESC'] as const)('goes on behind a record, %s, as by pages', async (order) => {
    const first = await answerOf(path, { order, limit: 100, after_id: 0 });
    const all = idsOf(first);
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
    const { body } = await send(path, { after_id: 1, page: 1, fields: `${key},sky` });
    expect(body).toMatchObject({
      error: [
        expect.stringMatching(/^fields names sky, which the records do not have/),
        'after_id and page cannot stand together.',
      ],
    });
    if (!('sort' in fieldsOf(operation.request))) return;
    const { body: sorted } = await send(path, { after_id: 1, sort: 'date_added' });
    expect(JSON.stringify(sorted)).toMatch(/after_id goes on in the order by|sort must be one of/);
  });
});
