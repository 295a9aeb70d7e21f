import { fieldsOf, operations } from '@stockbook/contracts';
import { call, openTenant, requestOf, type Tenant, World } from '@stockbook/testing';
import { faultsOf, idCases, withId } from './id-fields.fixture.js';

let world: World;
let mine: Tenant;
let theirs: Tenant;
/** All records of the other tenant before the tries. */
let untouched: object[];
beforeAll(async () => {
  world = await World.shared();
  [mine, theirs] = [await openTenant(world, 'Mine'), await openTenant(world, 'Theirs')];
  await world.settled();
  untouched = await everythingOf(theirs);
});

/** Fields whose record depends on the operation, and the key of that record. */
const keys: Readonly<Record<string, string>> = {
  'inventory/category/add parent_id': 'category_id',
  'inventory/category/edit parent_id': 'category_id',
  'inventory/category/get filter_parent_id': 'category_id',
  'integration/webhook/add channel_group_ids': 'channel_group_id',
  'integration/webhook/edit channel_group_ids': 'channel_group_id',
  'inventory/item/delete batch_id': 'item_id',
  'sale/credit_note/addHistory batch_id': 'credit_note_id',
  'sale/order/addHistory batch_id': 'order_id',
  'sale/order/delete batch_id': 'order_id',
};

test('every operation that takes an id is tried', () => {
  expect(idCases.length).toBeGreaterThan(60);
});

/** A credit note looks for an item among the lines of its order alone. */
const unknown = (id: number) => new RegExp(`^(There is no .*|Order \\d+ has no line of item) ${id}\\.$`);

test.each(idCases)("$name: another account's record is not found", async ({ name, operation, path }) => {
  const field = path.at(-1) ?? '';
  const id = theirs.ids[keys[name] ?? field];
  if (!id) throw new Error(`The test knows no foreign id for ${field}.`);
  const body = withId(await requestOf(world, mine, operation), path, id, operation.request);
  const answer = await call(world.url, mine.user.credentials, operation.path, body);
  expect(JSON.stringify(answer.body)).not.toContain('Theirs');
  if (operation.kind === 'write') {
    expect(faultsOf(answer.body)).toMatchObject([{ message: expect.stringMatching(unknown(id)) }]);
  } else if (answer.status === 200 && 'total' in answer.body) {
    expect(answer.body.total).toBe(0);
  }
});

/** The first id that 32 bits cannot hold, and the largest of all. */
const wideIds = [2 ** 31, Number.MAX_SAFE_INTEGER];

test.each(idCases.flatMap((each) => wideIds.map((id) => ({ ...each, id }))))(
  '$name: a record $id is not found',
  async ({ operation, path, id }) => {
    const body = withId(await requestOf(world, mine, operation), path, id, operation.request);
    const answer = await call(world.url, mine.user.credentials, operation.path, body);
    if (operation.kind === 'write' || answer.status !== 200) {
      expect(faultsOf(answer.body)).toMatchObject([{ message: expect.stringMatching(unknown(id)) }]);
    } else if ('total' in answer.body) {
      expect(answer.body.total).toBe(0);
    }
  },
);

test('all these requests together change nothing of the other account', async () => {
  await world.settled();
  expect(await everythingOf(theirs)).toEqual(untouched);
});

async function everythingOf(tenant: Tenant): Promise<object[]> {
  const reads = [...operations.values()].filter(({ path }) => path.endsWith('/get'));
  return Promise.all(
    reads.map(async (operation) => {
      const isFree = Object.values(fieldsOf(operation.request)).every(({ optional }) => optional);
      const request = isFree ? {} : await requestOf(world, tenant, operation);
      const { body } = await call(world.url, tenant.user.credentials, operation.path, request);
      return JSON.parse(JSON.stringify(body), withoutActivity) as object;
    }),
  );
}

/** The reads of this spec are themselves an activity of the user, which is written a while later. */
const withoutActivity = (key: string, value: unknown) => (key === 'date_active' ? undefined : value);
