import { ok, openShop, type TestUser, World } from '@stockbook/testing';

const MASK = '********';

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
  readonly fact: string;
  readonly add: (configuration: Configuration) => Promise<number>;
  readonly edit: (id: number, configuration: Configuration) => Promise<unknown>;
  readonly shown: (id: number) => Promise<Configuration | undefined>;
}

const profiles = () => user.api.integration.profile;
const extensions = () => user.api.integration.extension;
const templates = () => user.api.extension.module.invoice;

const RESOURCES: readonly Configured[] = [
  {
    table: 'profile',
    fact: 'integration.profile.changed',
    add: async (configuration) => ok(await profiles().add({ channel_id, name: 'x', configuration })).profile_id,
    edit: async (profile_id, configuration) => ok(await profiles().edit({ profile_id, configuration })),
    shown: async (profile_id) => ok(await profiles().get({ profile_id })).profiles[0]?.configuration,
  },
  {
    table: 'extension',
    fact: 'integration.extension.changed',
    add: async (configuration) => ok(await extensions().add({ name: 'x', type: 'y', configuration })).extension_id,
    edit: async (extension_id, configuration) => ok(await extensions().edit({ extension_id, configuration })),
    shown: async (extension_id) => ok(await extensions().get({ extension_id })).extensions[0]?.configuration,
  },
  {
    table: 'invoice_template',
    fact: 'extension.module.invoice.changed',
    add: async (configuration) => ok(await templates().add({ name: 'x', configuration })).invoice_template_id,
    edit: async (invoice_template_id, configuration) =>
      ok(await templates().edit({ invoice_template_id, configuration })),
    shown: async (invoice_template_id) =>
      ok(await templates().get({ invoice_template_id })).templates[0]?.configuration,
  },
];

test.each(RESOURCES)('$table: answers and facts show no secret, and an edit keeps it', async (resource) => {
  const { table, fact, add, edit, shown } = resource;
  const sql = (text: string, values: unknown[]) => world.assembly.running.integration.db.source.query(text, values);
  const id = await add({ api_token: 'hush', series: 'A' });
  const masked = await shown(id);
  expect(masked).toEqual({ api_token: MASK, series: 'A' });
  await edit(id, { ...masked, series: 'B' });
  expect(await shown(id)).toEqual({ api_token: MASK, series: 'B' });
  const stored = `SELECT configuration FROM integration.${table} WHERE account_id = $1 AND ${table}_id = $2`;
  expect(await sql(stored, [user.account_id, id])).toEqual([{ configuration: { api_token: 'hush', series: 'B' } }]);
  const published = `SELECT payload::text FROM (
      SELECT * FROM integration.outbox_archive UNION ALL SELECT * FROM integration.outbox) AS event
    WHERE account_id = $1 AND name = $2`;
  const facts = JSON.stringify(await sql(published, [user.account_id, fact]));
  expect(facts).toContain(MASK);
  expect(facts).not.toContain('hush');
});
