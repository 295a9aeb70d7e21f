import { type PlainResource, plainResources } from '../../index.js';
import type { Filling } from '../../data/bulk.js';
import { extensionTables } from './extensions.fixture.js';

/** The short lists of users, statuses, places and other settings have `1..200` rows each, and are filled by hand. */
const ROWS = 200;
const each = (account_id: number, rows: number, table: string, [columns, values]: Row) =>
  `INSERT INTO ${table} (account_id, ${columns}) SELECT ${account_id}, ${values} FROM generate_series(1, ${rows}) n`;

type Row = readonly [columns: string, values: string];

/** Returns a row of a plain resource: the fields that `add` requires, and the channel group. */
function rowOf(resource: PlainResource): Row {
  const fields = Object.entries(resource.fields('add')).filter(([, { optional }]) => !optional);
  const own = fields.map(([name, { schema }]) => [name, valueOf(name, String(schema['type']))]);
  const group = 'channel_group_id' in resource.fields('add') ? [['channel_group_id', 'n % 3']] : [];
  const [columns, values] = [0, 1].map((part) => [...own, ...group].map((each) => each[part]).join(', '));
  return [columns!, values!];
}

/** `Name 77` is the name of the record 77. */
const valueOf = (name: string, type: string) =>
  type === 'string' ? `'${name.charAt(0).toUpperCase()}${name.slice(1)} ' || n` : type === 'boolean' ? 'false' : 'n';

/** The rows of other tables than those of a plain resource, and of those with fixed words. */
const OWN_ROWS: Readonly<Record<string, Row>> = {
  'integration.channel': ['type, name', `'pos', 'Name ' || n`],
  'settings.currency': ['code', `'C' || n`],
  'settings.language': ['name, code', `'Name ' || n, 'l' || n`],
  'settings."user"': ['user_group_id, username, email', `7, 'user' || n, n || '@shop.test'`],
  'settings.user_group': ['name, permission', `'Name ' || n, '{"access":[],"modify":[]}'`],
  'settings.user_salesman': ['user_id, code', `77, 'Code ' || n`],
};

/** Other fillings add the rows of these tables. */
const ELSEWHERE = ['inventory.category', 'inventory.supplier', ...extensionTables];

const rowsOf = (resources: readonly PlainResource[]) =>
  Object.fromEntries(resources.map((resource) => [resource.table, rowOf(resource)]));
const TABLES: Readonly<Record<string, Row>> = {
  ...rowsOf(plainResources.filter(({ table }) => !(table in OWN_ROWS) && !ELSEWHERE.includes(table))),
  ...OWN_ROWS,
};

export const settingsFilling = (account_id: number): Filling => ({
  tables: Object.keys(TABLES),
  steps: Object.entries(TABLES).map(([table, row]) => each(account_id, ROWS, table, row)),
});

const SHORT_LISTS: typeof TABLES = {
  ...TABLES,
  ...rowsOf(plainResources.filter(({ table }) => table === 'inventory.supplier')),
  'inventory.category': ['name, parent_id, channel_group_id', `'Name ' || n, n % 40, n % 3`],
};

/** The names of the tables of short lists, without their schemas. */
export const shortLists = Object.keys(SHORT_LISTS).map((table) => table.replace(/^\w+\./, '').replaceAll('"', ''));

/** A request of a short list reads all rows of its account, so another account has rows that no request may read. */
export const neighbourFilling = (account_id: number, count: number): Filling => ({
  tables: Object.keys(SHORT_LISTS),
  steps: Object.entries(SHORT_LISTS).map(([table, row]) => each(account_id, count, table, row)),
});

export const settingsValues: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'integration/channel/get': { filter_type: { filter_type: 'pos' }, filter_status: { filter_status: 1 } },
  'setting/user/get': {
    filter_user_group_id: { filter_user_group_id: 7 },
    filter_username: { filter_username: 'user77' },
  },
  'setting/user_salesman/get': { filter_user_id: { filter_user_id: 77 }, filter_code: { filter_code: 'Code 77' } },
};
