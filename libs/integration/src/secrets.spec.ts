import { type ConfiguredResource, services, shownFields } from '@stockbook/contracts';
import { clientOf, type PlainResource, plainResources, type TestUser, World } from '@stockbook/testing';

const MASK = '********';
/** These are usual names of secrets; no list of such names would have all of them. */
const NAMES = [
  'api_token',
  'app_id',
  'auth',
  'bearer',
  'cert',
  'hmac',
  'login',
  'pin',
  'pwd',
  'salt',
  'signature',
  'webhook_url',
  'x_api',
];

/** The conditions and prices of a promotion are no secret: tills evaluate them, so all of them are shown. */
const SHOWN_AS_A_WHOLE = 'extension/total/promotion';
const configured = plainResources.filter(
  ({ path, record }) => record['configuration']?.schema['additionalProperties'] === true && path !== SHOWN_AS_A_WHOLE,
);
const cases = configured.map((resource) => ({ path: resource.path, resource }));

let world: World;
let user: TestUser;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
});

type Configuration = Readonly<Record<string, unknown>>;

async function recordsOf(resource: PlainResource) {
  const client = clientOf(world, user, resource);
  const sample = await client.unique();
  const shownNames = shownFields(resource.path as ConfiguredResource, String(sample['type'] ?? ''));
  return {
    /** The name of a field that is shown. */
    field: [...shownNames].at(-1) ?? 'none',
    add: (configuration: Configuration) => client.add({ ...sample, configuration }),
    edit: (id: number, configuration: Configuration) => client.granted('edit', { [resource.key]: id, configuration }),
    shown: async (id: number) =>
      (await client.list({ [resource.key]: id })).map((record) => record['configuration'] as Configuration)[0],
  };
}

test.each(cases)('$path: shows the fields that are known, and no value under any other name', async ({ resource }) => {
  const { add, edit, shown, field } = await recordsOf(resource);
  const secrets = Object.fromEntries(NAMES.map((name) => [name, `hush-${name}`]));
  const masks = Object.fromEntries(NAMES.map((name) => [name, MASK]));
  const id = await add({ ...secrets, [field]: 'A', nested: { pin: 'hush' }, empty: '' });
  const first = await shown(id);
  expect(first).toEqual({ ...masks, [field]: 'A', nested: MASK, empty: '' });
  await edit(id, { ...first, [field]: 'B', pwd: 'hush-changed' });
  expect(await shown(id)).toEqual({ ...first, [field]: 'B' });
});

test.each(cases)('$path: a change of a secret alone is an edit, and a mask sent back is none', async ({ resource }) => {
  const { add, edit, shown } = await recordsOf(resource);
  const id = await add({ pin: 'hush-1' });
  const { source } = world.assembly.running[resource.operation('get').service].db;
  const version = async () => {
    const sql = `SELECT version::int FROM ${resource.table} WHERE account_id = $1 AND ${resource.key} = $2`;
    const [row] = await source.query<{ version: number }[]>(sql, [user.account_id, id]);
    return row?.version;
  };
  await edit(id, { ...(await shown(id)) });
  expect(await version()).toBe(1);
  await edit(id, { pin: 'hush-2' });
  expect(await version()).toBe(2);
});

test('no table of the database holds a secret in plain: events, answers and the audit log included', async () => {
  for (const resource of configured) {
    const { add, edit } = await recordsOf(resource);
    const id = await add({ pin: 'hush-1', bearer: 'hush-2' });
    await edit(id, { pin: 'hush-3', bearer: MASK });
  }
  await world.settled();
  const found: string[] = [];
  for (const service of services) {
    const { db } = world.assembly.running[service];
    const tables = await db.source.query<{ name: string }[]>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = $1",
      [service],
    );
    for (const { name } of tables) {
      const sql = `SELECT 1 FROM ${name} AS record WHERE record::text LIKE '%hush%' LIMIT 1`;
      if ((await db.source.query<unknown[]>(sql)).length) found.push(name);
    }
    expect(tables.length).toBeGreaterThan(10);
  }
  expect(found).toEqual([]);
});
