import { ok, openShop, type TestUser, World } from '@stockbook/testing';

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

let world: World;
let user: TestUser;
let channel_id: number;
beforeAll(async () => {
  world = await World.shared();
  user = await world.account();
  ({ channel_id } = await openShop(user));
});

type Configuration = Readonly<Record<string, unknown>>;
interface Configured {
  readonly table: string;
  /** The name of a field that is shown. */
  readonly field: string;
  readonly add: (configuration: Configuration) => Promise<number>;
  readonly edit: (id: number, configuration: Configuration) => Promise<unknown>;
  readonly shown: (id: number) => Promise<Configuration | undefined>;
}

const channels = () => user.api.integration.channel;
const methods = () => user.api.setting.payment_method;
const profiles = () => user.api.integration.profile;
const extensions = () => user.api.integration.extension;
const templates = () => user.api.extension.module.invoice;

const RESOURCES: readonly Configured[] = [
  {
    table: 'integration.channel',
    field: 'shop_id',
    add: async (configuration) => ok(await channels().add({ name: 'x', type: 'shopee', configuration })).channel_id,
    edit: async (id, configuration) => ok(await channels().edit({ channel_id: id, configuration })),
    shown: async (id) => ok(await channels().get({ channel_id: id })).channels[0]?.configuration,
  },
  {
    table: 'settings.payment_method',
    field: 'merchant_id',
    add: async (configuration) => ok(await methods().add({ name: 'x', configuration })).payment_method_id,
    edit: async (payment_method_id, configuration) => ok(await methods().edit({ payment_method_id, configuration })),
    shown: async (payment_method_id) =>
      ok(await methods().get({ payment_method_id })).payment_methods[0]?.configuration,
  },
  {
    table: 'integration.profile',
    field: 'width',
    add: async (configuration) => ok(await profiles().add({ channel_id, name: 'x', configuration })).profile_id,
    edit: async (profile_id, configuration) => ok(await profiles().edit({ profile_id, configuration })),
    shown: async (profile_id) => ok(await profiles().get({ profile_id })).profiles[0]?.configuration,
  },
  {
    table: 'integration.extension',
    field: 'terminal',
    add: async (configuration) => ok(await extensions().add({ name: 'x', type: 'y', configuration })).extension_id,
    edit: async (extension_id, configuration) => ok(await extensions().edit({ extension_id, configuration })),
    shown: async (extension_id) => ok(await extensions().get({ extension_id })).extensions[0]?.configuration,
  },
  {
    table: 'integration.invoice_template',
    field: 'series',
    add: async (configuration) => ok(await templates().add({ name: 'x', configuration })).invoice_template_id,
    edit: async (invoice_template_id, configuration) =>
      ok(await templates().edit({ invoice_template_id, configuration })),
    shown: async (invoice_template_id) =>
      ok(await templates().get({ invoice_template_id })).templates[0]?.configuration,
  },
];

test.each(RESOURCES)('$table: shows the fields that are known, and no value under any other name', async (resource) => {
  const { add, edit, shown, field } = resource;
  const secrets = Object.fromEntries(NAMES.map((name) => [name, `hush-${name}`]));
  const masks = Object.fromEntries(NAMES.map((name) => [name, MASK]));
  const id = await add({ ...secrets, [field]: 'A', nested: { pin: 'hush' }, empty: '' });
  const first = await shown(id);
  expect(first).toEqual({ ...masks, [field]: 'A', nested: MASK, empty: '' });
  await edit(id, { ...first, [field]: 'B', pwd: 'hush-changed' });
  expect(await shown(id)).toEqual({ ...first, [field]: 'B' });
});

test.each(RESOURCES)(
  '$table: a change of a secret alone is an edit, and a mask sent back is none',
  async (resource) => {
    const { add, edit, shown, table } = resource;
    const id = await add({ pin: 'hush-1' });
    const name = table.slice(table.indexOf('.') + 1);
    const version = async () => {
      const sql = `SELECT version::int FROM ${table} WHERE account_id = $1 AND ${name}_id = $2`;
      const [row] = await source(table).query<{ version: number }[]>(sql, [user.account_id, id]);
      return row?.version;
    };
    await edit(id, { ...(await shown(id)) });
    expect(await version()).toBe(1);
    await edit(id, { pin: 'hush-2' });
    expect(await version()).toBe(2);
  },
);

const SERVICES = ['integration', 'settings'] as const;
const source = (table: string) =>
  world.assembly.running[table.startsWith('settings.') ? 'settings' : 'integration'].db.source;

test('no table of the database holds a secret in plain: events, answers and the audit log included', async () => {
  for (const { add, edit } of RESOURCES) {
    const id = await add({ pin: 'hush-1', bearer: 'hush-2' });
    await edit(id, { pin: 'hush-3', bearer: MASK });
  }
  await world.settled();
  const found: string[] = [];
  for (const service of SERVICES) {
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
